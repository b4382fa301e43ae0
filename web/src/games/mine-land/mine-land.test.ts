import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Atlas, PAGE } from "../../board/atlas";
import { aimed } from "../../board/grounds";
import { addTexts } from "../../core/texts";
import type { Frame } from "../../core/view";
import { MatchSession, type SessionGame } from "../../match/session.svelte";
import { actBeside, choose } from "./input/clicks";
import { secondsToFlag, WAYS, type Facts, type Known, type Window } from "./model/facts";
import { numbersUnder } from "./draw/effects";
import { fanned, freePlace, labelsOf, places } from "./draw/figures";
import { head, pressKey } from "./input/keys";
import { eventOf } from "../hands";
import { msToNextRound, secondsToAgain } from "./model/again";
import { packPage, packTile, recallPage, unpackTile } from "./model/keep";
import { livingOf } from "./model/living";
import { pieceOf, TERMS } from "./model/pieces";
import { Story } from "./model/story";
import { texts } from "./texts";
import { tutorial } from "./tutorial";
import { pathTo, Walk } from "./model/walk.svelte";
import { companyText, deathText, labelOf, timeText } from "./texts/words";

beforeAll(() => addTexts(texts));
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }));

const GAME: SessionGame = {
  name: "mine-land", title: "Mine Land", kind: "real-time", shape: "square", legend: {},
  texts: { too_soon: "Not so fast.", covered: "Covered." },
};

/** A walker at the middle of a piece, with what it has sent. */
function walkerIn(rows: string[], facts: Partial<Facts> = {}, corner: [number, number] = [10, 20]) {
  const sent: string[] = [];
  const session = new MatchSession<Known>(GAME, { act: (action) => sent.push(action), choices: () => Promise.resolve([]) });
  const view = pieceOf(rows, { at: [corner[0] + (rows[0].length >> 1), corner[1] + (rows.length >> 1)], ...facts }, corner);
  Object.assign(session, { seat: 0, names: ["Ann", "Bo", "Cy"], isConnected: true });
  session.receive(wholeOf(view));
  return { session, sent, walk: Walk.of(session) };
}

function wholeOf({ facts, rect, layers }: Window): Frame {
  return {
    is: "frame", number: 1, now: 0, table: { awaited: [], clocks: [], outcome: null },
    view: { viewer: 0, facts: facts as never, rect: [rect.x, rect.y, rect.width, rect.height], layers },
  };
}

/** The window moves: the answer to a step, as the server gives it. */
function moveOf(view: Window): Frame {
  const { rect, layers, facts } = view;
  return { is: "frame", number: 2, now: 50, facts: { at: ["=", facts.at] }, rect: [rect.x, rect.y, rect.width, rect.height], layers };
}

const OPEN = [".....", ".....", ".....", ".....", "....."];
const YARD = ["#####", "#...#", "#...#", "#.r.#", "#####"];

describe("walking", () => {
  test("a step is shown before it is answered, and the frame that has it changes nothing", () => {
    const { session, sent, walk } = walkerIn(OPEN);
    walk.hold("east");
    walk.release("east");
    expect([sent, walk.place]).toEqual([["step east"], { x: 13, y: 22 }]);
    session.receive(moveOf(pieceOf(OPEN, { at: [13, 22] }, [11, 20])));
    expect(walk.place).toEqual({ x: 13, y: 22 });
    session.acted(1);
    expect(walk.place).toEqual({ x: 13, y: 22 });
  });

  test("an arrow towards a covered tile says what to do, and walks as soon as it is dug", () => {
    const { session, sent } = walkerIn(["...", "..#", "..."]);
    head(session, "east");
    expect([sent, session.hint?.text]).toEqual([[], "You cannot walk on covered tiles. Dig it or flag it first."]);
    session.receive(wholeOf(pieceOf(["...", "...", "..."], { at: [11, 21] }, [10, 20])));
    expect(sent).toEqual(["step east"]);
  });

  test("what is refused is taken back", () => {
    const { session, walk } = walkerIn(OPEN);
    walk.hold("north");
    walk.release("north");
    expect(walk.place).toEqual({ x: 12, y: 21 });
    session.refused({ is: "refused", n: 1, code: "covered", text: "", facts: {} });
    expect([walk.place, session.refusal?.code]).toEqual([{ x: 12, y: 22 }, "covered"]);
  });

  test("a held key steps at the rules' pace and no faster", () => {
    const { sent, walk } = walkerIn(OPEN);
    walk.hold("west");
    vi.advanceTimersByTime(TERMS.step_ms - 1);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(20);
    expect(sent).toEqual(["step west", "step west"]);
  });

  test("a key that is pressed too early for the pace counts all the same, once", () => {
    const { sent, walk } = walkerIn(OPEN);
    for (const name of ["east", "south"] as const) {
      walk.hold(name);
      walk.release(name);
    }
    expect(sent).toEqual(["step east"]);
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual(["step east", "step south"]);
  });

  test("a step that came too soon is sent again, and nobody hears of it", () => {
    const { session, sent, walk } = walkerIn(OPEN);
    walk.hold("east");
    walk.release("east");
    session.refused({ is: "refused", n: 1, code: "too_soon", text: "", facts: {} });
    vi.advanceTimersByTime(500);
    expect([sent, session.refusal]).toEqual([["step east", "step east"], null]);
  });

  test("covered tiles are not walked on, covered ones with a flag are", () => {
    const { walk } = walkerIn(["###", "#.r", "###"]);
    expect([walk.canStep(WAYS.west), walk.canStep(WAYS.east)]).toEqual([false, true]);
  });

  test("a path goes around what is covered, and there may be none", () => {
    const { session, walk } = walkerIn(["..#", "#..", "##."], {}, [0, 0]);
    expect(pathTo(session, walk.place, 0)?.map((way) => way.name)).toEqual(["north", "west"]);
    expect(pathTo(session, walk.place, 8)?.map((way) => way.name)).toEqual(["east", "south"]);
    expect(pathTo(session, walk.place, 6)).toBeNull();
  });

  test("another round puts the walker somewhere else, whatever was on its way", () => {
    const { session, walk } = walkerIn(OPEN);
    walk.hold("east");
    walk.release("east");
    session.receive(moveOf(pieceOf(OPEN, { at: [32, 32] }, [30, 30])));
    expect(walk.place).toEqual({ x: 32, y: 32 });
  });

  test("the cursor stays with the walker unless one looks around", () => {
    const { session, walk } = walkerIn(OPEN);
    vi.advanceTimersByTime(0);
    walk.hold("east");
    walk.release("east");
    expect(session.place(session.cursor)).toEqual([13, 22]);
    walk.isLooking = true;
    session.cursor = 0;
    session.receive(moveOf(pieceOf(OPEN, { at: [13, 22] }, [9, 20])));
    expect(session.place(session.cursor)).toEqual([10, 20]);
  });
});

describe("clicks", () => {
  const [covered, flagged, far] = [0, 7, 24]; // of 3 x 3 and of YARD

  test("the main button digs a covered neighbour, the second one flags it", () => {
    const { session } = walkerIn(["###", "...", "..."], {}, [0, 0]);
    expect(choose(covered, session, "main")?.action).toBe("flip 0,0");
    vi.advanceTimersByTime(1000);
    expect(choose(covered, session, "second")?.action).toBe("flag 0,0");
  });

  test("in flag mode both flag, and a flag beside one is taken", () => {
    const { session } = walkerIn(["###", "...", ".r."], {}, [0, 0]);
    session.mode = "flag";
    expect(choose(covered, session, "main")?.action).toBe("flag 0,0");
    vi.advanceTimersByTime(1000);
    expect(choose(flagged, session, "main")?.action).toBe("unflag 1,2");
  });

  test("a flagged tile is walked on by the main button, never dug", () => {
    const { session, sent } = walkerIn(["###", "...", ".r."], {}, [0, 0]);
    expect(choose(flagged, session, "main")).toBeNull();
    expect(sent).toEqual(["step south"]);
  });

  test("a flag is taken whenever it was put there; the next is waited for", () => {
    const { session } = walkerIn(["###", "...", ".r."], { flags: 0, coming: [2400, 9000] }, [0, 0]);
    expect(choose(flagged, session, "second")?.action).toBe("unflag 1,2");
    expect(choose(covered, session, "second")).toBeNull();
    expect(session.hint?.text).toBe("You have no flags. You get the next one in 3 seconds.");
    expect(secondsToFlag(session.facts, 8999)).toBe(1);
  });

  test("without flags one is told where they come from", () => {
    const { session } = walkerIn(["###", "...", "..."], { flags: 0 }, [0, 0]);
    expect(choose(covered, session, "second")).toBeNull();
    expect(session.hint?.text).toMatch(/Dig to find hidden ones/);
  });

  test("a covered tile that is not beside one is too far", () => {
    const { session, sent } = walkerIn(YARD);
    expect(choose(far, session, "main")).toBeNull();
    expect([session.hint?.text, sent]).toEqual([texts.en["mine-land.says.too_far"], []]);
  });

  test("a second dig in a hurry waits its time", () => {
    const { session, sent } = walkerIn(["###", "...", "..."], {}, [0, 0]);
    expect(choose(0, session, "main")?.action).toBe("flip 0,0");
    expect(choose(1, session, "main")).toBeNull();
    vi.advanceTimersByTime(TERMS.dig_ms + 20);
    expect(sent).toEqual(["flip 1,0"]);
  });

  test("by keys the tile beside one is dug, from where the next step leads to", () => {
    const { session, sent, walk } = walkerIn(["###", "...", "..."], {}, [0, 0]);
    walk.hold("east");
    walk.release("east");
    actBeside(session, 0, -1);
    expect(sent).toEqual(["step east", "flip 2,0"]);
  });

  test("the dead and watchers do nothing", () => {
    const dead = walkerIn(["###", "...", "..."], { is_dead: true }, [0, 0]);
    expect(choose(covered, dead.session, "main")).toBeNull();
    const watcher = walkerIn(["###", "...", "..."], {}, [0, 0]);
    watcher.session.seat = -1;
    expect([choose(covered, watcher.session, "main"), watcher.sent]).toEqual([null, []]);
  });
});

describe("digging all around", () => {
  const middle = 12; // of five by five
  const flips = (sent: string[]) => sent.filter((each) => each.startsWith("flip "));
  const digOut = () => vi.advanceTimersByTime(10 * (TERMS.dig_ms + 20));

  test("a click on oneself digs around a number whose bombs have green flags, one by one at the rules' pace", () => {
    const { session, sent } = walkerIn(["#####", "#g#.#", "#.1.#", "#..##", "#####"]);
    expect(choose(middle, session, "main")).toBeNull();
    expect(sent).toEqual(["flip 12,21"]);
    vi.advanceTimersByTime(TERMS.dig_ms - 1);
    expect(sent).toHaveLength(1);
    digOut();
    expect(sent).toEqual(["flip 12,21", "flip 13,23"]);
  });

  test("a blank tile has no bombs around it: everything is dug, but not what has a flag", () => {
    const { session, sent } = walkerIn(["#####", "#####", "##.r#", "#####", "#####"]);
    choose(middle, session, "main");
    digOut();
    expect(flips(sent)).toHaveLength(7);
    expect(sent).not.toContain("flip 13,22");
  });

  test("a number that is not accounted for digs nothing and says what is missing; red flags do not count", () => {
    const { session, sent } = walkerIn(["#####", "#gr##", "#.2.#", "#...#", "#####"]);
    choose(middle, session, "main");
    digOut();
    expect(sent).toEqual([]);
    expect(session.hint?.text).toBe("Flag all 2 bombs around you first (flagged: 1). Then click or tap here to dig the rest.");
  });

  test("with nothing left to dig, at a site and on a flag nothing is said or sent", () => {
    for (const rows of [["...", ".1.", ".g."], ["###", "#s#", "###"], ["###", "#g#", "###"]]) {
      const { session, sent } = walkerIn(rows);
      choose(4, session, "main");
      digOut();
      expect([sent, session.hint]).toEqual([[], null]);
    }
  });

  test("a click on another number that is accounted for walks there and digs around it", () => {
    const { session, sent } = walkerIn(["#####", "#.g##", "#..1#", "#..##", "#####"]);
    choose(13, session, "main");
    expect(sent[0]).toBe("step east");
    digOut();
    expect(sent).toEqual(["step east", "flip 13,21", "flip 14,21", "flip 14,22", "flip 13,23", "flip 14,23"]);
  });

  test("a click on another blank tile, or on a number that is not accounted for, only walks there", () => {
    const { session, sent } = walkerIn(["#####", "#.###", "#..2#", "#...#", "#####"]);
    choose(13, session, "main");
    digOut();
    choose(11, session, "main");
    digOut();
    expect(sent.every((each) => each.startsWith("step "))).toBe(true);
    expect(session.hint).toBeNull();
  });

  test("a tile that somebody else has dug or flagged meanwhile is left out, and so is all that is out of reach", () => {
    const rows = ["#####", "#####", "##.##", "#####", "#####"];
    const { session, sent, walk } = walkerIn(rows);
    choose(middle, session, "main");
    expect(sent).toEqual(["flip 11,21"]);
    session.receive(wholeOf(pieceOf(["#####", "#..r#", "#...#", "#####", "#####"], { at: [12, 22] }, [10, 20])));
    walk.hold("east");
    walk.release("east");
    digOut();
    expect(flips(sent)).toEqual(["flip 11,21", "flip 12,23", "flip 13,23"]);
  });

  test("another dig or flag takes its place", () => {
    const { session, sent } = walkerIn(["#####", "#####", "##.##", "#####", "#####"]);
    choose(middle, session, "main");
    choose(6, session, "second");
    digOut();
    expect(sent).toEqual(["flip 11,21", "flag 11,21"]);
  });

  test("the middle of the number pad does the same, and the tile says so", () => {
    const { session, sent } = walkerIn(["#####", "#####", "##.##", "#####", "#####"]);
    expect(pressKey(eventOf("Numpad5"), session)).toBe(true);
    expect(sent).toEqual(["flip 11,21"]);
    expect(labelOf(middle, session.view)).toMatch(/you are here; Enter digs all tiles around you$/);
  });
});

describe("out of the round", () => {
  const died = { now: 1000, x: 4, y: 5, by: 0, wave: 1 };
  const dead = (facts: Partial<Facts> = {}, at = 1000) => {
    const out = walkerIn(OPEN, { is_dead: true, died, ...facts });
    out.session.freeze(at);
    return out;
  };

  test("one digs again after a few seconds, by key too, and not before", () => {
    const { session } = dead();
    const again = vi.fn(() => Promise.resolve());
    session.again = again;
    expect(secondsToAgain(session)).toBe(3);
    expect(pressKey(eventOf("KeyR"), session)).toBe(true);
    expect(again).not.toHaveBeenCalled();
    session.freeze(4000);
    expect(secondsToAgain(session)).toBe(0);
    pressKey(eventOf("KeyR"), session);
    expect(again).toHaveBeenCalledOnce();
  });

  test("another key watches the next player", () => {
    const { session, sent } = dead();
    expect(pressKey(eventOf("KeyN"), session)).toBe(true);
    expect(sent).toEqual(["watch next"]);
  });

  test("the next round comes when nobody is left, or when time is up; otherwise nobody knows", () => {
    expect(msToNextRound(dead().session)).toBeNull();
    expect(msToNextRound(dead({ deserted_at: 31_000 }).session)).toBe(50_000);
    const limited = { ...TERMS, round_ms: 9_000 };
    expect(msToNextRound(dead({ terms: limited }).session)).toBe(28_000);
    expect(msToNextRound(dead({ terms: limited, deserted_at: 31_000 }).session)).toBe(28_000);
  });
});

describe("the number under a figure", () => {
  test("is shown beside it, once for all who stand there, and not where there is none", () => {
    const view = pieceOf(["1.", "2."], { at: [0, 0], walkers: [[1, 0, 1], [2, 0, 1], [3, 1, 1], [4, 0, 0]] });
    expect(numbersUnder(view)).toEqual([{ x: 0, y: 0, digit: 1 }, { x: 0, y: 1, digit: 2 }]);
    expect(numbersUnder(pieceOf(["1"], { at: [0, 0], is_dead: true }))).toEqual([]);
  });
});

describe("which way the others are", () => {
  const company = { dx: 1, dy: -1, steps: 20 };

  test("is told to somebody who sees nobody", () => {
    expect(companyText(walkerIn(OPEN, { company }).session)).toBe("Nearest player: about 20 steps to the north-east.");
  });

  test("is not told with somebody in sight, to the dead, or in a world of one's own", () => {
    const sessions = [{ company, walkers: [[1, 10, 20]] }, { company, is_dead: true }, {}] as Partial<Facts>[];
    expect(sessions.map((facts) => companyText(walkerIn(OPEN, facts).session))).toEqual(["", "", ""]);
  });
});

describe("in words", () => {
  const label = (letter: string, facts: Partial<Facts> = {}) => labelOf(0, pieceOf([letter], { at: [9, 9], ...facts }));

  test("tiles say what they are; red and green flags differ by more than their colour", () => {
    expect(label("#")).toBe("covered");
    expect(label("3")).toBe("dug, 3 bombs around it");
    expect(label("1")).toBe("dug, 1 bomb around it");
    expect(label(".")).toBe("dug, no bombs around it");
    expect(label("g")).toMatch(/check mark: a bomb$/);
    expect(label("r")).toMatch(/red flag/);
    expect(label("L")).toBe("dug, no bombs around it; 3 flags on the ground");
    expect([label("s"), label("*")]).toEqual(["explosion site", "lit bomb, about to explode"]);
  });

  test("who stands there is named, and what is in reach is said", () => {
    const { session } = walkerIn([".#.", "...", "..."], { walkers: [[1, 0, 0], [2, 0, 0]] }, [0, 0]);
    Story.of(session);
    expect(labelOf(0, session.view)).toBe("dug, no bombs around it; Bo and Cy here");
    expect(labelOf(1, session.view)).toBe("covered; in reach");
    expect(labelOf(3, session.view)).toMatch(/you can walk there$/);
    expect(labelOf(4, session.view)).toMatch(/; you are here; Enter digs all tiles around you$/);
  });

  test("a death says who dug, where, and which wave", () => {
    const died = (by: number, wave: number) => {
      return deathText(walkerIn(OPEN, { is_dead: true, died: { now: 1, x: 4, y: 5, by, wave } }).session);
    };
    expect(died(0, 1)).toBe("You dug up a bomb at 4,5.");
    expect(died(0, 3)).toMatch(/^You set off a chain reaction. Wave 3 reached you/);
    expect(died(1, 1)).toBe("Bo dug up a bomb near you, at 4,5.");
    expect(died(1, 2)).toMatch(/^Bo set off a chain reaction. Wave 2 reached you/);
  });

  test("the time counts up", () => {
    expect([0, 61_000, 3_725_000].map(timeText)).toEqual(["0:00", "1:01", "1:02:05"]);
  });

  test("German has every key that English has, with the same facts", () => {
    const facts = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
    for (const key of Object.keys(texts.en)) expect([key, facts(texts.de[key] ?? "")]).toEqual([key, facts(texts.en[key])]);
  });
});

describe("a window that moves", () => {
  test("what is pointed at stays where it is in the world, and out of sight it is nowhere", () => {
    const { session } = walkerIn(OPEN);
    Object.assign(session, { marked: [0, 12], pointed: 24 });
    session.explain(24, "here");
    session.receive(moveOf(pieceOf(OPEN, { at: [13, 22] }, [11, 20])));
    expect([session.marked, session.pointed, session.hint?.cell]).toEqual([[11], 23, 23]);
  });

  test("the frame's own bytes are not written into", () => {
    const { session } = walkerIn(OPEN);
    const frame = moveOf(pieceOf(OPEN, { at: [13, 22] }, [11, 20]));
    session.receive(frame);
    session.receive({ is: "frame", number: 3, now: 60, cells: { ground: Uint8Array.from([1, 0, 0, 0]) } });
    expect([session.view.layers.ground[0], frame.layers!.ground[0]]).toEqual([1, 2]);
  });

  test("the atlas keeps what has been left behind, and says what is new", () => {
    const atlas = new Atlas<Known>();
    const changed: string[] = [];
    atlas.onChange.add((x, y) => changed.push(`${x},${y}`));
    atlas.take(pieceOf(["1#"], {}, [15, 3]));
    expect(changed).toEqual(["15,3", "16,3"]);
    atlas.take(pieceOf(["1#"], {}, [15, 3]));
    expect(changed).toHaveLength(2);
    atlas.take(pieceOf(["#2"], {}, [16, 3]));
    expect(changed).toEqual(["15,3", "16,3", "17,3"]);
    expect([atlas.isSeen(15, 3), atlas.isSeen(14, 3), atlas.pages.size, atlas.count]).toEqual([true, false, 2, 3]);
  });

  test("the camera has the walker in the middle and the whole window in sight", () => {
    const camera = aimed({ x: 20.5, y: 30.5, sight: 5, world: TERMS }, { width: 800, height: 600 }, 2);
    expect(camera.size).toBe(54);
    expect([camera.x + 20.5 * 54, camera.y + 30.5 * 54]).toEqual([400, 300]);
  });
});

describe("the map that is kept", () => {
  test("a tile is a byte and back", () => {
    const tiles = [[1, 0, 0, 0], [1, 0, 1, 0], [1, 0, 2, 0], [2, 0, 0, 0], [2, 8, 0, 1], [3, 0, 0, 0], [4, 0, 0, 0]] as const;
    for (const [ground, digit, flag, loot] of tiles) {
      const byte = packTile(ground, digit, flag, loot);
      expect(byte).toBeGreaterThan(0);
      expect(unpackTile(byte)).toEqual({ ground, digit, flag, loot });
    }
  });

  test("a page comes back where it was, but never over what has been seen since", () => {
    const first = new Atlas<Known>();
    first.take(pieceOf(["g1"], {}, [PAGE * 2 - 1, 5]));
    const again = new Atlas<Known>();
    const like = pieceOf([".."], {}, [PAGE * 2, 5]);
    again.take(like);
    for (const [key, page] of first.pages) recallPage(again, key, packPage(page), like);
    const at = (x: number) => again.at(x, 5)!;
    expect([at(31).page.layers.flag[at(31).cell], at(32).page.layers.digit[at(32).cell]]).toEqual([2, 0]);
  });
});

describe("what is shown for a moment", () => {
  test("points rise where one dug, and sides glow once for each blast", () => {
    const { session } = walkerIn(OPEN);
    const story = Story.of(session);
    session.act("flip 11,21");
    session.acted(1);
    const blast = { now: 40, wave: 2, sides: [[1, 0]] };
    session.receive({ is: "frame", number: 2, now: 50, facts: { score: ["=", 1], blast: ["=", blast] } });
    expect(story.floats.map(({ x, y, text }) => [x, y, text])).toEqual([[11, 21, "+1"]]);
    session.receive({ is: "frame", number: 3, now: 60, facts: { flags: ["=", 4] } });
    expect(story.floats.at(-1)).toMatchObject({ text: "+1", isFlag: true });
    expect(story.sides).toHaveLength(1);
    vi.advanceTimersByTime(5000);
    expect(story.isMoving(performance.now())).toBe(false);
  });

  test("many on one tile fan out, oneself in front, and the rest are counted", () => {
    const figures = Array.from({ length: 7 }, (_, seat) => ({ seat, x: 5, y: 5, isMe: seat === 6, name: "" }));
    const [tile] = fanned([...figures, { seat: 9, x: 50, y: 5, isMe: false, name: "" }]);
    expect(tile.drawn.map(({ seat }) => seat)).toEqual([6, 0, 1, 2]);
    expect(tile.hidden).toBe(3);
  });
});

describe("figures on one tile", () => {
  const stood = (count: number, isMe: boolean) => Array.from({ length: count }, (_, seat) => ({ seat, x: 0, y: 0, isMe: isMe && !seat, name: "" }));

  test("oneself is large and in front of the others; strangers are all alike", () => {
    const [me, ...others] = places(stood(4, true));
    expect(others.every(({ size }) => size < me.size * 0.7)).toBe(true);
    expect(new Set(places(stood(3, false)).map(({ size }) => size)).size).toBe(1);
    expect(places(stood(1, true))).toEqual([{ dx: 0, dy: 0, size: 1 }]);
  });
});

describe("whom one may watch", () => {
  test("the best come first; oneself, the dead and the absent are not among them", () => {
    const { session } = walkerIn(OPEN);
    session.names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", ""];
    session.away = [false, false, false, false, true, false, false];
    session.standing = [[3, 9, false], [0, 5, false], [1, 2, true]];
    expect(livingOf(session)).toEqual([3, 2, 5]);
  });
});

describe("names on the board", () => {
  test("a name that would cover another goes above, and away if there is no room either", () => {
    const at = (x: number, y: number) => ({ x, y, wide: 60, high: 14 });
    expect(freePlace([at(0, 20), at(0, -20)], [])).toEqual(at(0, 20));
    expect(freePlace([at(0, 20), at(0, -20)], [at(59, 20), at(60, -20)])).toEqual(at(0, -20));
    expect(freePlace([at(0, 20), at(0, -20)], [at(30, 30), at(-30, -10)])).toBeNull();
  });

  test("a name is whole at the edge of the picture, and missing only beyond it", () => {
    const picture = { width: 300, height: 200 };
    const places = (x: number, y: number) => labelsOf({ x, y }, 40, 60, 12, picture).map((each) => [each.x, Math.round(each.y)]);
    expect(places(100, 100)).toEqual([[100, 122], [100, 77]]);
    expect(places(10, 100)).toEqual([[36, 122], [36, 77]]); // clear of the frame that a mode may have
    expect(places(295, 100)).toEqual([[264, 122], [264, 77]]);
    expect(places(100, 190)).toEqual([[100, 167]]); // only above
    expect(places(100, 5)).toEqual([[100, 27]]); // only below
    expect(places(-10, 100)).toEqual([]);
  });
});

describe("the tutorial", () => {
  test("has five steps with words, and points at a tile beside the walker", () => {
    expect(tutorial.steps.map((step) => texts.en[step.text] !== undefined)).toEqual(Array(5).fill(true));
    const cell = tutorial.steps[0].cell as (view: Window) => number;
    expect(cell(pieceOf(["###", "#.#", "###"], { at: [1, 1] }))).toBe(1);
  });
});
