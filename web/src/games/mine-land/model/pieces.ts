/**
 * Small pieces of the world, spelled row by row: for the rulebook's pictures and for tests.
 *
 *     #  covered   .  dug   1-8  dug, with its number   r g  flags   s  a site   *  lit   L  three flags lie there
 */

import { COVERED, LIT, SITE, UNCOVERED, type Facts, type Terms, type Window } from "./facts";

export const TERMS: Terms = {
  width: 40, height: 40, sight: 5, blast_radius: 3, step_ms: 120, dig_ms: 150, chain_ms: 100, unflag_ms: 5000,
  start_flags: 3, round_ms: 0, rest_ms: 20_000, density_permille: 80, cascades: false, flags_shield: false,
};

export function factsOf(facts: Partial<Facts> = {}): Facts {
  return {
    terms: TERMS, at: [-1, -1], flags: 3, coming: [], score: 0, is_dead: false, is_away: false, watching: -1, walkers: [], company: null,
    step_at: 0, dig_at: 0, blast: null, died: null, deserted_at: 0, ending: "", places: [], ...facts,
  };
}

const GROUNDS: Record<string, number> = { "#": COVERED, r: COVERED, g: COVERED, s: SITE, "*": LIT };

/** A view with its corner at (x, y). */
export function pieceOf(rows: string[], facts: Partial<Facts> = {}, [x, y] = [0, 0]): Window {
  const letters = rows.flatMap((row) => row.split(""));
  const layer = (value: (letter: string) => number) => Uint8Array.from(letters, value);
  return {
    viewer: 0,
    facts: factsOf(facts),
    rect: { x, y, width: rows[0].length, height: rows.length },
    layers: {
      ground: layer((letter) => GROUNDS[letter] ?? UNCOVERED),
      digit: layer((letter) => Number(letter) || 0),
      flag: layer((letter) => ({ r: 1, g: 2 })[letter] ?? 0),
      loot: layer((letter) => (letter === "L" ? 3 : 0)),
    },
  };
}
