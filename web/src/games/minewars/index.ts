/** MineWars on screen: an island in the fog, in real time; square or hex by the table's choice. */

import { addTexts, t } from "../../core/texts";
import type { GameScreen } from "../screen";
import Bar from "./Bar.svelte";
import { choose } from "./clicks";
import { drawEffects, litTiles } from "./effects";
import { seriesOf, type Known } from "./facts";
import { hints } from "./hints";
import { keyRows } from "./keys";
import { modesOf } from "./modes";
import Over from "./Over.svelte";
import { paint, pixelOf } from "./paint";
import Panel from "./Panel.svelte";
import { Story } from "./story.svelte";
import { texts } from "./texts";
import { isTicking } from "./timers";
import Top from "./Top.svelte";
import { tutorial } from "./tutorial";
import { labelOf } from "./words";

addTexts(texts);

const screen: GameScreen<Known> = {
  paint,
  paintsAround: true,
  pixel: pixelOf,
  label: labelOf,
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
  showsPlayers: "always",
  hasLowPanel: true,
  chart: (view) => ({ label: t("minewars.chart"), series: seriesOf(view) }),
  // Captures, explosions and alerts sound in the story.
  sounds: {
    stunned_by_mine: "loss", killed: "loss", blinded: "warning", decoy_broke: "tick", sold: "coin", surrounded: "capture", built: "build",
    city_taken: "stage", city_taken_from: "stage", harvested: "coin", bulldozed: "clash", came_to: "turn", sees_again: "turn", eliminated: "lose",
  },
  tutorial,
  hints,
};

export default screen;
export { default as Rules } from "./Rules.svelte";
