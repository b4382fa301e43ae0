import { describe, expect, test } from "vitest";
import type { Frame } from "../core/view";
import { MatchSession, type FrameEvent, type SessionGame } from "../match/session.svelte";
import { countUpTo, frameAt, markFrom, markNear, matchTime, noticesUpTo, shares, stateAt, stepFrom, type Film } from "./film";
import { Player } from "./player.svelte";
import { parseViewer, spellViewer } from "./source";
import { timeText } from "./words";
import { entriesAt, latestNotes, momentOf, notesUpTo, parseNotes } from "./notes";

const GAME: SessionGame = {
  name: "plain", title: "Plain", kind: "turns", shape: "square",
  texts: { claimed: "{seat:player} claims {x}." }, legend: { owner: { kind: "seats", names: [] } },
};
const LENGTH = 60;

function cell(place: number, value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, (place << 8) | value, true);
  return bytes;
}

/** After frame n cell n is owned; facts count; every tenth frame moves the window and empties it. */
function patch(number: number): Frame {
  const frame: Frame = { is: "frame", number, now: number * 2000, facts: { turn: ["=", number], log: ["+", [number]] } };
  if (number % 10 === 0) return { ...frame, rect: [number, 0, LENGTH, 1], layers: { owner: new Uint8Array(LENGTH) } };
  return { ...frame, cells: { owner: cell(number, 1) }, notices: [["claimed", { seat: 0, x: number }]] };
}

function whole(number: number): Frame {
  const owner = new Uint8Array(LENGTH);
  const first = number - (number % 10);
  for (let place = first + 1; place <= number; place++) owner[place] = 1;
  const log = Array.from({ length: number }, (_, each) => each + 1);
  const view = { viewer: 0, facts: { turn: number, log }, rect: [first, 0, LENGTH, 1] as [number, number, number, number], layers: { owner } };
  return { is: "frame", number, now: number * 2000, view, table: { awaited: [0], clocks: [], outcome: null } };
}

/** A second a frame; keys after frames 20 and 45; frames 30 and 31 come at once. */
function film(viewer = 0): Film {
  const numbers = Array.from({ length: LENGTH }, (_, number) => number);
  return {
    version: 1, game: "plain", shape: "square", viewer, names: ["Ann", "Ben"], bots: ["", "easy"], authors: ["", ""],
    lasts: (LENGTH - 1) * 1000,
    frames: numbers.map((number) => (number ? patch(number) : whole(0))),
    times: numbers.map((number) => (number === 31 ? 30 : number) * 1000),
    keys: [20, 45].map((frame) => ({ frame, view: whole(frame) })),
    marks: [5, 5, 17, 40].map((at) => ({ at: at * 1000, code: "claimed", facts: { seat: 0, x: at } })),
    leads: [[0, [0, 0]], [9000, [3, 1]]],
    entries: numbers.map((number) => number >> 1),
  };
}

describe("seeking", () => {
  test("any frame is as if all had come, forwards and backwards", () => {
    const played = film();
    const order = [3, 59, 20, 21, 19, 45, 44, 10, 11, 0, 33, 59, 1, 30, 29];
    for (const frame of order) {
      const { view } = stateAt(played, frame);
      const expected = whole(frame).view!;
      expect(view.facts).toEqual(expected.facts);
      expect([view.rect.x, ...view.layers.owner]).toEqual([expected.rect[0], ...expected.layers.owner]);
    }
  });

  test("a film is not changed by being looked at", () => {
    const played = film();
    for (let frame = 0; frame < LENGTH; frame++) stateAt(played, frame);
    expect(played).toEqual(film());
  });

  test("a moment shows the last frame that has come", () => {
    expect(frameAt(film(), -5)).toBe(0);
    expect(frameAt(film(), 999)).toBe(0);
    expect(frameAt(film(), 1000)).toBe(1);
    expect(frameAt(film(), 30_000)).toBe(31);
    expect(frameAt(film(), 1e9)).toBe(LENGTH - 1);
    expect(countUpTo([], 5)).toBe(0);
  });

  test("a step goes to the next other moment, and there are ends", () => {
    expect(stepFrom(film(), 1500, 1)).toBe(2000);
    expect(stepFrom(film(), 1500, -1)).toBe(0);
    expect(stepFrom(film(), 29_000, 1)).toBe(30_000);
    expect(stepFrom(film(), 30_000, 1)).toBe(32_000);
    expect(stepFrom(film(), 32_000, -1)).toBe(30_000);
    expect(stepFrom(film(), 59_000, 1)).toBe(59_000);
    expect(stepFrom(film(), 0, -1)).toBe(0);
  });

  test("events are found both ways, and near a moment", () => {
    expect(markFrom(film(), 0, 1)).toBe(5000);
    expect(markFrom(film(), 5000, 1)).toBe(17_000);
    expect(markFrom(film(), 41_000, 1)).toBe(59_000);
    expect(markFrom(film(), 17_000, -1)).toBe(5000);
    expect(markFrom(film(), 5000, -1)).toBe(0);
    expect(markNear(film(), 16_500, 600)?.at).toBe(17_000);
    expect(markNear(film(), 16_500, 400)).toBeNull();
  });

  test("the match's time runs evenly between two frames", () => {
    expect(matchTime(film(), 1500)).toBe(3000);
    expect(matchTime(film(), 31_000)).toBe(63_000);
    expect(matchTime(film(), 59_000)).toBe(118_000);
  });

  test("what was said comes oldest first, and no more than so much", () => {
    const told = noticesUpTo(film(), 12, 3);
    expect(told.map(({ notice }) => notice[1].x)).toEqual([9, 11, 12]);
    expect(told[2].at).toBe(24_000);
  });

  test("shares of a race: even while nobody has anything", () => {
    expect(shares(film()).map(({ edges }) => edges)).toEqual([[0, 0.5, 1], [0, 0.75, 1]]);
  });
});

function started() {
  const session = new MatchSession(GAME);
  const player = new Player(session, film());
  const heard: FrameEvent[] = [];
  session.onFrame((event) => heard.push(event));
  return { session, player, heard };
}

describe("a player", () => {
  test("a step on is animated, everything else is a jump", () => {
    const { player, session, heard } = started();
    player.step(1);
    expect(heard.at(-1)).toMatchObject({ isWhole: false, notices: [["claimed", { seat: 0, x: 1 }]] });
    player.step(-1);
    expect(heard.at(-1)!.isWhole).toBe(true);
    expect(session.facts).toMatchObject({ turn: 0 });
    player.leap(10_000);
    expect(heard.at(-1)!.isWhole).toBe(true);
    expect(session.facts).toMatchObject({ turn: 10 });
  });

  test("stepping through it all and seeking give the same", () => {
    const { player, session } = started();
    for (let step = 0; step < LENGTH; step++) player.step(1);
    const stepped = [...session.view.layers.owner];
    player.seek(0);
    player.seek(59_000);
    expect([...session.view.layers.owner]).toEqual(stepped);
    expect(player.film).toEqual(film());
  });

  test("lines of the log are numbered once, whether heard or recalled", () => {
    const { player, session } = started();
    player.seek(8000);
    player.step(1);
    player.step(1);
    player.step(1);
    const ids = session.log.map((line) => line.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(session.log.at(-1)!.text).toBe("Ann claims 11.");
    player.seek(3000);
    expect(session.log.map((line) => line.text)).toEqual(["Ann claims 1.", "Ann claims 2.", "Ann claims 3."]);
  });

  test("other eyes look at the same moment", () => {
    const { player, session } = started();
    player.seek(23_400);
    player.show(film(1));
    expect([player.at, session.seat]).toEqual([23_400, 1]);
    expect(session.facts).toMatchObject({ turn: 23 });
    expect(session.now()).toBe(46_800);
    player.show(film(-2));
    expect(session.seat).toBe(-1);
  });

  test("nothing can be done in the past", () => {
    const { player, session } = started();
    player.seek(1000);
    expect(session.act("claim 1")).toBe(false);
    expect(session.canAct).toBe(false);
  });

  test("moments outside of the film are its ends, and speeds have ends too", () => {
    const { player } = started();
    player.leap(-5);
    expect(player.at).toBe(0);
    player.seek(1e9);
    expect(player.at).toBe(59_000);
    for (let times = 0; times < 9; times++) player.faster(1);
    expect(player.speed).toBe(16);
    for (let times = 0; times < 9; times++) player.faster(-1);
    expect(player.speed).toBe(0.25);
  });
});

test("viewers have one spelling in addresses", () => {
  for (const viewer of [-2, -1, 0, 3]) expect(parseViewer(spellViewer(viewer))).toBe(viewer);
  expect(parseViewer(null)).toBe(-2);
  expect(parseViewer("-7")).toBe(-2);
});

test("moments are written like clocks", () => {
  expect([0, 59_999, 61_000, 3_723_000].map(timeText)).toEqual(["0:00", "0:59", "1:01", "1:02:03"]);
});

describe("what bots noted", () => {
  const NOTES = parseNotes([
    '{"seat":0,"now":0,"entry":0,"text":"first","cells":[[3,4]]}', "not a note", '{"seat":1,"now":9,"entry":1,"text":"reply"}',
    '{"seat":0,"now":9,"entry":2,"text":"second"}', '{"seat":0,"now":9,"entry":2,"text":"and why"}', "",
  ].join("\n"));

  test("lines that are not notes are left out", () => {
    expect(NOTES.map((note) => note.text)).toEqual(["first", "reply", "second", "and why"]);
    expect(NOTES[0].cells).toEqual([[3, 4]]);
  });

  test("a note belongs to the entry that followed it", () => {
    const shown = film();
    expect(NOTES.map((note) => momentOf(shown, note))).toEqual([2000, 4000, 6000, 6000]);
    expect(notesUpTo(NOTES, entriesAt(shown, 0), 9)).toEqual([]);
    expect(notesUpTo(NOTES, entriesAt(shown, 4000), 9).map((note) => note.text)).toEqual(["reply", "first"]);
  });

  test("of each seat the last decision counts", () => {
    expect(latestNotes(NOTES, 2).map((note) => note.text)).toEqual(["first", "reply"]);
    expect(latestNotes(NOTES, 3).map((note) => note.text)).toEqual(["reply", "second", "and why"]);
  });

  test("a film that does not count entries shows all", () => {
    expect(entriesAt({ ...film(), entries: undefined }, 0)).toBe(Infinity);
  });
});
