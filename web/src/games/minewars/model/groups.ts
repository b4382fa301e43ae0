/**
 * Groups that are captured by surrounding, cities' rings, and what others would read: as `games/minewars/surroundings.py` has
 * them, which says more. Which tile counts as what is read from the view's tables; here tiles that touch are walked over.
 */

import { touching, type Field } from "./facts";
import { TRAITS } from "./facts.gen";
import { read, readAll, withMixed } from "./traits";

const { OWN, RIVAL, LAND, ABROAD, SUSPECT, MEMBER, SAFE, LAID } = TRAITS;

export interface Group {
  cells: number[];
  /** The safe land around it that is not one's own yet. */
  missing: number[];
  /** All safe land around it. */
  ring: number[];
}

/** The group of this tile, or null if it is none's. */
export function groupAt(view: Field, start: number): Group | null {
  const traits = withMixed(view, read(view));
  if (start < 0 || !(traits(start) & MEMBER)) return null;
  const around = new Map([[start, MEMBER as number]]);
  const cells = [start];
  for (const cell of cells) {
    for (const near of touching(view, cell)) {
      if (around.has(near)) continue;
      around.set(near, traits(near));
      if (traits(near) & MEMBER) cells.push(near);
    }
  }
  const ring = [...around].filter(([, bits]) => bits & SAFE);
  return { cells, ring: ring.map(([cell]) => cell), missing: ring.filter(([, bits]) => !(bits & OWN)).map(([cell]) => cell) };
}

/** A city's ring: how much land touches it, how much of that is one's own, and how much is others'. */
export function ringOf(view: Field, cell: number): { tiles: number; held: number; rivals: number } {
  const ring = touching(view, cell).map(withMixed(view, read(view))).filter((bits) => bits & LAND);
  const count = (trait: number) => ring.filter((bits) => bits & trait).length;
  return { tiles: ring.length, held: count(OWN), rivals: count(RIVAL) };
}

/** The rivals who have land of a city's ring, as far as the viewer sees whose it is: seats, the one with the most tiles first. */
export function besiegersOf(view: Field, city: number): number[] {
  const traits = withMixed(view, read(view));
  const tiles = new Map<number, number>();
  for (const near of touching(view, city)) {
    const seat = view.layers.owner[near] - 1;
    if (traits(near) & RIVAL && traits(near) & LAND) tiles.set(seat, (tiles.get(seat) ?? 0) + 1);
  }
  return [...tiles].sort(([a, some], [b, others]) => others - some || a - b).map(([seat]) => seat);
}

export interface Reading { open: number[]; known: number }

/** The foreign land around a digit: what is neither flagged nor shown to hold an item, and how much is. */
export function readAround(view: Field, cell: number): Reading {
  const traits = withMixed(view, read(view));
  const foreign = touching(view, cell).filter((near) => traits(near) & ABROAD);
  const open = foreign.filter((near) => !(traits(near) & SUSPECT));
  return { open, known: foreign.length - open.length };
}

/** What others would read on foreign land by one's own items alone; `extra` is a tile that is thought to hold one. */
export function enemyDigits(view: Field, extra = -1): Map<number, number> {
  const found = new Map<number, number>();
  const traits = withMixed(view, readAll(view));
  for (let cell = 0; cell < view.layers.item.length; cell++) {
    const bits = traits(cell);
    if (!(bits & LAID) && !(cell === extra && bits & OWN)) continue;
    for (const near of touching(view, cell)) if (traits(near) & ABROAD) found.set(near, (found.get(near) ?? 0) + 1);
  }
  return found;
}
