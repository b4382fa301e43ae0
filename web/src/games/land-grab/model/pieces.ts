/**
 * Pieces of islands from pictures, for examples: `W L M F` are grounds, `1` and `2` farms of
 * player 1 and 2, `m3` a mine that yields 3, `r0` a resort that yields 0. Words are apart by spaces.
 */

import { FARM, FOREST, LAND, MINE, MOUNTAIN, RESORT, WATER, type Island } from "./tiles";

const GROUND: Record<string, number> = { W: WATER, L: LAND, M: MOUNTAIN, F: FOREST };
const BUILT: Record<string, [owner: number, built: number]> = { 1: [1, FARM], 2: [2, FARM], m: [1, MINE], r: [2, RESORT] };

export function pieceOf(rows: string[], viewer = -1): Island {
  const words = rows.flatMap((row) => row.split(" "));
  const of = (read: (word: string) => number) => Uint8Array.from(words, read);
  const zeros = () => new Uint8Array(words.length);
  const layers = {
    ground: of((word) => GROUND[word] ?? LAND),
    owner: of((word) => BUILT[word[0]]?.[0] ?? 0),
    built: of((word) => BUILT[word[0]]?.[1] ?? 0),
    yield: of((word) => Number(word.slice(1)) || 0),
    legal: zeros(), gain0: zeros(), gain1: zeros(), loss0: zeros(), loss1: zeros(),
  };
  const rect = { x: 0, y: 0, width: words.length / rows.length, height: rows.length };
  const facts = {
    mover: 0, turn: 1, points: [0, 0], target: 100, incomes: [0, 0], farms: [0, 0], settlements: [0, 0],
    passes: [0, 0], last_cell: -1, ending: "", winner: -1,
  };
  return { viewer, facts, rect, layers };
}
