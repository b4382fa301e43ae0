import { describe, expect, test, vi } from "vitest";
import type { Frame } from "../core/view";
import { MatchSession, type SessionGame } from "./session.svelte";

const GAME: SessionGame = {
  name: "plain", title: "Plain", kind: "turns", shape: "square",
  texts: { claimed: "{seat:player} claims {x},{y}.", taken: "That is taken." },
  legend: { owner: { kind: "seats", names: [] } },
};
const FIRST: Frame = {
  is: "frame", number: 0, now: 1000,
  view: { viewer: 0, facts: {}, rect: [2, 1, 3, 2], layers: { owner: new Uint8Array(6) } },
  table: { awaited: [0], clocks: [[60_000, 1000], [60_000, -1]], outcome: null },
};

function started(sent: string[] = []) {
  const session = new MatchSession(GAME, {
    act: (action) => sent.push(action),
    choices: () => Promise.resolve([]),
  });
  session.seat = 0;
  session.names = ["Ann", "Ben"];
  session.isConnected = true;
  session.receive(FIRST);
  return session;
}

describe("a sandbox's time", () => {
  test("runs as fast as it is told, from where it is", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const session = started();
    session.setSpeed(16);
    vi.advanceTimersByTime(1000);
    expect(session.now()).toBeCloseTo(17_000, 3);
    session.setSpeed(0.25);
    vi.advanceTimersByTime(1000);
    expect(session.now()).toBeCloseTo(17_250, 3);
    vi.useRealTimers();
  });

  test("goes on from a step that was taken while it stood still", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const session = started();
    session.freeze(session.now());
    session.setTime(5000);
    vi.advanceTimersByTime(700);
    expect(session.now()).toBe(5000);
    session.freeze(null);
    vi.advanceTimersByTime(100);
    expect(session.now()).toBeCloseTo(5100, 3);
    vi.useRealTimers();
  });
});

describe("what has happened", () => {
  const claimed = (at: number, x: number): [number, string, Record<string, number>] => [at, "claimed", { seat: 1, x, y: 0 }];
  const told = (session: MatchSession) => session.log.map(({ at, text }) => `${at} ${text}`);

  test("while the page was away is in the list, once, and in order", () => {
    const session = started();
    session.recall([{ at: 10, code: "claimed", facts: { seat: 0, x: 9, y: 9 } }, { at: 1020, code: "claimed", facts: { seat: 1, x: 1, y: 0 } }]);
    session.receive({ ...FIRST, past: [claimed(1000, 1), claimed(1400, 2)] });
    expect(told(session)).toEqual(["10 Ann claims 9,9.", "1000 Ben claims 1,0.", "1400 Ben claims 2,0."]);
    session.receive({ is: "frame", number: 1, now: 1500, notices: [["claimed", { seat: 1, x: 3, y: 0 }]] });
    session.receive({ ...FIRST, past: [claimed(1000, 1), claimed(1400, 2), claimed(1500, 3), claimed(1600, 4)] });
    expect(told(session)).toEqual(["10 Ann claims 9,9.", "1000 Ben claims 1,0.", "1400 Ben claims 2,0.", "1500 Ben claims 3,0.", "1600 Ben claims 4,0."]);
    expect(new Set(session.log.map(({ id }) => id)).size).toBe(5);
  });

  test("is not announced again when the page comes back", () => {
    const session = started();
    const heard: string[] = [];
    session.onFrame(({ notices }) => notices.forEach(([code]) => heard.push(code)));
    session.receive({ ...FIRST, past: [claimed(1000, 1)] });
    expect(heard).toEqual([]);
  });

  test("stays as this tab knows it if the server has no list", () => {
    const session = started();
    session.recall([{ at: 10, code: "claimed", facts: { seat: 0, x: 9, y: 9 } }]);
    session.receive(FIRST);
    expect(told(session)).toEqual(["10 Ann claims 9,9."]);
  });
});

describe("a match", () => {
  test("places and cells lead to each other, in a window too", () => {
    const session = started();
    expect(session.place(4)).toEqual([3, 2]);
    expect(session.cellAt(3, 2)).toBe(4);
    expect(session.cellAt(0, 0)).toBe(-1);
  });

  test("an action is pending from the moment it is sent until it is answered", () => {
    const sent: string[] = [];
    const session = started(sent);
    expect(session.act("claim 3,2", 4)).toBe(true);
    expect(sent).toEqual(["claim 3,2"]);
    expect(session.pending).toMatchObject([{ n: 1, cell: 4 }]);
    session.acted(1);
    expect(session.pending).toEqual([]);
  });

  test("a refusal is told at the cell that was clicked, in words", () => {
    const session = started();
    session.act("claim 3,2", 4);
    session.refused({ is: "refused", n: 1, code: "taken", text: "", facts: {} });
    expect(session.pending).toEqual([]);
    expect(session.refusal).toMatchObject({ cell: 4, text: "That is taken.", action: "claim 3,2" });
  });

  test("what was said of an earlier click goes with the next action", () => {
    const session = started();
    session.explain(2, "That is too near.");
    session.act("claim 3,2", 4);
    expect(session.hint).toBeNull();
  });

  test("the end takes what was said of earlier clicks with it, and nothing comes after it", () => {
    const session = started();
    const over = { awaited: [], clocks: [], outcome: { places: [2, 1], scores: [0, 1], ending: "full" } };
    session.act("claim 3,2", 4);
    session.act("claim 2,2", 3);
    session.refused({ is: "refused", n: 1, code: "taken", text: "", facts: {} });
    session.explain(2, "That is too near.");
    session.asking = { cell: 2, action: "claim 4,1", label: "Claim?" };
    session.receive({ is: "frame", number: 1, now: 2000, table: over });
    expect([session.refusal, session.hint, session.asking]).toEqual([null, null, null]);
    session.refused({ is: "refused", n: 2, code: "taken", text: "", facts: {} });
    expect([session.refusal, session.pending]).toEqual([null, []]);
    // After it a click may still be answered.
    session.explain(2, "That is too near.");
    session.receive({ is: "frame", number: 2, now: 2100, table: over });
    expect(session.hint).not.toBeNull();
  });

  test("notices become sentences, and listeners hear which cells changed", () => {
    const session = started();
    const heard: unknown[] = [];
    session.onFrame(({ changed }) => heard.push(changed));
    const cells = { owner: new Uint8Array([1, 4, 0, 0]) };
    session.receive({ is: "frame", number: 1, now: 2000, cells, notices: [["claimed", { seat: 0, x: 3, y: 2 }]] });
    expect(session.log.map((line) => line.text)).toEqual(["Ann claims 3,2."]);
    expect(heard).toEqual([new Set([4])]);
    expect(session.view.layers.owner[4]).toBe(1);
  });

  test("one can act only while awaited and not paused, though there is no connection for a moment", () => {
    const session = started();
    expect(session.canAct).toBe(true);
    session.isConnected = false;
    expect(session.canAct).toBe(true);
    session.isPaused = true;
    expect(session.canAct).toBe(false);
    session.isPaused = false;
    session.receive({ is: "frame", number: 1, now: 2000, table: { awaited: [1], clocks: [], outcome: null } });
    expect(session.canAct).toBe(false);
  });

  test("a clock runs only for who is charged, by the bank or the limit, whichever ends first", () => {
    const session = started();
    session.clock = { bank_ms: 60_000, increment_ms: 0, limit_ms: 0 };
    session.freeze(11_000);
    expect(session.clockOf(0)).toBe(50_000);
    expect(session.clockOf(1)).toBe(60_000);
    session.clock = { bank_ms: 0, increment_ms: 0, limit_ms: 30_000 };
    expect(session.clockOf(0)).toBe(20_000);
    expect(session.clockOf(1)).toBeNull();
  });

  test("a replay can be put to any moment and sends nothing", () => {
    const session = new MatchSession(GAME);
    session.isReplay = true;
    session.receive(FIRST);
    session.freeze(0);
    session.jump(session.view, { awaited: [], clocks: [], outcome: null }, 7000);
    expect(session.now()).toBe(7000);
    expect(session.act("claim 3,2")).toBe(false);
  });
});
