import { beforeEach, describe, expect, test, vi } from "vitest";
import { change } from "../core/settings.svelte";
import type { Frame, Notice } from "../core/view";
import type { Hint } from "./hints.svelte";
import type { TutorialStep } from "./tutorial.svelte";
import { MatchSession, type SessionGame } from "./session.svelte";
import { keepStep, keptStep, Lesson, lessonOf } from "./tutorial.svelte";
import { forgetHints, Hints } from "./hints.svelte";

const GAME: SessionGame = { name: "plain", title: "Plain", kind: "turns", shape: "square", texts: {}, legend: {} };
const TABLE = { awaited: [0], clocks: [], outcome: null };
const FIRST: Frame = {
  is: "frame", number: 0, now: 0, table: TABLE,
  view: { viewer: 0, facts: {}, rect: [0, 0, 4, 3], layers: { owner: new Uint8Array(12) } },
};
const STEPS: TutorialStep[] = [
  { text: "one" },
  { text: "two", cell: [2, 1], action: "claim 2,1" },
  { text: "three", cell: (view) => view.rect.width - 1, action: /^claim / },
  { text: "four" },
];

let number = 0;
function started(game = GAME) {
  const session = new MatchSession(game, { act: () => ++number, choices: () => Promise.resolve([]) });
  session.seat = 0;
  session.isConnected = true;
  session.receive(FIRST);
  return session;
}

function acted(session: MatchSession, action: string) {
  session.act(action);
  session.acted(number);
}

function told(session: MatchSession, notices: Notice[] = [], outcome: Frame["table"] | null = null) {
  session.receive({ is: "frame", number: 1, now: 1, notices, ...(outcome ? { table: outcome } : {}) });
}

const OVER = { ...TABLE, outcome: { ending: "won", places: [1, 2], scores: [1, 0] } } as unknown as Frame["table"];

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  forgetHints();
});

describe("a lesson", () => {
  test("a step that is only read goes on by next", () => {
    const lesson = new Lesson("r", started(), STEPS);
    expect(lesson).toMatchObject({ text: "one", isRead: true, isLast: false, count: 4 });
    lesson.next();
    expect(lesson).toMatchObject({ text: "two", isRead: false });
  });

  test("a step goes on by what is told of this player, not by what is told of others", () => {
    const session = started();
    const lesson = new Lesson("r", session, [{ text: "one", notice: /^taken/ }, { text: "two", notice: "sold" }, { text: "three" }]);
    expect(lesson.isRead).toBe(false);
    told(session, [["taken", { seat: 1 }]]);
    expect(lesson.text).toBe("one");
    told(session, [["taken_from", { seat: 0 }]]);
    told(session, [["sold", {}]]);
    expect(lesson.text).toBe("three");
  });

  test("a step goes on when its action is acknowledged, not when it is sent", () => {
    const session = started();
    const lesson = new Lesson("r", session, STEPS, 1);
    session.act("claim 2,1");
    expect(lesson.text).toBe("two");
    session.acted(number);
    expect(lesson.text).toBe("three");
  });

  test("a refused action and another one do not lead on", () => {
    const session = started();
    const lesson = new Lesson("r", session, STEPS, 1);
    session.act("claim 2,1");
    session.refused({ is: "refused", n: number, code: "taken", text: "", facts: {} });
    acted(session, "claim 0,0");
    expect(lesson.text).toBe("two");
  });

  test("who acts at once need not press next first", () => {
    const session = started();
    const lesson = new Lesson("r", session, STEPS);
    acted(session, "claim 2,1");
    expect(lesson.text).toBe("three");
  });

  test("it points at the step's cell, and at nothing afterwards", () => {
    const session = started();
    const lesson = new Lesson("r", session, STEPS, 1);
    expect([session.pointed, session.cursor, lesson.place]).toEqual([6, 6, "2,1"]);
    acted(session, "claim 2,1");
    expect(lesson.place).toBe("3,0");
    acted(session, "claim 3,0");
    expect([session.pointed, lesson.place]).toEqual([-1, ""]);
  });

  test("the last step ends it, inside the match", () => {
    const lesson = new Lesson("r", started(), STEPS, 3);
    expect(lesson.isLast).toBe(true);
    lesson.next();
    expect(lesson.isOpen).toBe(false);
    expect(keptStep("r")).toBeNull();
  });

  test("after a last step with an action a closing sentence is left", () => {
    const session = started();
    const lesson = new Lesson("r", session, STEPS.slice(0, 3), 2);
    acted(session, "claim 1,1");
    expect(lesson).toMatchObject({ text: "learn.done", isLast: true, isOpen: true });
  });

  test("a reload goes on at the same step; skipped or left out there is none", () => {
    const session = started();
    expect(lessonOf("r", session, { params: {}, bot: "", steps: STEPS })).toBeNull();
    keepStep("r", 0);
    lessonOf("r", session, { params: {}, bot: "", steps: STEPS })!.next();
    const again = lessonOf("r", started(), { params: {}, bot: "", steps: STEPS })!;
    expect(again.text).toBe("two");
    again.end();
    expect(lessonOf("r", started(), { params: {}, bot: "", steps: STEPS })).toBeNull();
  });

  test("it ends with the match, and hears nothing after it was closed", () => {
    const session = started();
    const lesson = new Lesson("r", session, STEPS, 1);
    lesson.close();
    acted(session, "claim 2,1");
    expect([lesson.at, keptStep("r")]).toEqual([1, 1]);
    const second = new Lesson("r", session, STEPS, 1);
    told(session, [], OVER);
    expect([second.isOpen, keptStep("r")]).toEqual([false, null]);
  });
});

describe("hints", () => {
  const LIST: Hint[] = [
    { id: "plain.turn", text: "turn", when: (session) => session.isAwaited },
    { id: "plain.paid", text: "paid", notice: "paid" },
    { id: "plain.two", text: "two", when: (session) => session.version > 1 },
  ];

  test("one at a time, each once", () => {
    const session = started();
    const hints = new Hints(session, LIST);
    expect(hints.shown?.text).toBe("turn");
    told(session);
    expect(hints.shown?.text).toBe("turn");
    hints.gotIt();
    expect(hints.shown?.text).toBe("two");
    hints.gotIt();
    expect(hints.shown).toBeNull();
    expect(new Hints(session, LIST).shown).toBeNull();
  });

  test("a notice brings its own, when it comes", () => {
    const session = started();
    const hints = new Hints(session, LIST.slice(1, 2));
    expect(hints.shown).toBeNull();
    told(session, [["paid", {}]]);
    expect(hints.shown?.text).toBe("paid");
  });

  test("in real time one goes by itself after a while, so that the board below it can be seen again", () => {
    vi.useFakeTimers();
    const slow = new Hints(started(), LIST);
    vi.advanceTimersByTime(60_000);
    expect(slow.shown?.text).toBe("turn");
    forgetHints();
    const session = started({ ...GAME, kind: "real-time" });
    const hints = new Hints(session, LIST);
    vi.advanceTimersByTime(19_000);
    expect(hints.shown?.text).toBe("turn");
    vi.advanceTimersByTime(2_000);
    expect(hints.shown).toBeNull();
    told(session);
    expect(hints.shown?.text).toBe("two");
    vi.useRealTimers();
  });

  test("in turns one goes when the player has acted, but not what the action has brought", () => {
    const session = started();
    const hints = new Hints(session, LIST.slice(0, 2));
    expect(hints.shown?.text).toBe("turn");
    session.act("one");
    told(session, [["paid", {}]]);
    session.acted(number);
    expect(hints.shown).toBeNull();
    session.act("two");
    told(session, [["paid", {}]]);
    session.acted(number);
    expect(hints.shown?.text).toBe("paid");
    session.act("three");
    told(session);
    session.acted(number);
    expect(hints.shown).toBeNull();
  });

  test("what a lesson tells is not told again", () => {
    const session = started();
    expect(new Hints(session, LIST, () => true).shown).toBeNull();
    expect(new Hints(session, LIST).shown).toBeNull();
  });

  test("none for watchers, or if they are not wanted: and none counts as seen", () => {
    const session = started();
    change({ hints: false });
    expect(new Hints(session, LIST).shown).toBeNull();
    change({ hints: true });
    session.seat = -1;
    expect(new Hints(session, LIST).shown).toBeNull();
    session.seat = 0;
    expect(new Hints(session, LIST).shown?.text).toBe("turn");
  });

  test("shown again when that is asked for", () => {
    const session = started();
    new Hints(session, LIST).close();
    forgetHints();
    expect(new Hints(session, LIST).shown?.text).toBe("turn");
  });
});
