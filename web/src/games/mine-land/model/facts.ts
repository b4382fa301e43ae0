/** What a view of Mine Land says: the tiles of the window, and what its viewer has and knows. */

import type { View } from "../../../core/view";
import type { MatchSession } from "../../../match/session.svelte";
import { DIRECTIONS, FLAG, GROUND, type Facts, type Known } from "./facts.gen";

export type { Facts, Known, Terms } from "./facts.gen";
export type Window = View<Known>;
export type Session = MatchSession<Known>;
export interface Spot { x: number; y: number }

export const { UNKNOWN, COVERED, UNCOVERED, SITE, LIT } = GROUND;
/** What lies under covered tiles: after the end, in the truth. */
export const { BOMB: TRUE_BOMB, HIDDEN_FLAG: TRUE_FLAG } = GROUND;
export const { NONE: NO_FLAG, RED_FLAG, GREEN_FLAG } = FLAG;

export type WayName = keyof typeof DIRECTIONS;
export interface Way { name: WayName; dx: number; dy: number }
export const WAYS = Object.fromEntries(
  Object.entries(DIRECTIONS).map(([name, [dx, dy]]) => [name, { name, dx, dy }]),
) as Record<WayName, Way>;

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

/** Has this player died in a round that goes on? */
export function isOut(session: Session): boolean {
  const { view } = session;
  return session.seat >= 0 && view.viewer === session.seat && view.facts.is_dead && !session.isOver && !session.isReplay;
}

/** Where the player stands whose view this is. */
export function standsAt({ facts, rect }: Window): Spot {
  const watched = facts.watching >= 0 && facts.walkers.find(([seat]) => seat === facts.watching);
  if (watched) return { x: watched[1], y: watched[2] };
  const [x, y] = facts.at;
  const isInside = x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
  // What was last seen of somebody who is no longer there.
  if (!isInside) return { x: rect.x + (rect.width >> 1), y: rect.y + (rect.height >> 1) };
  return { x, y };
}

/** How many whole seconds it is until the next flag comes to hand; 0 if none does. */
export function secondsToFlag({ coming }: Facts, now: number): number {
  return coming.length ? Math.max(1, Math.ceil((coming[0] - now) / 1000)) : 0;
}
