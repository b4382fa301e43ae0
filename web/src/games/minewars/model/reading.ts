/** What a single digit proves, for lessons and hints: no more than a careful beginner sees. */

import { digitOf, isOwn, type Field } from "./facts";
import { readAround } from "./groups";

/** A foreign tile that must hold an item and has no flag, or -1. */
export function sureItem(view: Field): number {
  for (let cell = 0; cell < view.layers.digit.length; cell++) {
    if (!isOwn(view, cell) || digitOf(view, cell) < 1) continue;
    const { open, known } = readAround(view, cell);
    if (open.length && open.length === digitOf(view, cell) - known) return open[0];
  }
  return -1;
}
