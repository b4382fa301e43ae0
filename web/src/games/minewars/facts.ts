/** What a view of MineWars says, as `games/minewars/facts.py` and its legend tell it. */

import { topology, type Shape, type Topology } from "../../core/topology";
import type { View } from "../../core/view";
import type { MatchSession } from "../../match/session.svelte";

export interface Terms {
  shape: Shape;
  title: string;
  cities: number[];
  base_unit: number;
  prices: Record<string, number>;
  sums: Record<string, number>;
  delays: Record<string, number>;
  cooldowns: Record<string, number>;
  hp: Record<string, number>;
  resources: Record<string, number>;
  construction_percent: number;
  sight_steps: number;
  tower_steps: number;
  strike_reach: "touching" | "sight";
  protect_ms: number;
  hold_ms: number;
  stun_ms: number;
  blind_ms: number;
  smoke_ms: number;
  limit_ms: number;
}

export interface Queued { structure: string; cells: number[]; cost: number; paid: number; done_at: number }

/** What is left out is 0 or empty. */
export interface City {
  cell: number;
  /** 0 for nobody, or the seat + 1. */
  owner: number;
  money?: number;
  since?: number;
  rate?: number;
  income?: number;
  queue?: Queued[];
  hold_by?: number;
  hold_until?: number;
}

export interface Deed { what: string; cells: number[]; at: number }
export interface PlayerFacts { cities: number; kills: number; deaths: number; taken: number; is_out: boolean }

export interface Own {
  ready: Record<string, number>;
  stunned_until: number;
  blind_until: number;
  deeds: Deed[];
  links: [number, number][];
  events: [what: string, cell: number, at: number][];
}

export interface Facts {
  terms: Terms;
  cities: City[];
  players: PlayerFacts[];
  own: Own;
  ending: string;
  places: number[];
  graph: number[][];
}

export type Field = View<Facts>;
export type Session = MatchSession<Facts>;

export const KINDS = ["water", "land", "fertile", "foundation", "destroyed", "mountain", "forest"] as const;
export const WATER = 0, LAND = 1, FERTILE = 2, FOUNDATION = 3, DESTROYED = 4, MOUNTAIN = 5, FOREST = 6;
export const FOG = 0, LIMITED = 1, FULL = 2;
export const DECOY = 1, MINE = 2, TRAP = 3, SHOWN_EMPTY = 4;
export const ITEMS = ["", "decoy", "mine", "trap", "nothing"] as const;
export const ROAD = 1, BARRICADE = 2, TOWER = 3, BRIDGE = 4, TO_COME = 4;
export const STRUCTURES = ["", "road", "barricade", "tower", "bridge"] as const;

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

export function isCluster({ layers }: Field, cell: number): boolean {
  return layers.kind[cell] >= MOUNTAIN;
}

/** The completed structure there, or 0. */
export function standing({ layers }: Field, cell: number): number {
  return layers.structure[cell] <= TO_COME ? layers.structure[cell] : 0;
}

/** The structure that is asked for there, or 0. */
export function toCome({ layers }: Field, cell: number): number {
  return layers.structure[cell] > TO_COME ? layers.structure[cell] - TO_COME : 0;
}

export function isWall(view: Field, cell: number): boolean {
  const found = standing(view, cell);
  return found === TOWER || found === BARRICADE;
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
