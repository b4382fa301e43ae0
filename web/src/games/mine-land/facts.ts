/** What a view of Mine Land says: the tiles of the window, and what its viewer has and knows. */

import type { View } from "../../core/view";
import type { MatchSession } from "../../match/session.svelte";

export interface Terms {
  width: number;
  height: number;
  sight: number;
  blast_radius: number;
  step_ms: number;
  dig_ms: number;
  chain_ms: number;
  unflag_ms: number;
  start_flags: number;
  /** When the round ends at the latest; 0 is never. */
  round_ms: number;
  density_permille: number;
  cascades: boolean;
  flags_shield: boolean;
}

/** How somebody died. */
export interface Death {
  /** When, in ms. */
  now: number;
  /** The blast's centre. */
  x: number;
  y: number;
  /** Whose digging began it: perhaps one's own. */
  by: number;
  /** 1 is the bomb that was dug up, 2 what it set off. */
  wave: number;
}

/** The last wave of a chain that reached the window. */
export interface Blast {
  now: number;
  wave: number;
  /** From which sides, if its bombs lie outside: each from -1 to 1. */
  sides: [dx: number, dy: number][];
}

export interface Facts {
  terms: Terms;
  /** One's own tile; (-1, -1) for who has none. */
  at: [x: number, y: number];
  flags: number;
  score: number;
  is_dead: boolean;
  /** Off the board: this was seen last. */
  is_away: boolean;
  /** Through whose eyes a dead player sees, or -1. */
  watching: number;
  /** Everybody else in the window: seat, x, y. */
  walkers: [seat: number, x: number, y: number][];
  /** From when the next step, and the next dig or flag, is allowed. */
  step_at: number;
  dig_at: number;
  /** Flags within reach that cannot be taken back yet, and from when they can. */
  unflag_at: [x: number, y: number, at: number][];
  blast: Blast | null;
  died: Death | null;
  ending: string;
  places: number[];
}

export type Window = View<Facts>;
export type Session = MatchSession<Facts>;
export interface Spot { x: number; y: number }

// The legend's numbers
export const UNKNOWN = 0, COVERED = 1, UNCOVERED = 2, SITE = 3, LIT = 4;
/** What lies under covered tiles: after the end, in the truth. */
export const TRUE_BOMB = 5, TRUE_FLAG = 6;
export const NO_FLAG = 0, RED_FLAG = 1, GREEN_FLAG = 2;

export type WayName = "north" | "east" | "south" | "west";
export interface Way { name: WayName; dx: number; dy: number }
export const WAYS: Record<WayName, Way> = {
  north: { name: "north", dx: 0, dy: -1 },
  east: { name: "east", dx: 1, dy: 0 },
  south: { name: "south", dx: 0, dy: 1 },
  west: { name: "west", dx: -1, dy: 0 },
};

/** ML-11: uncovered, a site, or covered with a flag on it. */
export function isWalkable(view: Window, cell: number): boolean {
  if (cell < 0) return false;
  const ground = view.layers.ground[cell];
  return ground === UNCOVERED || ground === SITE || (isCover(ground) && view.layers.flag[cell] !== NO_FLAG);
}

function isCover(ground: number): boolean {
  return ground === COVERED || ground === TRUE_BOMB || ground === TRUE_FLAG;
}

export function isCovered(view: Window, cell: number): boolean {
  return cell >= 0 && isCover(view.layers.ground[cell]);
}

/** The place in the layers, or -1 outside the window. */
export function cellOf({ rect }: Window, { x, y }: Spot): number {
  const [column, row] = [x - rect.x, y - rect.y];
  const isInside = column >= 0 && row >= 0 && column < rect.width && row < rect.height;
  return isInside ? row * rect.width + column : -1;
}

export function spotOf({ rect }: Window, cell: number): Spot {
  return { x: rect.x + (cell % rect.width), y: rect.y + Math.floor(cell / rect.width) };
}

/** ML-20: the eight around, not the one stood on. */
export function isBeside(a: Spot, b: Spot): boolean {
  const far = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
  return far === 1;
}

/** Is this the window of somebody's seat? Watchers see nothing, the truth has no window. */
export function isWindow(view: Window): boolean {
  return view.viewer >= 0;
}

/** May this viewer walk and dig? What is legal then is the server's to say. */
export function mayAct(session: Session): boolean {
  const { view } = session;
  if (session.seat < 0 || session.isReplay || view.viewer !== session.seat) return false;
  return !view.facts.is_dead && !session.isOver && session.isConnected && !session.isPaused;
}

/** Where the one stands through whose eyes this is seen. */
export function standsAt({ facts, rect }: Window): Spot {
  const watched = facts.watching >= 0 && facts.walkers.find(([seat]) => seat === facts.watching);
  if (watched) return { x: watched[1], y: watched[2] };
  const [x, y] = facts.at;
  const isInside = x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
  // What was last seen of somebody who is no longer there.
  if (!isInside) return { x: rect.x + (rect.width >> 1), y: rect.y + (rect.height >> 1) };
  return { x, y };
}

/** When a flag on that tile can be taken back, in ms; 0 is now. */
export function unflagAt({ facts }: Window, { x, y }: Spot): number {
  return facts.unflag_at.find((each) => each[0] === x && each[1] === y)?.[2] ?? 0;
}
