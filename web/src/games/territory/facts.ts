/** What Territory's views hold, and how squares, seats and moves are read from them. */

import type { View } from "../../core/view";
import type { MatchSession } from "../../match/session.svelte";

export const SIDE = 8;
export const CELLS = SIDE * SIDE;
export const DIRECTIONS = ["U", "D", "L", "R"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface Move { x: number; y: number; direction: string; units: number }
export interface Said { round: number; part: number; seat: number; text: string }
export interface Ordered { round: number; seat: number; moves: Move[]; into: number[] }
export interface Clash { x: number; y: number; armies: number[]; seat: number; left: number }

/** A round in steps: the board before it, the moves, the clashes and the production. */
export interface Resolution {
  round: number;
  /** 0 for nobody, or the owner's seat + 1. */
  owners: number[];
  units: number[];
  moves: Ordered[];
  clashes: Clash[];
  gains: number[];
}

export interface Params {
  rounds: number;
  moves: number;
  declaration_characters: number;
  phase_seconds: number;
  cap_units: number;
}

export const PHASES = ["first declaration", "second declaration", "orders", "over"] as const;
export type Phase = (typeof PHASES)[number];
export type Sealed = { type: "declare"; text: string } | { type: "order"; moves: Move[] };

export interface Facts {
  params: Params;
  round: number;
  phase: Phase;
  in_play: boolean[];
  resigned: boolean[];
  away: boolean[];
  submitted: boolean[];
  sealed: Sealed | null;
  totals: number[];
  units_by_round: number[][];
  declarations: Said[];
  orders: Ordered[];
  last: Resolution | null;
  ending: string;
}

export type Ground = View<Facts>;
export type Session = MatchSession<Facts>;

// Squares

/** The square's owner, or -1. */
export function ownerAt(view: Ground, cell: number): number {
  return view.layers.owner[cell] - 1;
}

/** A square may hold more than a byte does: two layers. */
export function unitsAt(view: Ground, cell: number): number {
  return view.layers.units[cell] + 256 * view.layers.units_high[cell];
}

export function isResource(view: Ground, cell: number): boolean {
  return view.layers.resource[cell] > 0;
}

export function isMine(view: Ground, cell: number): boolean {
  return view.viewer >= 0 && ownerAt(view, cell) === view.viewer;
}

/** The square of coordinates, or -1 off the map. */
export function cellOf(x: number, y: number): number {
  return x >= 0 && y >= 0 && x < SIDE && y < SIDE ? y * SIDE + x : -1;
}

/** As players write it: `2,3`. */
export function placeOf(cell: number): string {
  return `${cell % SIDE},${Math.floor(cell / SIDE)}`;
}

/** How a seat is called on the board and in declarations: A to E. */
export function letterOf(seat: number): string {
  return String.fromCharCode(65 + seat);
}

// Moves

const STEPS: Record<string, readonly [number, number]> = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

export function startOf(move: Move): number {
  return cellOf(move.x, move.y);
}

/** Where a move leads, or -1 if that is off the map. */
export function goalOf(move: Move): number {
  const step = STEPS[move.direction];
  return step && startOf(move) >= 0 ? cellOf(move.x + step[0], move.y + step[1]) : -1;
}

/** The direction from a square to its neighbour; nothing for any other. */
export function directionOf(from: number, to: number): Direction | undefined {
  return DIRECTIONS.find((direction) => goalOf(moveFrom(from, direction, 1)) === to);
}

export function moveFrom(cell: number, direction: string, units: number): Move {
  return { x: cell % SIDE, y: Math.floor(cell / SIDE), direction, units };
}

/** What moves take from a square together, one of them perhaps left out. */
export function leaving(moves: readonly Move[], cell: number, except = -1): number {
  return moves.reduce((sum, move, at) => sum + (at !== except && startOf(move) === cell ? move.units : 0), 0);
}

// The table

/** Is this viewer a player who is still in? */
export function isPlaying(session: Session): boolean {
  return session.seat >= 0 && !session.isOver && !session.isReplay && session.facts.in_play[session.seat];
}

/** May something be sealed now? Also again: a seal can be replaced until the phase closes. */
export function maySeal(session: Session): boolean {
  return isPlaying(session) && session.isConnected && !session.isPaused;
}

/** `A: Ada`. */
export function nameOf(session: Session, seat: number): string {
  return `${letterOf(seat)} ${session.name(seat)}`;
}

/** Each seat's units by round: a series a seat. */
export function seriesOf(view: Ground): number[][] {
  const { units_by_round: rounds, totals } = view.facts;
  return totals.map((_, seat) => rounds.map((units) => units[seat]));
}
