/** Digging all around a tile whose bombs are accounted for: what that would dig, or what is missing. */

import { cellOf, COVERED, GREEN_FLAG, LIT, NO_FLAG, spotOf, UNCOVERED, type Window } from "./facts";

export interface Chord {
  /** Covered tiles without a flag around it. */
  cells: number[];
  /** How many bombs are around it, and how many of them everybody can see. */
  bombs: number;
  known: number;
}

/** Null if the tile shows no number, not even none, or nothing around it is left to dig. */
export function chordAt(view: Window, cell: number): Chord | null {
  const { ground, digit, flag } = view.layers;
  if (cell < 0 || ground[cell] !== UNCOVERED) return null;
  const around = cellsAround(view, cell);
  const cells = around.filter((each) => ground[each] === COVERED && flag[each] === NO_FLAG);
  // A red flag has no bomb under it: only green ones count.
  const known = around.filter((each) => flag[each] === GREEN_FLAG || ground[each] === LIT).length;
  return cells.length ? { cells, bombs: digit[cell], known } : null;
}

/** All bombs around it are known: the rest is safe. */
export function isSafe({ bombs, known }: Chord): boolean {
  return bombs === known;
}

function cellsAround(view: Window, cell: number): number[] {
  const { x, y } = spotOf(view, cell);
  const near = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => cellOf(view, { x: x + dx, y: y + dy })));
  return near.filter((each) => each >= 0 && each !== cell);
}
