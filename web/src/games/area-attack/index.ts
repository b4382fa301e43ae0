/** Area Attack on screen: one minefield in real time, own numbers, others' flat ground. */

import { addTexts, t } from "../../core/texts";
import type { GameScreen } from "../screen";
import { choose, modesOf } from "./clicks";
import { drawEffects } from "./effects";
import type { Known } from "./ground";
import { hints } from "./hints";
import Over from "./Over.svelte";
import { paint, pixelOf } from "./paint";
import Panel from "./Panel.svelte";
import { litCells } from "./preview";
import { seriesOf } from "./stages";
import { Story } from "./story.svelte";
import { texts } from "./texts";
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
  lit: litCells,
  effects: drawEffects,
  isMoving: (session) => Story.of(session).isMoving,
  Panel,
  Top,
  Over,
  showsPlayers: "always",
  chart: (view) => ({ label: t("area-attack.chart"), series: seriesOf(view) }),
  // One's own claims sound in the story, by how much they are.
  sounds: {
    confirmed: "tick", pick_again: "warning", begun: "stage", freezes: "loss", thawed: "tick",
    stage: "stage", blast: "boom", left: "tick", arrived: "tick",
  },
  tutorial,
  hints,
};

export default screen;
export { default as Rules } from "./Rules.svelte";
