import { beforeAll, describe, expect, test } from "vitest";
import { addTexts } from "../core/texts";
import { de } from "../texts/de";
import { en } from "../texts/en";
import { endingOf } from "./endings";

beforeAll(() => addTexts({ en, de }));

const nameOf = (seat: number) => ["Ada", "Ben", "Eva"][seat];

describe("how a match has ended", () => {
  test("for the winner, for a loser, and for a watcher", () => {
    expect(endingOf([1, 2, 3], 0, nameOf)).toEqual({ title: "You won", by: "", kind: "won" });
    expect(endingOf([1, 2, 3], 1, nameOf)).toEqual({ title: "You lost", by: "Ada won", kind: "lost" });
    expect(endingOf([1, 2, 3], -1, nameOf)).toEqual({ title: "Ada won", by: "", kind: "even" });
  });

  test("a first place that is shared is no loss, and a draw is nobody's", () => {
    expect(endingOf([1, 1, 3], 1, nameOf)).toMatchObject({ kind: "won", title: "Ada and Ben tie for first place" });
    expect(endingOf([1, 1, 3], 2, nameOf)).toMatchObject({ kind: "lost", by: "Ada and Ben tie for first place" });
    expect(endingOf([1, 1, 1], 2, nameOf)).toMatchObject({ kind: "even", title: "Draw" });
  });
});
