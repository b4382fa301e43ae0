/** What a view of Area Attack says about cells, as `games/area_attack/views.py` tells it. */

import type { View } from "../../../core/view";
import type { MatchSession } from "../../../match/session.svelte";
import { GROUND, type Known } from "./facts.gen";

export type { Facts, Known } from "./facts.gen";
export type Field = View<Known>;
export type Session = MatchSession<Known>;

export const { CRATER, MINE, HIDDEN_MINE } = GROUND;
const CLEAR_LEAD = 1; // percent of the safe ground

/** The seat that owns a cell, or -1. */
export function ownerOf(view: Field, cell: number): number {
  return view.layers.owner[cell] - 1;
}

/** The number that this viewer knows there, or -1. */
export function digitOf(view: Field, cell: number): number {
  return view.layers.digit[cell] - 1;
}

/** Nobody's, and neither crater nor mine in plain sight. A hidden mine is seen in replays alone. */
export function isCovered({ layers }: Field, cell: number): boolean {
  return !layers.owner[cell] && (layers.ground[cell] === 0 || layers.ground[cell] === HIDDEN_MINE);
}

export function isOwn(view: Field, cell: number): boolean {
  return view.viewer >= 0 && ownerOf(view, cell) === view.viewer;
}

/** The up to eight cells around one. */
export function aroundOf({ rect }: Field, cell: number): number[] {
  return within(rect.width, rect.height, cell, 2).filter((each) => each !== cell);
}

/** The cells within a distance whose square is given. */
export function within(width: number, height: number, cell: number, squared: number): number[] {
  const reach = Math.floor(Math.sqrt(squared));
  const [x, y] = [cell % width, Math.floor(cell / width)];
  const found = [];
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
    for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++) {
      if ((column - x) ** 2 + (row - y) ** 2 <= squared) found.push(row * width + column);
    }
  }
  return found;
}

/** The ground that would be reset if a mine were here: craters and shown mines stay. */
export function blastOf(view: Field, cell: number): number[] {
  const { rect, layers, facts } = view;
  const region = within(rect.width, rect.height, cell, facts.terms.blast_radius ** 2);
  return region.filter((each) => layers.ground[each] !== CRATER && layers.ground[each] !== MINE);
}

/** How many cells each seat would lose by it. */
export function lossesOf(view: Field, cell: number): number[] {
  const losses = view.facts.cells.map(() => 0);
  for (const each of blastOf(view, cell)) {
    const owner = ownerOf(view, each);
    if (owner >= 0) losses[owner] += 1;
  }
  return losses;
}

// Numbers

export interface Around {
  /** Covered cells without a flag. */
  open: number[];
  /** Covered cells with a flag. */
  flagged: number[];
  /** Flags and mines in plain sight. */
  known: number;
}

export function readAround(view: Field, cell: number): Around {
  const near = aroundOf(view, cell);
  const covered = near.filter((each) => isCovered(view, each));
  const flagged = covered.filter((each) => view.layers.flag[each]);
  const open = covered.filter((each) => !view.layers.flag[each]);
  const shown = near.filter((each) => view.layers.ground[each] === MINE).length;
  return { open, flagged, known: flagged.length + shown };
}

/** Would a chord on this number open something? */
export function canChord(view: Field, cell: number): boolean {
  const { open, known } = readAround(view, cell);
  return isOwn(view, cell) && open.length > 0 && known === digitOf(view, cell);
}

/** Nothing is left to find around this number: it may fade. */
export function isDone(view: Field, cell: number): boolean {
  const { owner, ground, flag } = view.layers;
  return aroundOf(view, cell).every((near) => owner[near] || ground[near] || flag[near]);
}

/** By a single number: a covered cell that must be a mine and has no flag, or one that cannot be one. */
export function sureCell(view: Field, what: "mine" | "safe"): number {
  const { digit } = view.layers;
  for (let cell = 0; cell < digit.length; cell++) {
    if (!isOwn(view, cell) || digit[cell] < 2) continue;
    const { open, known } = readAround(view, cell);
    const left = digitOf(view, cell) - known;
    if (open.length && left === (what === "mine" ? open.length : 0)) return open[0];
  }
  return -1;
}

// Starting cells

/** Whose confirmed starting cell is too near to this one, or -1. */
export function tooNear({ facts, rect }: Field, cell: number, seat: number): number {
  return facts.picks.findIndex(
    (other, whose) => whose !== seat && facts.confirmed[whose] && other >= 0
      && distanceSquared(rect.width, cell, other) < facts.terms.apart_squared,
  );
}

/** A cell to start at that no confirmed start is too near to, near to a place. */
export function freeStart(view: Field, [x, y]: [number, number]): number {
  const { width } = view.rect;
  const free = [...view.layers.owner.keys()].filter((cell) => tooNear(view, cell, view.viewer) < 0);
  const far = (cell: number) => distanceSquared(width, cell, y * width + x);
  return free.reduce((best, cell) => (best < 0 || far(cell) < far(best) ? cell : best), -1);
}

export function distanceSquared(width: number, one: number, other: number): number {
  return (one % width - other % width) ** 2 + (Math.floor(one / width) - Math.floor(other / width)) ** 2;
}

// Shares

/** The safe cells as they were laid; what blasts make of them nobody is told. */
export function safeOf({ facts, rect }: Field): number {
  return Math.max(1, rect.width * rect.height - facts.terms.mines);
}

/** In percent, never more than 100. */
export function shareOf(view: Field, cells: number): number {
  return Math.min(100, (100 * cells) / safeOf(view));
}

export function claimedOf(view: Field): number {
  return shareOf(view, view.facts.cells.reduce((sum, each) => sum + each, 0));
}

/** The seat that is far enough ahead of all others for the lead to last; or -1. */
export function leaderOf(view: Field): number {
  const [first = 0, second = 0] = view.facts.cells.toSorted((a, b) => b - a);
  const isClear = view.facts.stage > 0 && shareOf(view, first - second) >= CLEAR_LEAD;
  return isClear ? view.facts.cells.indexOf(first) : -1;
}

/** The cell somebody looks at: asked about, under the pointer, or under the cursor. */
export function pointedAt(session: Session): number {
  if (session.asking) return session.asking.cell;
  return session.hover >= 0 ? session.hover : session.cursor;
}

export function isFrozen({ seat, facts }: Session): boolean {
  return seat >= 0 && facts.frozen[seat] > 0 && !facts.ending;
}

/** The player's own starting cell once the match has begun, or -1. */
export function startCell(session: Session): number {
  return isPlaying(session) && session.facts.stage ? session.facts.picks[session.seat] : -1;
}

/** This viewer plays, and has not left. */
export function isPlaying(session: Session): boolean {
  return session.seat >= 0 && !session.isOver && !session.isReplay && !session.facts.out[session.seat];
}
