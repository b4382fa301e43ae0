/**
 * Pieces of the board from pictures, for examples: `.` covered, `f` flagged, `0` to `8` one's own
 * with its number, `a` to `d` a player's without one, `x` a crater, `m` a mine in plain sight.
 */

import { CRATER, MINE, type Facts, type Field } from "./ground";

const GROUND: Record<string, number> = { x: CRATER, m: MINE };
const OTHERS = "abcd";

export function pieceOf(rows: string[], viewer = 0, seats = 2): Field {
  const signs = [...rows.join("")];
  const of = (read: (sign: string) => number) => Uint8Array.from(signs, read);
  const layers = {
    ground: of((sign) => GROUND[sign] ?? 0),
    owner: of((sign) => (/\d/.test(sign) ? viewer + 1 : OTHERS.indexOf(sign) + 1)),
    digit: of((sign) => (/\d/.test(sign) ? Number(sign) + 1 : 0)),
    flag: of((sign) => Number(sign === "f")),
    legal: of((sign) => Number(".f".includes(sign))),
  };
  const rect = { x: 0, y: 0, width: rows[0].length, height: rows.length };
  return { viewer, facts: factsOf(seats, layers.owner), rect, layers };
}

function factsOf(seats: number, owner: Uint8Array): Facts {
  const each = <T>(value: T) => Array.from({ length: seats }, () => value);
  return {
    terms: { mines: 0, density_percent: 18, apart_squared: 100, freeze_ms: 5000, blast_radius: 3, marks: [60, 90] },
    stage: 1,
    moments: [0, 180_000, 360_000, 420_000],
    cells: each(0).map((_, seat) => owner.filter((value) => value === seat + 1).length),
    frozen: each(0), picks: each(-1), confirmed: each(true), out: each(false), ending: "", places: [], graph: [],
  };
}
