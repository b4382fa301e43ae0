import { describe, expect, test } from "vitest";
import { mergeStanding, pageOf } from "./standing";
import type { Ranked, Standing } from "../net/wire";

const told = (rows: Ranked[], is_whole = false): Standing => ({ is: "standing", rows, is_whole });

describe("a world's standing", () => {
  test("a whole one replaces what was there", () => {
    expect(mergeStanding([[9, 9, false]], told([[1, 2, false]], true))).toEqual([[1, 2, false]]);
  });

  test("who has more points goes behind those who had as many before", () => {
    const rows: Ranked[] = [[0, 5, false], [1, 3, false], [2, 1, false]];
    const after = mergeStanding(rows, told([[2, 5, false], [3, 3, false], [4, 3, false]]));
    expect(after.map(([seat]) => seat)).toEqual([0, 2, 1, 3, 4]);
  });

  test("who is out keeps their place", () => {
    const rows: Ranked[] = [[0, 3, false], [1, 3, false]];
    expect(mergeStanding(rows, told([[0, 3, true]]))).toEqual([[0, 3, true], [1, 3, false]]);
  });
});

describe("its pages", () => {
  const rows = Array.from({ length: 45 }, (_, seat): Ranked => [seat, 100 - seat, false]);

  test("show everybody, and where one stands oneself", () => {
    const pages = [0, 1, 2].map((page) => pageOf(rows, 30, page, 20));
    expect(pages.flatMap((page) => page.rows)).toEqual(rows);
    expect(pages.map(({ first, pages, below }) => [first, pages, below])).toEqual([[1, 3, 31], [21, 3, 0], [41, 3, 31]]);
  });

  test("who has no points stands nowhere; a page that is gone is the last", () => {
    expect(pageOf(rows, 99, 0, 20).below).toBe(0);
    expect(pageOf(rows, 99, 7, 20).number).toBe(2);
    expect(pageOf([], 0, 3, 20)).toEqual({ number: 0, pages: 1, first: 1, rows: [], below: 0 });
  });
});
