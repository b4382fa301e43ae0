/** Small pure parts: addresses, retries, frames on the wire, the camera, clocks, rulebooks, codes. */

import { encode } from "@msgpack/msgpack";
import { describe, expect, test } from "vitest";
import { bounded, centred, fitSize, nextSize, toBoard, zoomed } from "./core/camera";
import { placeOf } from "./core/router.svelte";
import { parseSettings } from "./core/settings.svelte";
import { cellsNamed, readCell } from "./games/generic/legend";
import { pack, retryDelay, unpack } from "./net/socket.svelte";
import { clockText } from "./ui/clocks.svelte";
import { readMarkdown } from "./ui/markdown";
import { qrMatrix } from "./ui/qr";

test("addresses lead to places", () => {
  expect(placeOf("/")).toEqual({ is: "home" });
  expect(placeOf("/r/abcde", "?watch")).toEqual({ is: "code", code: "ABCDE", watch: true });
  expect(placeOf("/room/x1", "", "#s3cret")).toEqual({ is: "room", id: "x1", secret: "s3cret", watch: false });
  expect(placeOf("/replay/m1")).toEqual({ is: "replay", id: "m1" });
  expect(placeOf("/maps/k1", "", "#z=abc")).toEqual({ is: "maps", id: "k1", fragment: "#z=abc" });
  expect(placeOf("/elsewhere")).toEqual({ is: "nowhere" });
});

test("an address that cannot be decoded is an address all the same", () => {
  expect(placeOf("/r/%zz")).toEqual({ is: "code", code: "%ZZ", watch: false });
  expect(placeOf("/%")).toEqual({ is: "nowhere" });
});

test("settings that were kept are taken over, and what is not of their kind is not", () => {
  const usual = parseSettings(null);
  expect(parseSettings(JSON.stringify({ scale: 120, seen: ["a"], theme: "dark" }))).toEqual({ ...usual, scale: 120, seen: ["a"], theme: "dark" });
  expect(parseSettings(JSON.stringify({ scale: "big", seen: null, colours: [], stranger: 1 }))).toEqual(usual);
});

describe("the wire", () => {
  test("a message has the version before it", () => {
    const bytes = pack({ is: "act", n: 3, action: "farm 3,4" });
    expect(bytes[0]).toBe(1);
    expect([...bytes.subarray(1)]).toEqual([...encode({ is: "act", n: 3, action: "farm 3,4" })]);
  });

  test("another version is not read", () => {
    expect(unpack(new Uint8Array([9, 1, 2]).buffer)).toBeNull();
    expect(unpack(new Uint8Array([1, ...encode({ is: "acted", n: 3 })]).buffer)).toEqual({ is: "acted", n: 3 });
  });

  test("tries grow apart up to ten seconds, spread evenly", () => {
    expect(retryDelay(0, 1)).toBe(250);
    expect(retryDelay(3, 0)).toBe(250);
    expect(retryDelay(3, 1)).toBe(2000);
    expect(retryDelay(30, 1)).toBe(10_000);
  });
});

describe("the camera", () => {
  const board = { width: 10, height: 10 }, canvas = { width: 500, height: 400 };
  const margins = { left: 20, top: 20, right: 0, bottom: 0 };

  test("a fitting board is as large as can be and in the middle", () => {
    const size = fitSize(board, canvas, margins, 100);
    expect(size).toBe(38);
    expect(centred(board, canvas, margins, size)).toEqual({ size: 38, x: 70, y: 20 });
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

  test("sizes go up and down by steps", () => {
    expect(nextSize(38, true, 1)).toBe(40);
    expect(nextSize(38, false, 1)).toBe(32);
    expect(nextSize(38, true, 2)).toBe(40);
  });
});

test("clocks show tenths at the end", () => {
  expect(clockText(4 * 60_000 + 7000)).toBe("4:07");
  expect(clockText(9340)).toBe("0:09.3");
  expect(clockText(3_661_000)).toBe("1:01:01");
});

test("rulebooks are read as blocks, and nothing of them is HTML", () => {
  const blocks = readMarkdown("# Rules\n\nA **bold** `farm 3,4` <b>.\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n    x y\n");
  expect(blocks.map((block) => block.is)).toEqual(["heading", "paragraph", "list", "table", "code"]);
  expect(blocks[1]).toMatchObject({ spans: [{ text: "A " }, { is: "strong" }, { text: " " }, { is: "code" }, { text: " <b>." }] });
  expect(blocks[2]).toMatchObject({ items: [[{ text: "one more" }], [{ text: "two" }]] });
});

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

test("a QR code has its finders, its timing and its size", () => {
  const code = qrMatrix("http://127.0.0.1:8000/r/ABCDE");
  expect(code).toHaveLength(29); // version 3
  const row = (y: number, from: number) => code[y].slice(from, from + 7).map(Number).join("");
  for (const [x, y] of [[0, 0], [22, 0], [0, 22]]) {
    expect(row(y, x)).toBe("1111111");
    expect(row(y + 1, x)).toBe("1000001");
    expect(row(y + 3, x)).toBe("1011101");
  }
  expect(code[6].slice(8, 21).map(Number).join("")).toBe("1010101010101");
  expect(qrMatrix("x".repeat(300))).toEqual([]);
});
