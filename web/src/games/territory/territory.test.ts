import { describe, expect, it } from "vitest";
import { cellOf, directionOf, goalOf, type Clash, type Facts, type Ground, type Resolution } from "./model/facts";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { mostOf, parseSheet, problemsOf, spellSheet } from "./model/orders";
import { stepsOf, sumOf } from "./model/playback";
import { cleanWords, insertInto, KINDS, lengthOf, readPieces, spellTag } from "./model/talk";

/** Seat 0 looks on: 7 units at 2,3 and 2 at 0,0; seat 1 has 300 at 3,3. */
function ground(): Ground {
  const empty = () => new Uint8Array(64);
  const layers = { owner: empty(), units: empty(), units_high: empty(), resource: empty() };
  const put = (x: number, y: number, owner: number, units: number) => {
    layers.owner[cellOf(x, y)] = owner;
    layers.units[cellOf(x, y)] = units % 256;
    layers.units_high[cellOf(x, y)] = Math.floor(units / 256);
  };
  put(2, 3, 1, 7);
  put(0, 0, 1, 2);
  put(3, 3, 2, 300);
  const facts = { params: { moves: 3, cap_units: 21 } } as Facts;
  return { viewer: 0, facts, rect: { x: 0, y: 0, width: 8, height: 8 }, layers };
}

const codes = (text: string) => {
  const sheet = parseSheet(text);
  return [...sheet.problems, ...problemsOf(sheet.moves, ground())].map(({ code }) => code);
};

describe("sheets of orders", () => {
  it("are read and spelled alike", () => {
    expect(spellSheet(parseSheet("2,3,R,5  4,4,u,1").moves)).toBe("2,3,R,5 4,4,U,1");
  });
  it("may have semicolons, and then blanks mean nothing", () => {
    expect(spellSheet(parseSheet(" 2, 3, R, 5 ; 4,4,U,1;").moves)).toBe("2,3,R,5 4,4,U,1");
  });
  it("may be empty", () => expect(parseSheet("  ")).toEqual({ moves: [], problems: [] }));
  it.each([
    ["2,3,R", "malformed"], ["2,3,R,x", "malformed"], ["2,3,X,5", "no_such_direction"], ["0,0,U,1", "off_the_map"],
    ["9,9,U,1", "off_the_map"], ["2,3,R,0", "no_units"], ["3,3,U,1", "not_your_square"], ["2,3,R,8", "too_many_units"],
    ["2,3,R,4 2,3,L,4", "too_many_units"], ["2,3,R,1 2,3,L,1 2,3,U,1 2,3,D,1", "too_many_moves"],
  ])("%s is refused as %s", (text, code) => expect(codes(text)).toContain(code));
  it("that fit have no problem", () => expect(codes("2,3,R,4 2,3,L,3 0,0,D,2")).toEqual([]));
  it("leave each move what the others do not take", () => {
    expect(mostOf(parseSheet("2,3,R,4 2,3,L,1").moves, 1, ground())).toBe(3);
  });
});

describe("directions", () => {
  it("lead one square, never diagonally nor around the edge", () => {
    expect(goalOf({ x: 2, y: 3, direction: "R", units: 5 })).toBe(cellOf(3, 3));
    expect(directionOf(cellOf(7, 0), cellOf(0, 1))).toBeUndefined();
    expect(directionOf(cellOf(2, 2), cellOf(3, 3))).toBeUndefined();
    expect(directionOf(cellOf(2, 2), cellOf(2, 1))).toBe("U");
  });
});

describe("declarations", () => {
  const kinds = (text: string) => readPieces(text).map((piece) => (piece.is === "words" ? piece.text : piece.is + ":" + piece.text));
  it("have squares in them", () => {
    expect(kinds("Take 3,4 or 5, 6.")).toEqual(["Take ", "square:3,4", " or ", "square:5, 6", "."]);
  });
  it("have other numbers too, which are no squares", () => {
    for (const text of ["1,000 units", "8,1", "12,3", "1,2,3", "0.1,2"]) expect(kinds(text)).toEqual([text]);
  });
  it("show the square of an order", () => expect(kinds("I play 2,3,R,5")).toEqual(["I play ", "square:2,3", ",R,5"]));
  it("have tags that mean what bots read", () => {
    const [pact, , leave] = readPieces("[PACT B 3] [LEAVE C 3,4]");
    expect(pact).toMatchObject({ is: "tag", tag: { kind: "PACT", about: 1, rounds: 3 } });
    expect(leave).toMatchObject({ is: "tag", tag: { kind: "LEAVE", about: 2, cell: cellOf(3, 4) } });
    expect(kinds("[PACT F 3]")).toEqual(["[PACT F 3]"]);
  });
  it.each(KINDS)("spell %s so that it is read again", (kind) => {
    expect(readPieces(spellTag(kind, "B", 2, "3,4"))).toMatchObject([{ is: "tag", tag: { kind } }]);
  });
  it("are counted in code points, without blanks at the ends", () => {
    expect(lengthOf("  a\u{1F600}b ")).toBe(3);
  });
  it("keep marks of direction; other control characters are dropped, line breaks become blanks", () => {
    expect(cleanWords(" a\u200eb\u200fc\u061cd ")).toBe("a\u200eb\u200fc\u061cd");
    expect(cleanWords("\x00 a\x1fb\x7f\x9f\u202a\u202e\u2066\u2069\ud800c")).toBe("abc");
    expect(cleanWords("a\tb\nc\r\u2028d")).toBe("a b c  d");
    expect(lengthOf("a\u202eb\u200f")).toBe(3);
  });
  it("keep markup as words", () => expect(kinds("<b>x</b>")).toEqual(["<b>x</b>"]));
  it("take insertions with blanks around them", () => {
    expect(insertInto("at.", 2, "3,4")).toEqual({ text: "at 3,4.", at: 6 });
    expect(insertInto("", 0, "B")).toEqual({ text: "B ", at: 2 });
  });
});

/** A 5 from 0,0 to 1,0, where B has 3; B 1 from 2,0 to 3,0. */
function resolution(): Resolution {
  const row = (...values: number[]) => [...values, ...Array.from({ length: 64 - values.length }, () => 0)];
  const clash: Clash = { x: 1, y: 0, armies: [5, 3], seat: 0, left: 2 };
  return {
    round: 1, owners: row(1, 2, 2), units: row(6, 3, 1), clashes: [clash], gains: row(1, 1, 0, 1),
    moves: [
      { round: 1, seat: 0, moves: [{ x: 0, y: 0, direction: "R", units: 5 }], into: [1] },
      { round: 1, seat: 1, moves: [{ x: 2, y: 0, direction: "R", units: 1 }], into: [-1] },
    ],
  };
}

describe("a round played back", () => {
  const steps = stepsOf(resolution());
  const first = (values: number[]) => values.slice(0, 4);
  it("moves, clashes and produces, in this order", () => {
    expect(steps.map((step) => step.is)).toEqual(["moves", "clash", "production"]);
  });
  it("shows what stays while armies are on their way", () => {
    expect(first(steps[0].board.units)).toEqual([1, 3, 0, 0]);
    expect(first(steps[0].board.owners)).toEqual([1, 2, 0, 0]);
  });
  it("empties the square of a clash until it is settled", () => {
    expect(first(steps[1].board.units)).toEqual([1, 0, 0, 1]);
    expect(first(steps[2].board.units)).toEqual([1, 2, 0, 1]);
    expect(first(steps[2].board.owners)).toEqual([1, 1, 0, 2]);
  });
  it("says the sum of a clash", () => {
    expect(sumOf(resolution().clashes[0])).toBe("5 − 3 = 2");
    expect(sumOf({ x: 0, y: 0, armies: [2, 10, 4], seat: 1, left: 6 })).toBe("10 − 4 = 6");
  });
  it("lets armies that swap squares pass each other", () => {
    const swap: Resolution = {
      ...resolution(), clashes: [],
      owners: [1, 2, ...Array.from({ length: 62 }, () => 0)], units: [4, 3, ...Array.from({ length: 62 }, () => 0)],
      moves: [
        { round: 1, seat: 0, moves: [{ x: 0, y: 0, direction: "R", units: 4 }], into: [1] },
        { round: 1, seat: 1, moves: [{ x: 1, y: 0, direction: "L", units: 3 }], into: [0] },
      ],
    };
    const last = stepsOf(swap).at(-1)!;
    expect(first(last.board.owners)).toEqual([2, 1, 0, 0]);
    expect(first(last.board.units)).toEqual([3, 4, 0, 0]);
  });
});

describe("the catalogues", () => {
  it("have the same keys, but for the server's codes", () => {
    const own = Object.keys(de).filter((key) => !key.startsWith("territory.says."));
    expect(own.sort()).toEqual(Object.keys(en).sort());
  });
  it("name the same facts in both languages", () => {
    const facts = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
    for (const [key, text] of Object.entries(en)) expect([key, facts(de[key])]).toEqual([key, facts(text)]);
  });
});
