/** What a view of MineWars says, read by name. */

import { topology, type Topology } from "../../../core/topology";
import type { View } from "../../../core/view";
import type { MatchSession } from "../../../match/session.svelte";
import { ITEM, KIND, SIGHT, STRUCTURE, STRUCTURE_NAMES, type Known } from "./facts.gen";

export { ITEM_NAMES as ITEMS, KIND_NAMES as KINDS } from "./facts.gen";
export type { CityFacts as City, Facts, Known } from "./facts.gen";
export type Field = View<Known>;
export type Session = MatchSession<Known>;

export const { WATER, LAND, FERTILE, FOUNDATION, DESTROYED, MOUNTAIN, FOREST } = KIND;
export const { FOG, LIMITED, FULL } = SIGHT;
export const { DECOY, MINE, TRAP, NOTHING: SHOWN_EMPTY } = ITEM;
export const { ROAD, BARRICADE, TOWER, BRIDGE } = STRUCTURE;
/** Those that stand come first, and in the same order those to come. */
export const TO_COME = BRIDGE;
export const STRUCTURES = STRUCTURE_NAMES.slice(0, TO_COME + 1);

// Tiles

const TOPOLOGIES = new Map<string, Topology>();
let last: Topology | undefined;

/** The board of a view; kept, for a cell asks for its neighbours whenever it is painted. */
export function boardOf({ facts, rect }: Field): Topology {
  const { shape } = facts.terms;
  if (last?.shape === shape && last.width === rect.width && last.height === rect.height) return last;
  const key = `${shape} ${rect.width}x${rect.height}`;
  last = TOPOLOGIES.get(key) ?? topology(shape, rect.width, rect.height);
  TOPOLOGIES.set(key, last);
  return last;
}

// A tile's neighbours are asked for whenever it is painted: each list is made once for a board.
const TOUCHING = new WeakMap<Topology, number[][]>();
const BESIDE = new WeakMap<Topology, number[][]>();

export function touching(view: Field, cell: number): number[] {
  const board = boardOf(view);
  return listOf(TOUCHING, board)[cell] ??= board.neighbours(cell);
}

/** Across its sides, -1 where the board ends. */
export function besideOf(view: Field, cell: number): number[] {
  const board = boardOf(view);
  return listOf(BESIDE, board)[cell] ??= board.beside(cell);
}

function listOf(lists: WeakMap<Topology, number[][]>, board: Topology): number[][] {
  let list = lists.get(board);
  if (!list) lists.set(board, (list = []));
  return list;
}

/** The seat that owns a tile, or -1. */
export function ownerOf({ layers }: Field, cell: number): number {
  return layers.owner[cell] - 1;
}

export function isOwn(view: Field, cell: number): boolean {
  return view.viewer >= 0 && view.layers.owner[cell] === view.viewer + 1;
}

/** What plays like land; a city does not. */
export function isLand({ layers }: Field, cell: number): boolean {
  const kind = layers.kind[cell];
  return kind >= LAND && kind <= DESTROYED && !layers.city[cell];
}

/** The completed structure there, or 0. */
export function standing({ layers }: Field, cell: number): number {
  return layers.structure[cell] <= TO_COME ? layers.structure[cell] : 0;
}

/** The structure that is asked for there, or 0. */
export function toCome({ layers }: Field, cell: number): number {
  return layers.structure[cell] > TO_COME ? layers.structure[cell] - TO_COME : 0;
}

/** The number that this viewer knows there, or -1. */
export function digitOf({ layers }: Field, cell: number): number {
  return layers.digit[cell] - 1;
}

/** Does the viewer own the city of this tile's region? */
export function ownsRegion({ layers, facts, viewer }: Field, cell: number): boolean {
  const region = layers.region[cell];
  return region > 0 && facts.cities[region - 1]?.owner === viewer + 1;
}

const TICKS = 255;

/** Until when a tile is protected, in match time; 0 if it is not. The inverse of `sight.protect_byte`. */
export function protectedUntil({ layers, facts }: Field, cell: number, now: number): number {
  const byte = layers.protected[cell];
  if (!byte) return 0;
  const tick = Math.max(100, Math.ceil(facts.terms.protect_ms / 250));
  const first = Math.ceil(now / tick);
  return (first + ((((byte - 1 - first) % TICKS) + TICKS) % TICKS)) * tick;
}

// Players

/** This viewer plays, and is not out. */
export function isPlaying({ seat, isOver, isReplay, facts }: Session): boolean {
  return seat >= 0 && !isOver && !isReplay && !facts.players[seat]?.is_out;
}

/** A city of the player's own, or -1. */
export function homeOf(session: Session): number {
  if (!isPlaying(session)) return -1;
  return session.facts.cities.find((city) => city.owner === session.seat + 1)?.cell ?? -1;
}

/** Nothing was captured yet: there is but the first city with the land around it. */
export function isFresh({ view, facts, seat }: Session): boolean {
  const own = facts.cities.filter((city) => city.owner === seat + 1);
  if (own.length !== 1) return false;
  const tiles = view.layers.owner.reduce((sum, owner) => sum + Number(owner === seat + 1), 0);
  return tiles <= touching(view, own[0].cell).length + 1;
}

export function isStunned({ facts }: Session): boolean {
  return facts.own.stunned_until > 0 && !facts.ending;
}

export function isBlind({ facts }: Session): boolean {
  return facts.own.blind_until > 0 && !facts.ending;
}

/** The tile somebody looks at: asked about, under the pointer, or under the cursor. */
export function pointedAt(session: Session): number {
  if (session.asking) return session.asking.cell;
  return session.hover >= 0 ? session.hover : session.cursor;
}

/** The land that every seat owned, moment by moment: there after the end. */
export function seriesOf({ facts }: Field): number[][] {
  return facts.players.map((_, seat) => facts.graph.map((row) => row[seat + 1] ?? 0));
}
