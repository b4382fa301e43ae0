/** What a click, a tap or Enter on a cell does: it is sent, asked about first, or explained by the game's screen. */

import { settings } from "../core/settings.svelte";
import type { Known } from "../core/view";
import type { Drag, GameScreen } from "./screen";
import type { MatchSession } from "../match/session.svelte";
import { play } from "../ui/sounds";

type Which = "main" | "second";

/** `cell` is -1 off the board. */
export function clickCell<K extends Known>(
  screen: GameScreen<K>, session: MatchSession<K>, cell: number, button: Which, isTouch = false,
): void {
  if (cell < 0) session.asking = null;
  else if (session.asking?.cell === cell && button === "main") session.answer(true);
  else choose(screen, session, cell, button, isTouch);
}

function choose<K extends Known>(
  screen: GameScreen<K>, session: MatchSession<K>, cell: number, button: Which, isTouch: boolean,
): void {
  session.asking = null;
  session.hint = null;
  const choice = screen.choice(cell, session, button);
  if (!choice) return;
  if (choice.confirm && isTouch && settings.confirmTaps) session.asking = { cell, ...choice };
  else if (session.act(choice.action, cell)) play("click");
}

/** Something was dragged from one cell to another; off the board, or back to where it was, means nothing. */
export function dropOn<K extends Known>(screen: GameScreen<K>, session: MatchSession<K>, { from, to }: Drag): void {
  if (to >= 0 && to !== from) screen.drag?.({ from, to }, session);
}
