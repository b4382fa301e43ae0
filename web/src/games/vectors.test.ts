/**
 * The page is tried on what the rules say: `vectors/<game>.json`, written by `tools/vectors.py` from seeded matches.
 *
 * A showing is what a seat is told of a match. At some moments of it each click and gesture must send what is written
 * there, say why not, or do nothing; and the cells that are lit must be those.
 */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clickCell, dropOn } from "../board/acting";
import { t } from "../core/texts";
import type { Frame } from "../core/view";
import { modeOfKey } from "../board/modes";
import { loadScreen } from "./registry";
import type { GameScreen } from "../board/screen";
import { MatchSession, type SessionGame } from "../match/session.svelte";
import type { Hand } from "./hands";

interface Answer { sends?: string[]; refused?: string; facts?: Record<string, unknown>; says?: string }
interface Clicks { mode: string; button: "main" | "second"; cells: string; answer: Answer }
interface Gesture { do: string[]; mode?: string; answer: Answer }
interface Scene {
  about: string;
  after: number;
  now: number;
  choices?: string[];
  lit?: Record<string, string>;
  clicks?: Clicks[];
  gestures?: Gesture[];
  looks?: Record<string, unknown>;
}
interface Showing { seat: number; names: string[]; frames: Frame[]; scenes: Scene[] }
interface Vectors { game: SessionGame; showings: Showing[] }

const HANDS = import.meta.glob<Hand>("./*/hands.ts", { eager: true, import: "hand" });
const FILES = import.meta.glob<Vectors>("../../tests/vectors/*.json", { eager: true, import: "default" });

/** `0-4 7` as numbers. */
function cellsOf(ranges: string): number[] {
  return ranges.split(" ").filter(Boolean).flatMap((range) => {
    const [from, to = from] = range.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, step) => from + step);
  });
}

const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const layers = (packed: object = {}) => Object.fromEntries(Object.entries(packed).map(([name, text]) => [name, bytes(text as string)]));

/** As the socket gives it: bytes are base64 in JSON. */
function frameOf(frame: Frame): Frame {
  const read = { ...frame };
  if (frame.view) read.view = { ...frame.view, layers: layers(frame.view.layers) };
  if (frame.layers) read.layers = layers(frame.layers);
  if (frame.cells) read.cells = layers(frame.cells);
  return read;
}

interface Page {
  screen: GameScreen;
  session: MatchSession;
  sent: string[];
  hand: Hand;
  /** What was said elsewhere than at a cell. */
  said?: string;
}

/** A page that has just been told of a moment. */
async function open(game: SessionGame, screen: GameScreen, { seat, names, frames }: Showing, scene: Scene, mode = ""): Promise<Page> {
  const sent: string[] = [];
  const session = new MatchSession(game, { act: (action) => sent.push(action), choices: () => Promise.resolve(scene.choices ?? []) });
  Object.assign(session, { seat, names, isConnected: true });
  for (const frame of frames.slice(0, scene.after)) session.receive(frame);
  session.freeze(scene.now);
  session.mode = mode;
  screen.lit?.(session);
  if (scene.choices) await vi.advanceTimersByTimeAsync(0);
  return { screen, session, sent, hand: HANDS[`./${game.name}/hands.ts`] ?? {} };
}

function perform(page: Page, gesture: string): void {
  const { screen, session, hand } = page;
  const [, verb, rest] = /^(\w+) ?(.*)$/s.exec(gesture)!;
  const cells = rest.split(" ").map((place) => session.cellAt(...(place.split(",").map(Number) as [number, number])));
  if (verb === "click") clickCell(screen, session, cells[0], "main");
  else if (verb === "second") clickCell(screen, session, cells[0], "second");
  else if (verb === "drag") dropOn(screen, session, { from: cells[0], to: cells[1] });
  else if (verb === "key") press(page, rest);
  else if (hand.others?.[verb]) page.said = hand.others[verb](session, rest);
  else throw new Error(`nobody knows how to ${gesture}`);
}

/** The game's own keys are heard first, then the board's, then those of the modes. */
function press({ screen, session, hand }: Page, key: string): void {
  if (hand.key?.(session, key)) return;
  if (key === "Enter" || key === " ") return clickCell(screen, session, session.cursor, "main");
  const mode = modeOfKey(screen.modes(session.view), key);
  if (mode && !mode.why) session.mode = mode.id;
}

function told({ sends, refused, says }: Answer): string {
  return sends ? `sends ${sends.join("; ")}` : `says ${refused ?? says ?? "nothing"}`;
}

/** What came of it, as an answer is written. */
function check({ session, sent, said }: Page, { sends = [], refused, facts = {}, says }: Answer, cell?: number): void {
  expect(sent).toEqual(cell === undefined ? sends : sends.map((each) => each.replaceAll("@", session.place(cell).join())));
  const words = refused ? session.say(refused, facts) : says ? t(says, facts) : undefined;
  expect(said ?? session.hint?.text).toBe(words);
  if (words && cell !== undefined) expect(session.hint?.cell).toBe(cell);
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }));
afterEach(() => void vi.useRealTimers());

test("there are vectors for every game with a screen, and for the generic screen", () => {
  const screens = Object.keys(import.meta.glob("./*/index.ts")).map((path) => path.split("/").at(-2)!);
  const games = screens.map((name) => (name === "generic" ? "template" : name)).sort();
  expect(Object.values(FILES).map(({ game }) => game.name).sort()).toEqual(games);
});

describe.each(Object.values(FILES))("$game.title", async ({ game, showings }) => {
  const screen = await loadScreen(game);
  const shown = showings.map((showing) => ({ ...showing, frames: showing.frames.map(frameOf) }));
  const scenes = shown.flatMap((showing) => showing.scenes.map((scene) => ({ title: `${showing.names[showing.seat]}, ${scene.about}`, showing, scene })));

  describe.each(scenes)("$title", ({ showing, scene }) => {
    test.each(Object.entries(scene.lit ?? {}))("in mode %s the right cells are lit", async (mode, cells) => {
      const { session } = await open(game, screen, showing, scene, mode);
      expect(screen.lit!(session).toSorted((a, b) => a - b)).toEqual(cellsOf(cells));
    });

    test.each(Object.entries(scene.looks ?? {}))("the page sees the same %s", async (name, seen) => {
      const { session, hand } = await open(game, screen, showing, scene);
      expect(hand.looks![name](session)).toEqual(seen);
    });

    const clicks = (scene.clicks ?? []).map((each) => ({ ...each, told: told(each.answer) }));
    test.each(clicks)("in mode $mode the $button button on $cells $told", async ({ mode, button, cells, answer }) => {
      for (const cell of cellsOf(cells)) {
        const page = await open(game, screen, showing, scene, mode);
        clickCell(screen, page.session, cell, button);
        check(page, answer, cell);
      }
    });

    const gestures = (scene.gestures ?? []).map((each) => ({ ...each, done: each.do.join(", "), told: told(each.answer) }));
    test.each(gestures)("$done in mode $mode $told", async ({ do: gestures, mode, answer }) => {
      const page = await open(game, screen, showing, scene, mode);
      for (const gesture of gestures) perform(page, gesture);
      check(page, answer);
    });
  });
});
