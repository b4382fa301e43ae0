import { describe, expect, test } from "vitest";
import { topology } from "./topology";

describe("squares", () => {
  const board = topology("square", 5, 4);

  test("a cell is found again at its middle and in its corners", () => {
    for (let cell = 0; cell < 20; cell++) {
      const { x, y } = board.corner(cell);
      for (const [dx, dy] of [[0.5, 0.5], [0.01, 0.01], [0.99, 0.99]]) expect(board.at({ x: x + dx, y: y + dy })).toBe(cell);
    }
  });

  test("beside the board there is nothing", () => {
    for (const point of [{ x: -0.1, y: 1 }, { x: 5, y: 1 }, { x: 1, y: 4 }, { x: 1, y: -0.1 }]) expect(board.at(point)).toBe(-1);
  });

  test("neighbours touch by a side, or by a corner too", () => {
    expect(board.neighbours(6, false).sort()).toEqual([1, 11, 5, 7].sort());
    expect(board.neighbours(6)).toHaveLength(8);
    expect(board.neighbours(0)).toHaveLength(3);
  });

  test("steps stop at the edge", () => {
    expect(board.step(0, -1, 0)).toBe(0);
    expect(board.step(0, 1, 1)).toBe(6);
    expect(board.step(7, 9999, 0)).toBe(9);
  });
});

describe("hexes", () => {
  const board = topology("hex", 4, 5);

  test("a cell is found again at its middle", () => {
    for (let cell = 0; cell < 20; cell++) {
      const { x, y } = board.corner(cell);
      expect(board.at({ x: x + 0.5, y: y + 0.5 })).toBe(cell);
    }
  });

  test("odd rows are shoved half a cell to the right", () => {
    expect(board.corner(4).x).toBe(0.5);
    expect(board.corner(8).x).toBe(0);
  });

  test("neighbours are six, each other's, and at the distance of one", () => {
    expect(board.neighbours(5)).toHaveLength(6);
    for (let cell = 0; cell < 20; cell++) {
      for (const other of board.neighbours(cell)) {
        expect(board.neighbours(other)).toContain(cell);
        const [a, b] = [board.corner(cell), board.corner(other)];
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(1);
      }
    }
  });

  test("a corner between three belongs to one of them, and outside there is nothing", () => {
    expect([0, 1, 4]).toContain(board.at({ x: 1, y: 0.5 + 1 / Math.sqrt(3) / 2 + 0.01 }));
    expect(board.at({ x: -0.2, y: 0.5 })).toBe(-1);
    expect(board.at({ x: 0.02, y: -0.05 })).toBe(-1);
  });
});

describe("sides", () => {
  test.each(["square", "hex"] as const)("the cell across a side lies where that side of the outline points: %s", (shape) => {
    const board = topology(shape, 6, 6);
    for (const cell of [14, 20]) {
      board.beside(cell).forEach((near, side) => {
        const [from, to] = [board.outline[side], board.outline[(side + 1) % board.outline.length]];
        const { x, y } = board.corner(cell);
        const out = { x: x + 0.5 + (from.x + to.x - 1) * 0.7, y: y + 0.5 + (from.y + to.y - 1) * 0.7 };
        expect(board.at(out)).toBe(near);
      });
    }
  });

  test("where the board ends there is none, and the others keep their places", () => {
    expect(topology("square", 3, 3).beside(0)).toEqual([-1, 1, 3, -1]);
    expect(topology("hex", 3, 3).beside(0)).toEqual([-1, 1, 3, -1, -1, -1]);
  });
});
