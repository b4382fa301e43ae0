import { describe, expect, test } from "vitest";
import { cellsNamed, readCell } from "./legend";

describe("the generic screen", () => {
  const legend = { ground: { kind: "names" as const, names: ["water", "land"] }, owner: { kind: "seats" as const, names: [] }, n: { kind: "numbers" as const, names: [] } };
  const view = {
    viewer: 0, facts: {}, rect: { x: 0, y: 0, width: 2, height: 1 },
    layers: { ground: new Uint8Array([0, 1]), owner: new Uint8Array([0, 2]), n: new Uint8Array([0, 9]) },
  };

  test("a cell is read by the legend alone", () => {
    expect(readCell(legend, view, 0)).toEqual([{ layer: "ground", kind: "names", value: 0, word: "water" }]);
    expect(readCell(legend, view, 1).map((each) => [each.layer, each.value])).toEqual([["ground", 1], ["owner", 2], ["n", 9]]);
  });

  test("an action's cells are found in its spelling", () => {
    expect(cellsNamed("farm 3,14")).toEqual([[3, 14]]);
    expect(cellsNamed("order 2,3,R,5 1,1,U,2")).toEqual([[2, 3], [1, 1]]);
    expect(cellsNamed("resign")).toEqual([]);
  });
});
