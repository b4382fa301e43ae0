/** A world's standing: everybody with points, the best first. */

import type { Ranked, Standing } from "../net/wire";

/** The rows after a message: those with other points stand behind all who had as many before. */
export function mergeStanding(rows: readonly Ranked[], told: Standing): Ranked[] {
  if (told.is_whole) return told.rows;
  const changed = new Map(told.rows.map((row) => [row[0], row]));
  const scores = new Map(rows.map(([seat, score]) => [seat, score]));
  const stay = rows.map((row) => changed.get(row[0]) ?? row).filter(([seat, score]) => scores.get(seat) === score);
  const move = told.rows.filter(([seat, score]) => scores.get(seat) !== score);
  return [...stay, ...move].sort((one, other) => other[1] - one[1]);
}

export interface Page {
  /** From 0. */
  number: number;
  pages: number;
  /** The rank of its first row. */
  first: number;
  rows: readonly Ranked[];
  /** One's own rank, if one has points and this page does not show it; or 0. */
  below: number;
}

/** A page of the rows; one that is too far is the last. */
export function pageOf(rows: readonly Ranked[], own: number, wanted: number, length: number): Page {
  const pages = Math.max(1, Math.ceil(rows.length / length));
  const number = Math.min(Math.max(0, wanted), pages - 1);
  const first = number * length + 1;
  const rank = rows.findIndex(([seat]) => seat === own) + 1;
  const isShown = rank >= first && rank < first + length;
  return { number, pages, first, rows: rows.slice(first - 1, first - 1 + length), below: isShown ? 0 : rank };
}
