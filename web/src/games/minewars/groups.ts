/**
 * Groups that are captured by surrounding, as far as this viewer sees them: clusters, walls, items in
 * sight and one's own flags. Never hidden items: so what is "still missing" may be wrong, as the player may be.
 */

import { isCluster, isLand, isOwn, isWall, SHOWN_EMPTY, touching, type Field } from "./facts";

export interface Group {
  cells: number[];
  /** The safe land around it that is not one's own yet. */
  missing: number[];
  /** All safe land around it. */
  ring: number[];
}

function isMember(view: Field, cell: number): boolean {
  if (isCluster(view, cell) || isWall(view, cell)) return true;
  const { item, flag } = view.layers;
  const isItem = item[cell] > 0 && item[cell] !== SHOWN_EMPTY;
  return !isOwn(view, cell) && isLand(view, cell) && (isItem || flag[cell] > 0);
}

/** The group of this tile, or null if it is none's. */
export function groupAt(view: Field, start: number): Group | null {
  if (start < 0 || !isMember(view, start)) return null;
  const seen = new Set([start]);
  const ring = new Set<number>();
  for (const cell of seen) {
    for (const near of touching(view, cell)) {
      if (seen.has(near)) continue;
      if (isMember(view, near)) seen.add(near);
      else if (isLand(view, near)) ring.add(near);
    }
  }
  return { cells: [...seen], ring: [...ring], missing: [...ring].filter((cell) => !isOwn(view, cell)) };
}

/** A city's ring: the land that touches it, and how much of it a seat owns. */
export function ringOf(view: Field, cell: number, owner: number): { tiles: number; held: number } {
  const ring = touching(view, cell).filter((near) => isLand(view, near));
  return { tiles: ring.length, held: ring.filter((near) => view.layers.owner[near] === owner).length };
}

/** What enemies would read on their land by one's own items alone; `extra` is a tile that is thought to hold one. */
export function enemyDigits(view: Field, extra = -1): Map<number, number> {
  const found = new Map<number, number>();
  const { item } = view.layers;
  for (let cell = 0; cell < item.length; cell++) {
    const isItem = (item[cell] > 0 && item[cell] !== SHOWN_EMPTY) || cell === extra;
    if (!isItem || !isOwn(view, cell)) continue;
    for (const near of touching(view, cell)) {
      if (!isOwn(view, near) && isLand(view, near)) found.set(near, (found.get(near) ?? 0) + 1);
    }
  }
  return found;
}
