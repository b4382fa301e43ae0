/**
 * A film: one viewer's frames of a match, with whole views on the way. Everything about moving in
 * it is worked out here, both ways and at once; nothing is asked of the server.
 *
 * A moment is in the film's own time (ms), the same from every point of view.
 */

import { decode } from "@msgpack/msgpack";
import { applyFrame, type Frame, type Notice, type Table, type View } from "../core/view";
import type { Shape } from "../core/topology";

export const FILM_VERSION = 1;

export interface Mark {
  at: number;
  /** A notice's code, `ending_...`, or `lead`. */
  code: string;
  facts: Record<string, unknown>;
}

/** As in `server/films/films.py`. */
export interface Film {
  version: number;
  game: string;
  shape: Shape;
  viewer: number;
  names: string[];
  bots: string[];
  /** Of bots that people brought. */
  authors?: string[];
  /** Of each frame, how many entries the match had. */
  entries?: number[];
  lasts: number;
  frames: Frame[];
  times: number[];
  keys: { frame: number; view: Frame }[];
  marks: Mark[];
  leads: [at: number, scores: number[]][];
}

/** Null means another version: the page must be reloaded. */
export function decodeFilm(data: ArrayBuffer): Film | null {
  const film = decode(new Uint8Array(data)) as Film;
  return film.version === FILM_VERSION ? film : null;
}

/** How many of these are not later: they go up. */
export function countUpTo(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last frame that has been shown at a moment. */
export function frameAt(film: Film, at: number): number {
  return Math.max(0, countUpTo(film.times, at) - 1);
}

/** What the viewer knows after a frame: from the nearest whole view before it. */
export function stateAt(film: Film, frame: number): { view: View; table: Table } {
  const key = film.keys.findLast((each) => each.frame <= frame);
  let from = key?.frame ?? 0;
  let last = key?.view ?? film.frames[0];
  let table = last.table!;
  let { view } = applyFrame(null, last);
  while (from < frame) {
    last = film.frames[++from];
    view = applyFrame(view, last).view;
    table = last.table ?? table;
  }
  return { view, table };
}

/** The last notices up to a frame, oldest first, each with its moment in the match. */
export function noticesUpTo(film: Film, frame: number, most: number): { at: number; notice: Notice }[] {
  const found: { at: number; notice: Notice }[] = [];
  for (let place = frame; place >= 0 && found.length < most; place--) {
    const { now, notices = [] } = film.frames[place];
    for (const notice of notices.toReversed()) found.push({ at: now, notice });
  }
  return found.slice(0, most).reverse();
}

/** The match's own time at a moment of the film: between two frames it runs evenly. */
export function matchTime(film: Film, at: number): number {
  const frame = frameAt(film, at);
  const [here, next] = [film.frames[frame], film.frames[frame + 1]];
  const [from, to] = [film.times[frame], film.times[frame + 1]];
  if (!next || to <= from) return here.now;
  return here.now + ((at - from) / (to - from)) * (next.now - here.now);
}

/** The moment of the next frame that comes later, or of the last one that came before. */
export function stepFrom(film: Film, at: number, way: 1 | -1): number {
  const here = film.times[frameAt(film, at)];
  if (way > 0) return film.times[countUpTo(film.times, here)] ?? film.lasts;
  return film.times[countUpTo(film.times, here - 1) - 1] ?? 0;
}

/** The next mark after a moment, or the last before it; the ends if there is none. */
export function markFrom(film: Film, at: number, way: 1 | -1): number {
  const moments = film.marks.map((mark) => mark.at);
  if (way > 0) return moments[countUpTo(moments, at)] ?? film.lasts;
  return moments[countUpTo(moments, at - 1) - 1] ?? 0;
}

/** The mark nearest to a moment, if it is within this distance. */
export function markNear(film: Film, at: number, within: number): Mark | null {
  let best: Mark | null = null;
  for (const mark of film.marks) {
    const isNearer = Math.abs(mark.at - at) < Math.abs((best?.at ?? Infinity) - at);
    if (isNearer && Math.abs(mark.at - at) <= within) best = mark;
  }
  return best;
}

/** Where a seat's share of all scores begins and ends at each change, from 0 to 1. */
export function shares(film: Film): { at: number; edges: number[] }[] {
  return film.leads.map(([at, scores]) => {
    const counted = scores.map((score) => Math.max(0, score));
    const sum = counted.reduce((total, score) => total + score, 0);
    let edge = 0;
    const edges = counted.map((score) => (edge += sum ? score / sum : 1 / counted.length));
    return { at, edges: [0, ...edges] };
  });
}
