/**
 * Sheets of orders as text: parsing them, spelling them, and saying what is wrong with them.
 *
 * A problem has the server's own code and facts, so that its sentence is the same one. Only
 * spellings are parsed and units added up; whether a sheet counts is the server's to say.
 */

import type { Facts as Words } from "../../../core/texts";
import {
  DIRECTIONS, goalOf, isMine, leaving, SIDE, startOf, unitsAt, type Ground, type Move,
} from "./facts";

export interface Problem {
  /** The move's place on the sheet, or -1 for the whole sheet. */
  at: number;
  code: string;
  facts: Words;
}

export interface Sheet {
  moves: Move[];
  problems: Problem[];
}

export function spellMove({ x, y, direction, units }: Move): string {
  return `${x},${y},${direction},${units}`;
}

export function spellSheet(moves: readonly Move[]): string {
  return moves.map(spellMove).join(" ");
}

export function isSameSheet(first: readonly Move[], second: readonly Move[]): boolean {
  return spellSheet(first) === spellSheet(second);
}

/** Moves are separated by semicolons, or by blanks if there are no semicolons. */
export function parseSheet(text: string): Sheet {
  const words = text.includes(";") ? text.replace(/\s+/g, "").split(";") : text.trim().split(/\s+/);
  const sheet: Sheet = { moves: [], problems: [] };
  words.filter(Boolean).forEach((word, at) => {
    const read = parseMove(word);
    if ("direction" in read) sheet.moves.push(read);
    else sheet.problems.push({ at, ...read });
  });
  return sheet;
}

function parseMove(word: string): Move | Omit<Problem, "at"> {
  const parts = word.split(",");
  const numbers = [parts[0], parts[1], parts[3]].map((part) => (/^\d{1,6}$/.test(part ?? "") ? Number(part) : NaN));
  const direction = (parts[2] ?? "").toUpperCase();
  if (parts.length === 4 && direction && !DIRECTIONS.includes(direction as never)) {
    return { code: "no_such_direction", facts: { move: word } };
  }
  if (parts.length !== 4 || numbers.some(Number.isNaN) || !direction) return { code: "malformed", facts: { move: word } };
  const [x, y, units] = numbers;
  return { x, y, direction, units };
}

/** What the server would refuse, as far as the view shows it. */
export function problemsOf(moves: readonly Move[], view: Ground): Problem[] {
  const most = view.facts.params.moves;
  const found = moves.flatMap((move, at) => problemOf(move, at, moves, view) ?? []);
  if (moves.length > most) found.unshift({ at: -1, code: "too_many_moves", facts: { moves: moves.length, most } });
  return found;
}

function problemOf(move: Move, at: number, moves: readonly Move[], view: Ground): Problem | null {
  const spelled = spellMove(move);
  const { x, y } = move;
  const cell = startOf(move);
  if (goalOf(move) < 0) return { at, code: "off_the_map", facts: { move: spelled, last: SIDE - 1 } };
  if (move.units < 1) return { at, code: "no_units", facts: { move: spelled } };
  if (!isMine(view, cell)) return { at, code: "not_your_square", facts: { move: spelled, x, y } };
  const there = unitsAt(view, cell);
  const together = leaving(moves.slice(0, at + 1), cell);
  if (together <= there) return null;
  return { at, code: "too_many_units", facts: { move: spelled, x, y, there, together } };
}

/** How many units a move may take: what is there without what the others take. */
export function mostOf(moves: readonly Move[], at: number, view: Ground): number {
  const cell = startOf(moves[at]);
  if (cell < 0 || !isMine(view, cell)) return Math.max(1, moves[at].units);
  return Math.max(1, unitsAt(view, cell) - leaving(moves, cell, at));
}
