import { beforeEach, describe, expect, test } from "vitest";
import { change } from "../../core/settings.svelte";
import { addTexts } from "../../core/texts";
import { factLines } from "./facts";
import { de } from "../../texts/de";
import { en } from "../../texts/en";

const NAMES = ["Blue", "Red"];

beforeEach(() => {
  addTexts({ en, de });
  change({ language: "en" });
});

describe("facts that the game has words for", () => {
  const lines = (words: string, value: unknown) => factLines({ fact: words }, { fact: value }, NAMES);

  test("a seat is its player's name", () => {
    expect(lines("{fact:player} to move", 0)).toEqual(["Blue to move"]);
    expect(lines("{fact:players} are in", [0, 1])).toEqual(["Blue and Red are in"]);
  });

  test("a value for each seat stands beside its player's name", () => {
    expect(lines("Cells: {fact:each}", [12, 9])).toEqual(["Cells: Blue 12, Red 9"]);
    expect(lines("Out: {fact:each}", [false, true])).toEqual(["Out: Red"]);
  });

  test("what is true of nobody, of no seat or of nothing is not said", () => {
    expect(lines("Out: {fact:each}", [false, false])).toEqual([]);
    expect(lines("{fact:player} has won", -1)).toEqual([]);
    expect(lines("{fact:players} are in", [])).toEqual([]);
    expect(lines("It ended: {fact}", "")).toEqual([]);
    expect(lines("Last: {fact}", null)).toEqual([]);
  });

  test("a sentence without a gap is said while the fact is so", () => {
    expect(lines("The turn was passed", true)).toEqual(["The turn was passed"]);
    expect(lines("The turn was passed", false)).toEqual([]);
  });

  test("nought is a number like any other", () => {
    expect(lines("Moves: {fact}", 0)).toEqual(["Moves: 0"]);
  });

  test("words may use other facts, and no words hide a fact", () => {
    const words = { round: "Round {round} of {rounds}", rounds: "" };
    expect(factLines(words, { round: 2, rounds: 10 }, NAMES)).toEqual(["Round 2 of 10"]);
  });
});

describe("facts without words", () => {
  const lines = (facts: Record<string, unknown>) => factLines({}, facts, NAMES);

  test("are said by their names", () => {
    expect(lines({ points_to_win: 1000, phase: "orders" })).toEqual(["Points to win: 1,000", "Phase: orders"]);
  });

  test("are yes and no, lists, and values for each player", () => {
    expect(lines({ is_dark: true, is_late: false })).toEqual(["Is dark: yes", "Is late: no"]);
    expect(lines({ points: [3, 4] })).toEqual(["Points: Blue 3, Red 4"]);
    expect(lines({ rows: [1, 2, 3] })).toEqual(["Rows: 1, 2, and 3"]);
  });

  test("are left out if they are empty or have parts of their own", () => {
    expect(lines({ ending: "", last: null, places: [], terms: { a: 1 }, graph: [[1, 2], [3, 4], [5, 6]] })).toEqual([]);
  });
});
