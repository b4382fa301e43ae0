import { describe, expect, it } from "vitest";
import { SKETCHES, squaresOf } from "./sketches";

describe("the rulebook's examples", () => {
  it("are read as squares: owner, units, what is there", () => {
    const [held, resource, free, full] = squaresOf(["A5 + . B22+"]);
    expect(held).toMatchObject({ owner: 0, units: 5, isResource: false, isMine: true });
    expect(resource).toMatchObject({ owner: -1, units: 0, isResource: true });
    expect(free).toMatchObject({ owner: -1, units: 0, isResource: false });
    expect(full).toMatchObject({ owner: 1, units: 22, isFull: true, isMine: false });
  });

  it("have rows of one length, and moves of one step from a square that holds the units", () => {
    for (const { rows, moves = [] } of Object.values(SKETCHES) as { rows: string[]; moves?: { from: number[]; to: number[]; units: number }[] }[]) {
      const across = rows[0].split(" ").length;
      expect(new Set(rows.map((row) => row.split(" ").length))).toEqual(new Set([across]));
      for (const { from, to, units } of moves) {
        expect(Math.abs(from[0] - to[0]) + Math.abs(from[1] - to[1])).toBe(1);
        expect(squaresOf([rows[from[1]].split(" ")[from[0]]])[0].units).toBeGreaterThanOrEqual(units);
      }
    }
  });
});
