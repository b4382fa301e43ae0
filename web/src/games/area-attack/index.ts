/** Area Attack on screen: one minefield in real time, own numbers, others' flat ground. */

import { addTexts, t } from "../../core/texts";
import type { GameScreen } from "../../board/screen";
import { choose, keyRows, modesOf } from "./input/clicks";
import { drawEffects } from "./draw/effects";
import { startCell, type Known } from "./model/ground";
import { hints } from "./hints";
import Over from "./panels/Over.svelte";
import { paint, pixelOf } from "./draw/paint";
import Panel from "./panels/Panel.svelte";
import { litCells } from "./draw/preview";
import { seriesOf } from "./model/stages";
import { Story } from "./model/story.svelte";
import { texts } from "./texts";
import Top from "./panels/Top.svelte";
import { tutorial } from "./tutorial";
import { labelOf } from "./texts/words";

addTexts(texts);

const screen: GameScreen<Known> = {
  paint,
  paintsAround: true,
  surround: (look) => look.neutral.water,
  hasBeach: true,
  hasRulers: false,
  home: startCell,
  pixel: pixelOf,
  label: labelOf,
  modes: modesOf,
  choice: choose,
  lit: litCells,
  keys: keyRows,
  effects: drawEffects,
  isMoving: (session) => Story.of(session).isMoving,
  Panel,
  Top,
  Over,
  hasLowPanel: true,
  showsPlayers: "always",
  chart: (view) => ({ label: t("area-attack.chart"), series: seriesOf(view) }),
  spoken: ["confirmed", "freezes", "thawed", "blast", "left"],
  // One's own claims sound in the story, by how much they are.
  sounds: {
    confirmed: "tick", pick_again: "warning", begun: "stage", freezes: "loss", thawed: "tick",
    stage: "stage", blast: "boom", left: "tick", arrived: "tick",
  },
  tutorial,
  hints,
};

export default screen;
export { default as Rules } from "./panels/Rules.svelte";
