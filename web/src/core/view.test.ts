import { describe, expect, test } from "vitest";
import { applyFrame, type Frame, type View } from "./view";

function whole(): Frame {
  return {
    is: "frame", number: 0, now: 0,
    view: { viewer: 0, facts: { points: [1, 2], log: ["a"] }, rect: [0, 0, 3, 2], layers: { owner: new Uint8Array(6) } },
  };
}

/** 32-bit little-endian words, as the server packs them. */
function packed(...cells: [place: number, value: number][]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4 * cells.length));
  cells.forEach(([place, value], at) => bytes.setUint32(4 * at, (place << 8) | value, true));
  return new Uint8Array(bytes.buffer);
}

function opened(): View {
  return applyFrame(null, whole()).view;
}

describe("frames", () => {
  test("a whole view is taken as it is, and everything has changed", () => {
    const { view, changed } = applyFrame(null, whole());
    expect(changed).toBe("all");
    expect(view.rect).toEqual({ x: 0, y: 0, width: 3, height: 2 });
  });

  test("changed cells are written into their layer and named", () => {
    const { view, changed } = applyFrame(opened(), { is: "frame", number: 1, now: 5, cells: { owner: packed([4, 2], [0, 1]) } });
    expect([...view.layers.owner]).toEqual([1, 0, 0, 0, 2, 0]);
    expect(changed).toEqual(new Set([4, 0]));
  });

  test("facts are set, or grow at their end", () => {
    const frame: Frame = { is: "frame", number: 1, now: 5, facts: { points: ["=", [3, 4]], log: ["+", ["b", "c"]] } };
    expect(applyFrame(opened(), frame).view.facts).toEqual({ points: [3, 4], log: ["a", "b", "c"] });
  });

  test("a moved window brings its layers whole", () => {
    const layers = { owner: new Uint8Array([7, 7]) };
    const { view, changed } = applyFrame(opened(), { is: "frame", number: 1, now: 5, rect: [5, 6, 2, 1], layers });
    expect(view.rect).toEqual({ x: 5, y: 6, width: 2, height: 1 });
    expect(changed).toBe("all");
    expect([...view.layers.owner]).toEqual([7, 7]);
  });

  test("a patch before any view is an error", () => {
    expect(() => applyFrame(null, { is: "frame", number: 1, now: 0 })).toThrow();
  });
});
