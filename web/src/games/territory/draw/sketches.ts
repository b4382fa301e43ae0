/** The rulebook's examples: a few squares in letters, and the moves on them. */

import { SIDE, type Square } from "../model/facts";

export interface Sketch {
  /** Squares with blanks between them: `A5` five units of A, `+` a resource, `A20+` held, `.` free. */
  rows: string[];
  moves?: { from: [number, number]; to: [number, number]; units: number }[];
}

const FULL = 21;

export const SKETCHES = {
  moves: {
    rows: ["A9 . .", ". . ."],
    moves: [{ from: [0, 0], to: [1, 0], units: 5 }, { from: [0, 0], to: [0, 1], units: 3 }],
  },
  moved: { rows: ["A2 A6 .", "A4 . ."] },
  meet: {
    rows: [". B4 .", "A10 . C2"],
    moves: [
      { from: [0, 1], to: [1, 1], units: 10 },
      { from: [1, 0], to: [1, 1], units: 4 },
      { from: [2, 1], to: [1, 1], units: 2 },
    ],
  },
  met: { rows: [". . .", ". A6 ."] },
  tie: {
    rows: ["A5 . B5"],
    moves: [{ from: [0, 0], to: [1, 0], units: 5 }, { from: [2, 0], to: [1, 0], units: 5 }],
  },
  tied: { rows: [". . ."] },
  grows: { rows: ["A5 A20+ A21"] },
  grown: { rows: ["A6 A22+ A21"] },
} satisfies Record<string, Sketch>;

export function squaresOf(rows: readonly string[]): Square[] {
  return rows.flatMap((row, y) => row.split(" ").map((text, x) => squareOf(text, y * SIDE + x)));
}

function squareOf(text: string, cell: number): Square {
  const [, letter = "", units = "0", plus = ""] = /^([A-E])?(\d+)?(\+)?/.exec(text) ?? [];
  return {
    cell,
    owner: letter ? letter.charCodeAt(0) - 65 : -1,
    units: Number(units),
    isResource: plus === "+",
    isFull: Number(units) >= FULL,
    isMine: letter === "A",
  };
}
