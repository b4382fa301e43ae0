/** Mine Land on screen: a window that follows a walker through a world shared with others. */

import { addTexts } from "../../core/texts";
import type { GameScreen } from "../../board/screen";
import { choose, litTiles, modesOf } from "./input/clicks";
import { drawEffects, isLit } from "./draw/effects";
import { isWindow, type Known, type Session } from "./model/facts";
import { hints } from "./hints";
import { keyRows } from "./input/keys";
import Modes from "./panels/Modes.svelte";
import { Motion } from "./draw/motion";
import Over from "./panels/Over.svelte";
import { paint, pixelOf } from "./draw/paint";
import Panel from "./panels/Panel.svelte";
import { Story } from "./model/story";
import { texts } from "./texts";
import Top from "./panels/Top.svelte";
import { tutorial } from "./tutorial";
import { labelOf } from "./texts/words";

addTexts(texts);

/** The camera goes with the walker, or with whom one watches. */
function follow(session: Session) {
  const { view } = session;
  if (!isWindow(view)) return null;
  const { x, y } = Motion.of(session).middle(performance.now());
  return { x: x + 0.5, y: y + 0.5, sight: view.facts.terms.sight, world: view.facts.terms };
}

function isMoving(session: Session): boolean {
  const now = performance.now();
  if (!isWindow(session.view)) return Story.of(session).isMoving(now);
  return Motion.of(session).isMoving(now) || Story.of(session).isMoving(now) || isLit(session);
}

const screen: GameScreen<Known> = {
  paint,
  pixel: pixelOf,
  label: labelOf,
  modes: modesOf,
  choice: choose,
  lit: litTiles,
  effects: drawEffects,
  follow,
  keys: keyRows,
  isMoving,
  Top,
  Over,
  Modes,
  Panel,
  hasLowPanel: true,
  showsPlayers: "always",
  sounds: { boom: "boom", died: "loss", flagged_bomb: "capture", arrived: "tick" },
  tutorial,
  hints,
};

export default screen;
export { default as Rules } from "./panels/Rules.svelte";
