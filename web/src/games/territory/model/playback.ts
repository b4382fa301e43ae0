/**
 * A resolved round as steps to be shown: moves, then clash by clash, then production.
 *
 * Pure: a resolution in, boards out. It adds up what the view tells; the clash itself says who
 * wins it and what is left.
 */

import { cellOf, goalOf, startOf, type Clash, type Resolution } from "./facts";

/** The armies on the squares at a moment. */
export interface Stand { owners: number[]; units: number[] }

export interface March { seat: number; from: number; to: number; units: number }

export type Step =
  | { is: "moves"; lasts: number; board: Stand; marches: March[] }
  | { is: "clash"; lasts: number; board: Stand; clash: Clash; open: Clash[] }
  | { is: "production"; lasts: number; board: Stand; gains: number[] };

const MOVES_MS = 1400;
const CLASH_MS = 1300;
const CLASHES_MS = 4500; // many clashes hurry
const LEAST_CLASH_MS = 550;
const GAINS_MS = 1300;

export function marchesOf(resolution: Resolution): March[] {
  return resolution.moves.flatMap(({ seat, moves }) =>
    moves.map((move) => ({ seat, from: startOf(move), to: goalOf(move), units: move.units })),
  );
}

export function stepsOf(resolution: Resolution): Step[] {
  const steps: Step[] = [];
  const marches = marchesOf(resolution);
  const board = { owners: [...resolution.owners], units: [...resolution.units] };
  leave(board, marches);
  if (marches.length) steps.push({ is: "moves", lasts: MOVES_MS, board: copyOf(board), marches });
  arrive(board, marches);
  for (const clash of resolution.clashes) clear(board, clash);
  const lasts = Math.max(LEAST_CLASH_MS, Math.min(CLASH_MS, CLASHES_MS / (resolution.clashes.length || 1)));
  resolution.clashes.forEach((clash, at) => {
    steps.push({ is: "clash", lasts, board: copyOf(board), clash, open: resolution.clashes.slice(at) });
    settle(board, clash);
  });
  steps.push({ is: "production", lasts: GAINS_MS, board: copyOf(board), gains: resolution.gains });
  return steps;
}

function copyOf({ owners, units }: Stand): Stand {
  return { owners: [...owners], units: [...units] };
}

function leave(board: Stand, marches: readonly March[]): void {
  for (const { from, units } of marches) {
    board.units[from] -= units;
    if (!board.units[from]) board.owners[from] = 0;
  }
}

/** Players who come to a square alone, or join their own units there; clashes are settled one by one. */
function arrive(board: Stand, marches: readonly March[]): void {
  for (const { seat, to, units } of marches) {
    board.owners[to] = seat + 1;
    board.units[to] += units;
  }
}

function clear(board: Stand, { x, y }: Clash): void {
  const cell = cellOf(x, y);
  board.owners[cell] = 0;
  board.units[cell] = 0;
}

function settle(board: Stand, { x, y, seat, left }: Clash): void {
  const cell = cellOf(x, y);
  board.owners[cell] = seat + 1;
  board.units[cell] = left;
}

/** The armies of a clash, the largest first: the difference of the first two is what is left. */
export function armiesOf({ armies }: Clash): { seat: number; units: number }[] {
  return armies
    .map((units, seat) => ({ seat, units }))
    .filter(({ units }) => units > 0)
    .sort((a, b) => b.units - a.units);
}

/** `10 − 4 = 6`. */
export function sumOf(clash: Clash): string {
  const [most, second] = armiesOf(clash);
  return `${most.units} − ${second.units} = ${clash.left}`;
}
