import { describe, expect, test } from "vitest";
import { bounded, centred, fits, fitSize, nextSize, rulerStep, shrunk, toBoard, withMap, zoomed } from "./camera";

describe("the camera", () => {
  const board = { width: 10, height: 10 }, canvas = { width: 500, height: 400 };
  const margins = { left: 20, top: 20, right: 0, bottom: 0 };

  test("a fitting board is as large as can be and in the middle", () => {
    const size = fitSize(board, canvas, margins, 100);
    expect(size).toBe(38);
    expect(centred(board, canvas, margins, size)).toEqual({ size: 38, x: 70, y: 20 });
  });

  test("on a phone what it leaves free lies below it", () => {
    const high = { width: 400, height: 700 }, top = { ...margins, isTop: true };
    expect(centred(board, high, top, 38)).toEqual({ size: 38, x: 20, y: 20 });
    expect(bounded({ x: 0, y: 99, size: 38 }, board, high, top)).toEqual({ size: 38, x: 20, y: 20 });
  });

  test("zooming keeps what is under the pointer", () => {
    const camera = { x: 30, y: 40, size: 20 }, at = { x: 111, y: 222 };
    const before = toBoard(camera, at), after = toBoard(zoomed(camera, 64, at), at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  test("a large board cannot be lost, a small one stays in the middle", () => {
    expect(bounded({ x: 9999, y: -9999, size: 80 }, board, canvas, margins)).toEqual({ size: 80, x: 20, y: -400 });
    expect(bounded({ x: 0, y: 0, size: 20 }, board, canvas, margins)).toEqual({ size: 20, x: 160, y: 110 });
  });

  test("the last rows of a board that does not fit lie above its small map, and a board that fits has no room for one", () => {
    const map = shrunk({ width: 40, height: 20 }, 132);
    expect(map).toEqual({ width: 132, height: 66 });
    for (const size of [60, 80]) {
      const camera = { x: -9999, y: -9999, size };
      expect(fits(camera, board, canvas)).toBe(false);
      const { x, y } = bounded(camera, board, canvas, withMap(margins, camera, board, canvas, map.height + 8));
      expect(x + board.width * size).toBe(canvas.width);
      expect(y + board.height * size).toBe(canvas.height - map.height - 8);
    }
    const small = { x: 0, y: 0, size: 20 };
    expect(withMap(margins, small, board, canvas, 74)).toBe(margins);
  });

  test("labels of a ruler never touch, however small the cells are", () => {
    expect(rulerStep(40, 24)).toBe(1);
    expect(rulerStep(18, 24)).toBe(2);
    for (const size of [1, 2, 5, 9, 18, 23, 24, 64]) expect(rulerStep(size, 24) * size).toBeGreaterThanOrEqual(24);
  });

  test("sizes go up and down by steps", () => {
    expect(nextSize(38, true, 1)).toBe(40);
    expect(nextSize(38, false, 1)).toBe(32);
    expect(nextSize(38, true, 2)).toBe(40);
  });
});
