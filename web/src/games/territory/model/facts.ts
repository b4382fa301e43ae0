/** What Territory's views hold, and how squares, seats and moves are read from them. */

import type { View } from "../../../core/view";
import type { MatchSession } from "../../../match/session.svelte";
import { SIDE, STEPS, type Facts, type Known, type Move } from "./facts.gen";

export { SIDE } from "./facts.gen";
export type { Clash, Declared, Facts, Known, Move, Ordered, Resolution } from "./facts.gen";
export const CELLS = SIDE * SIDE;
export type Direction = keyof typeof STEPS;
export const DIRECTIONS = Object.keys(STEPS) as Direction[];
export type Ground = View<Known>;
export type Session = MatchSession<Known>;

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

/** A seat's name on the board and in declarations: A to E. */
export function letterOf(seat: number): string {
  return String.fromCharCode(65 + seat);
}

// Moves

export function startOf(move: Move): number {
  return cellOf(move.x, move.y);
}

/** Where a move leads, or -1 if that is off the map. */
export function goalOf(move: Move): number {
  const from = startOf(move), to = from + (STEPS[move.direction as Direction] ?? NaN);
  const isNear = Math.abs((to % SIDE) - (from % SIDE)) <= 1;
  return from >= 0 && to >= 0 && to < CELLS && isNear ? to : -1;
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

export type Part = "only" | "first" | "second";

/** The declarations of a round, in order. */
export function partsOf({ params }: Facts): Part[] {
  return params.declarations === 1 ? ["only"] : ["first", "second"];
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

/** All that is drawn or said of one square. */
export interface Square {
  cell: number;
  /** The owner's seat, or -1. */
  owner: number;
  units: number;
  isResource: boolean;
  isFull: boolean;
  isMine: boolean;
}

export function squareOf(view: Ground, cell: number): Square {
  const units = unitsAt(view, cell);
  return {
    cell, units,
    owner: ownerAt(view, cell),
    isResource: isResource(view, cell),
    isFull: units >= view.facts.params.cap_units,
    isMine: isMine(view, cell),
  };
}
