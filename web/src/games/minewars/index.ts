/** MineWars on screen: an island in the fog, in real time; square or hex by the table's choice. */

import { addTexts, t } from "../../core/texts";
import type { GameScreen } from "../../board/screen";
import Alerts from "./panels/Alerts.svelte";
import Bar from "./panels/Bar.svelte";
import { choose, noteOf } from "./input/clicks";
import { drawEffects, litTiles } from "./draw/effects";
import { groundsOf } from "./draw/colours";
import { homeOf, seriesOf, type Known } from "./model/facts";
import { hints } from "./hints";
import { keyRows } from "./input/keys";
import { modesOf } from "./input/modes";
import Over from "./panels/Over.svelte";
import { paint, pixelOf } from "./draw/paint";
import Panel from "./panels/Panel.svelte";
import { Story } from "./model/story.svelte";
import { texts } from "./texts";
import { isTicking } from "./draw/timers";
import Top from "./panels/Top.svelte";
import { tutorial } from "./tutorial";
import { labelOf } from "./texts/words";

addTexts(texts);

const screen: GameScreen<Known> = {
  paint,
  paintsAround: true,
  surround: (look) => groundsOf(look).fogWater,
  hasRulers: false,
  home: homeOf,
  pixel: pixelOf,
  label: labelOf,
  note: noteOf,
  modes: modesOf,
  choice: choose,
  lit: litTiles,
  effects: drawEffects,
  keys: keyRows,
  isMoving: (session) => Story.of(session).isMoving || (!session.isOver && isTicking(session)),
  Panel,
  Top,
  Modes: Bar,
  Over,
  Beside: Alerts,
  showsPlayers: "always",
  hasLowPanel: true,
  chart: (view) => ({ label: t("minewars.chart"), series: seriesOf(view) }),
  // What concerns this player is read out as alerts, by the story.
  spoken: ["killed", "city_taken", "city_taken_from", "eliminated", "surrendered"],
  // Captures, explosions and alerts sound in the story.
  sounds: {
    stunned_by_mine: "loss", killed: "loss", blinded: "warning", decoy_broke: "tick", sold: "coin", surrounded: "capture", built: "build",
    city_taken: "stage", city_taken_from: "stage", harvested: "coin", bulldozed: "clash", came_to: "turn", sees_again: "turn", eliminated: "lose",
  },
  tutorial,
  hints,
};

export default screen;
export { default as Rules } from "./panels/Rules.svelte";
