/**
 * What is in a declaration: words, squares and tags. Others wrote it, so it stays text: pieces
 * become text nodes, never markup.
 */

import { cellOf } from "./facts";
import { TAG } from "./facts.gen";

export type Kind = "PACT" | "HIT" | "LEAVE" | "CLAIM";
export const KINDS: readonly Kind[] = ["PACT", "HIT", "LEAVE", "CLAIM"];

/** A tag has one meaning that bots understand too. */
export interface Tag { kind: Kind; about: number; rounds: number; cell: number }

export type Piece =
  | { is: "words"; text: string }
  | { is: "square"; text: string; cell: number }
  | { is: "tag"; text: string; tag: Tag };

// A square stands alone: neither `1,000` nor the middle of a longer list of numbers.
const SQUARE = /(?<![\d,.])([0-7]), ?([0-7])(?![\d]|,\d|\.\d)/;
const PIECE = new RegExp(`${TAG.source}|${SQUARE.source}`, "g");

export function readPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(PIECE)) {
    if (found.index > end) pieces.push({ is: "words", text: text.slice(end, found.index) });
    pieces.push(pieceOf(found));
    end = found.index + found[0].length;
  }
  if (end < text.length) pieces.push({ is: "words", text: text.slice(end) });
  return pieces;
}

function pieceOf(found: RegExpMatchArray): Piece {
  const [text, pact, friend, rounds, hit, foe, leave, heir, x, y, claim, u, v, column, row] = found;
  const tag = (kind: Kind, letter = "", cell = -1): Piece => {
    const about = letter ? letter.charCodeAt(0) - 65 : -1;
    return { is: "tag", text, tag: { kind, about, rounds: Number(rounds ?? 1), cell } };
  };
  if (pact) return tag("PACT", friend);
  if (hit) return tag("HIT", foe);
  if (leave) return tag("LEAVE", heir, cellOf(Number(x), Number(y)));
  if (claim) return tag("CLAIM", "", cellOf(Number(u), Number(v)));
  return { is: "square", text, cell: cellOf(Number(column), Number(row)) };
}

/** The inverse: as bots read it. */
export function spellTag(kind: Kind, letter: string, rounds: number, place: string): string {
  if (kind === "PACT") return `[PACT ${letter} ${rounds}]`;
  if (kind === "HIT") return `[HIT ${letter}]`;
  return kind === "LEAVE" ? `[LEAVE ${letter} ${place}]` : `[CLAIM ${place}]`;
}

// As in the rules: line breaks and tabs become blanks, other control characters are dropped (TR-11).
const BREAKS = /[\t\n\v\f\r\x85\u2028\u2029]/g;
const CONTROLS = /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/gu;

/** A declaration as it is sealed. */
export function cleanWords(text: string): string {
  return text.replace(BREAKS, " ").replace(CONTROLS, "").trim();
}

/** Characters as the rules count them: code points, without blanks at the ends. */
export function lengthOf(text: string): number {
  return [...cleanWords(text)].length;
}

/** A piece put into a text at a place, with blanks around it where they are missing. */
export function insertInto(text: string, at: number, piece: string): { text: string; at: number } {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const opens = before && !/\s$/.test(before) ? " " : "";
  const closes = /^[\s.,;:!?)]/.test(after) ? "" : " ";
  const head = before + opens + piece + closes;
  return { text: head + after, at: head.length };
}
