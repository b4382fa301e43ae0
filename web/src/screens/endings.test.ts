import { render } from "svelte/server";
import { beforeAll, describe, expect, test } from "vitest";
import { addTexts } from "../core/texts";
import type { GameAbout, MatchNow } from "../net/api";
import { de } from "../texts/de";
import { en } from "../texts/en";
import { endingOf } from "./endings";
import MatchList from "./MatchList.svelte";

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

describe("the matches that one has played", () => {
  /** The green word beside the title, and the line below it. */
  function rowOf(seat: number, places: number[]): { note: string; about: string } {
    const match = { id: "m", game: "plain", seat, names: ["Ada", "Ben", "Eva"], bots: ["", "easy", "fox.py"], authors: ["", "", "Ann"], ended_at: 0, outcome: { places } } as unknown as MatchNow;
    const { body } = render(MatchList, { props: { matches: [match], games: [{ name: "plain", title: "Plain" } as GameAbout] } });
    const text = body.replace(/<!--.*?-->/g, "");
    return { note: /<em[^>]*>(.*?)<\/em>/.exec(text)![1], about: /class="soft[^>]*>(.*?)<\/span>/.exec(text)![1] };
  }

  test("a win stands out, and so does a first place that is shared", () => {
    expect(rowOf(0, [1, 2, 3]).note).toBe("won");
    expect(rowOf(1, [1, 1, 3]).note).toBe("won");
  });

  test("bots are named as such, and the author of one that was brought", () => {
    expect(rowOf(0, [1, 2, 3]).about).toMatch(/^Ada, Ben \(bot\), Eva \(bot by Ann\) · /);
  });

  test("a loss is no green place: it says whose win it was", () => {
    expect(rowOf(1, [1, 2, 3]).note).toBe("");
    expect(rowOf(1, [1, 2, 3]).about).toMatch(/^Ada won · /);
    expect(rowOf(2, [1, 1, 3]).about).toMatch(/^Ada and Ben tie for first place · /);
  });
});
