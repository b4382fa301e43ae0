import { beforeAll, describe, expect, test } from "vitest";
import { turfOf } from "../../board/turf";
import { contrast, distance } from "../../core/colours";
import { digitInk } from "../../core/digits";
import { makeLook } from "../../core/look";
import { PALETTES } from "../../core/palettes";
import { settings } from "../../core/settings.svelte";
import { addTexts } from "../../core/texts";
import type { Frame } from "../../core/view";
import { MatchSession, type SessionGame } from "../../match/session.svelte";
import { plateOf } from "./draw/paint";
import { hints } from "./hints";
import { choose, modesOf } from "./input/clicks";
import { blastOf, canChord, claimedOf, isDone, lossesOf, sureCell, tooNear, within, type Facts, type Known, type Field } from "./model/ground";
import { pieceOf } from "./model/pieces";
import { isNearing, leftOf, markOf, segmentsOf, seriesOf } from "./model/stages";
import { BANNER_MS, Story } from "./model/story.svelte";
import { texts } from "./texts";
import { labelOf, lossText } from "./texts/words";

beforeAll(() => addTexts(texts));

const GAME: SessionGame = {
  name: "area-attack", title: "Area Attack", kind: "real-time", shape: "square", legend: {},
  texts: { taken: "That cell belongs to {seat:player}.", frozen: "You are frozen.", too_far: "Too far.", too_near: "Near {seat:player}." },
};

function frameOf(view: Field, more: Partial<Frame> = {}): Frame {
  const { rect, facts, layers, viewer } = view;
  return {
    is: "frame", number: 0, now: 1000,
    view: { viewer, facts: facts as unknown as Record<string, unknown>, rect: [0, 0, rect.width, rect.height], layers },
    table: { awaited: [0, 1], clocks: [], outcome: null }, ...more,
  };
}

function at(view: Field, sent: string[] = []) {
  const session = new MatchSession<Known>(GAME, { act: (action) => sent.push(action), choices: () => Promise.resolve([]) });
  session.seat = view.viewer;
  session.names = ["Ann", "Ben"];
  session.isConnected = true;
  session.receive(frameOf(view));
  session.mode = "open";
  return session;
}

const with_ = (view: Field, facts: Partial<Facts>): Field => ({ ...view, facts: { ...view.facts, ...facts } });
const click = (session: MatchSession<Known>, cell: number, button: "main" | "second" = "main") => choose(cell, session, button)?.action;

describe("what a click means", () => {
  test("a covered cell is opened by the main button and flagged by the second; flag mode swaps them", () => {
    const session = at(pieceOf(["1.", ".."]));
    expect(click(session, 1)).toBe("open 1,0");
    expect(click(session, 1, "second")).toBe("flag 1,0");
    session.mode = "flag";
    expect(click(session, 1)).toBe("flag 1,0");
    expect(click(session, 1, "second")).toBe("open 1,0");
  });

  test("a flagged cell is unflagged, and never opened by a slip", () => {
    const session = at(pieceOf(["1f", ".."]));
    expect(click(session, 1, "second")).toBe("unflag 1,0");
    expect(click(session, 1)).toBeUndefined();
    expect(session.hint?.text).toMatch(/flagged this cell/);
  });

  test("an own number is chorded by two clicks or by the second button", () => {
    const session = at(pieceOf(["1f", ".."]));
    expect(click(session, 0)).toBeUndefined();
    expect(session.hint?.text).toMatch(/Once more/);
    expect(click(session, 0)).toBe("chord 0,0");
    expect(click(session, 0)).toBeUndefined();
    expect(click(session, 0, "second")).toBe("chord 0,0");
  });

  test("another's cell is told by its owner's name", () => {
    const session = at(pieceOf(["1b", ".."]));
    expect(click(session, 1)).toBeUndefined();
    expect(session.hint?.text).toBe("That cell belongs to Ben.");
  });

  test("lost by a moment, a claimed cell is an answer and no refusal", () => {
    const session = at(pieceOf(["1.", ".."]));
    Story.of(session);
    session.act("open 1,0", 1);
    session.refused({ is: "refused", n: 1, code: "taken", text: "", facts: { seat: 1 } });
    expect(session.refusal).toBeNull();
    expect(session.hint).toMatchObject({ cell: 1, text: "That cell belongs to Ben." });
  });

  test("from stage 2 on only lit cells are opened, and attack mode says what it may cost", () => {
    const view = with_(pieceOf(["1f.", "bb."]), { stage: 2 });
    view.layers.legal[5] = 0;
    const session = at(view);
    expect(click(session, 5)).toBeUndefined();
    expect(session.hint?.text).toBe("Too far.");
    session.mode = "attack";
    expect(choose(1, session, "main")).toMatchObject({ action: "open 1,0", confirm: true });
    expect(choose(1, session, "main")?.label).toContain("you −1 and Ben −2");
  });

  test("who is frozen is told so, and does nothing", () => {
    const session = at(with_(pieceOf(["1.", ".."]), { frozen: [6000, 0] }));
    expect(click(session, 1)).toBeUndefined();
    expect(session.hint?.text).toBe("You are frozen.");
  });

  test("a start is picked, confirmed by a second click, and refused near a confirmed one", () => {
    const view = with_(pieceOf(["...."]), { stage: 0, picks: [1, 3], confirmed: [false, false] });
    view.facts.terms = { ...view.facts.terms, apart_squared: 4 };
    const session = at(view);
    expect(click(session, 0)).toBe("pick 0,0");
    expect(click(session, 1)).toBe("confirm");
    session.receive(frameOf(with_(view, { confirmed: [false, true] })));
    expect(click(session, 2)).toBeUndefined();
    expect(session.hint?.text).toBe("Near Ben.");
    expect(tooNear(session.view, 1, 0)).toBe(-1);
  });

  test("attack waits for stage 2, and watchers have no modes", () => {
    expect(modesOf(pieceOf(["."])).map((mode) => [mode.id, !!mode.why])).toEqual([["open", false], ["flag", false], ["attack", true]]);
    expect(modesOf(with_(pieceOf(["."]), { stage: 2 }))[2].why).toBeUndefined();
    expect(modesOf(pieceOf(["."], -1))).toEqual([]);
  });
});

describe("what the numbers say", () => {
  test("a chord needs as many flags and shown mines as the number", () => {
    expect(canChord(pieceOf(["1f", ".."]), 0)).toBe(true);
    expect(canChord(pieceOf(["2fm", "..."]), 0)).toBe(false);
    expect(canChord(pieceOf(["f2m", "..."]), 1)).toBe(true);
    expect(canChord(pieceOf(["1f", "00"]), 0)).toBe(false);
  });

  test("a number with nothing left around it is done", () => {
    expect(isDone(pieceOf(["1f", "0b"]), 0)).toBe(true);
    expect(isDone(pieceOf(["1f", "0."]), 0)).toBe(false);
  });

  test("a cell is sure by one number", () => {
    expect(sureCell(pieceOf(["10", ".0"]), "mine")).toBe(2);
    expect(sureCell(pieceOf(["1f", ".0"]), "safe")).toBe(2);
    expect(sureCell(pieceOf(["1.", ".0"]), "mine")).toBe(-1);
  });

  test("a blast takes a disc, but neither craters nor shown mines", () => {
    expect(within(9, 9, 40, 9)).toHaveLength(29);
    const view = pieceOf(["bxm", "0.."]);
    expect(blastOf(view, 4)).toEqual([0, 3, 4, 5]);
    expect(lossesOf(view, 4)).toEqual([1, 1]);
    expect(lossText(at(view), [0, 0])).toBe("nobody");
  });

  test("shares are of the safe cells as they were laid", () => {
    const view = pieceOf(["0b", ".."]);
    view.facts.terms = { ...view.facts.terms, mines: 1 };
    expect(claimedOf(view)).toBeCloseTo(66.67, 1);
  });
});

describe("the stages", () => {
  const { facts } = pieceOf(["."]);
  test("the bar, what is left and what brings the next one", () => {
    expect(segmentsOf(facts, 90_000).map(({ done }) => done)).toEqual([0.5, 0, 0]);
    expect(leftOf(facts, 90_000)).toBe(90_000);
    expect(markOf(facts)).toBe(60);
    expect(markOf({ ...facts, stage: 3 })).toBeNull();
    expect(isNearing(facts, 169_000)).toBe(false);
    expect(isNearing(facts, 171_000)).toBe(true);
  });

  test("the graph's uneven moments become even steps", () => {
    const view = with_(pieceOf(["..", ".."]), { graph: [[0, 0, 0], [10_000, 10, 40], [100_000, 100, 40]] });
    const [ann, ben] = seriesOf(view);
    expect(ann[0]).toBe(0);
    expect(ann.at(-1)).toBe(100);
    expect(Math.abs(ann[40] - 50)).toBeLessThan(3);
    expect(ben[20]).toBe(40);
    expect(seriesOf(pieceOf(["."]))).toEqual([[], []]);
  });
});

describe("what happens", () => {
  const blast: Frame["notices"] = [["blast", { seat: 1, x: 1, y: 0 }]];
  const cells = (...changes: [number, number][]) =>
    new Uint8Array(new Uint32Array(changes.map(([cell, value]) => cell * 256 + value)).buffer);

  test("a blast remembers whose the ground was, and says what was lost", () => {
    const session = at(with_(pieceOf(["0.b"]), { stage: 2 }));
    const story = Story.of(session);
    session.receive({ is: "frame", number: 1, now: 1100, cells: { owner: cells([0, 0], [2, 0]), ground: cells([1, 1]) }, notices: blast });
    expect([...story.blasts[0].before]).toEqual([[0, 1], [1, 0], [2, 2]]);
    expect(story.told).toBe("Ben blew up 1 of your cells.");
    expect(story.isMoving).toBe(true);
  });

  test("fresh claims ripple from the clicked cell", () => {
    const session = at(pieceOf(["0..."]));
    const story = Story.of(session);
    session.act("open 1,0", 1);
    session.receive({ is: "frame", number: 1, now: 1100, cells: { owner: cells([1, 1], [2, 1], [3, 1]) } });
    expect(story.claims[0]).toMatchObject({ own: 3, from: 1 });
    expect(story.claims[0].cells.map((each) => each.delay)).toEqual([0, 16, 32]);
  });

  test("who overtakes is told; the first one ahead, and a lead of a hair, are not", () => {
    const session = at(with_(pieceOf(["0.b"]), { terms: { ...pieceOf(["."]).facts.terms, mines: -997 } }));
    const story = Story.of(session);
    const owned = (number: number, ...now: number[]) => {
      session.receive({ is: "frame", number, now: 1000 + number, facts: { cells: ["=", now] } });
      return story.lead;
    };
    expect(owned(1, 20, 5)).toBe("");
    expect(owned(2, 20, 29)).toBe("");
    expect(owned(3, 20, 30)).toBe("Ben overtakes you.");
    expect(owned(4, 35, 30)).toBe("Ben overtakes you.");
    expect(owned(5, 40, 30)).toBe("You take the lead!");
  });

  test("a page that comes back says nothing of who has overtaken meanwhile", () => {
    const view = pieceOf(["00.b"]);
    const session = at(view);
    const story = Story.of(session);
    session.receive(frameOf(with_(view, { cells: [1, 3] })));
    expect(story.lead).toBe("");
  });

  test("a stage has its banner", () => {
    const session = at(pieceOf(["0."]));
    const story = Story.of(session);
    session.receive({ is: "frame", number: 1, now: 1100, notices: [["stage", { stage: 2 }]] });
    expect(story.banner).toBe(2);
  });

  test("a stage's hint waits until its banner is gone", () => {
    const isNow = (moments: Facts["moments"]) => hints.find(({ id }) => id === "area-attack.stage2")!.when!(at(with_(pieceOf(["0."]), { stage: 2, moments })));
    expect(isNow([0, 1000, 3000, 4000])).toBe(false);
    expect(isNow([0, 1000 - BANNER_MS, 3000, 4000])).toBe(true);
  });
});

describe("words", () => {
  const named = (seat: number) => ["Ann", "Ben"][seat];

  test("labels for those who do not see the board", () => {
    const view = pieceOf(["2b", "fx", "m."]);
    const labels = [...view.layers.owner.keys()].map((cell) => labelOf(cell, view, named));
    expect(labels.slice(0, 2)).toEqual(["yours, 2 mines around, nothing left to open", "owned by Ben"]);
    expect(labels.slice(2)).toEqual(["covered, flagged by you", "crater", "revealed mine", "covered"]);
    expect(labelOf(5, with_(view, { stage: 2 }), named)).toBe("covered, you can open it");
    expect(labelOf(1, with_(view, { frozen: [0, 99] }), named)).toBe("owned by Ben, frozen");
  });

  test("the last stage is not said to leave all as it is: ground still changes hands", () => {
    for (const [language, changes, stays] of [["en", /ground still changes hands/, /stays? as/], ["de", /wechselt.*Besitzer/, /bleibt?.*wie es ist/]] as const) {
      for (const key of ["rule.3", "next.3"]) expect(texts[language][`area-attack.${key}`]).toMatch(changes);
      for (const [key, text] of Object.entries(texts[language])) expect(text, key).not.toMatch(stays);
    }
  });

  test("both languages have the same words with the same facts", () => {
    const facts = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
    for (const [key, text] of Object.entries(texts.en)) {
      expect(texts.de, key).toHaveProperty([key]);
      expect(facts(texts.de[key]), key).toEqual(facts(text));
    }
  });
});

describe("the minefield's colours", () => {
  const looks = (["light", "dark"] as const).flatMap((theme) => PALETTES.map(({ id }) => makeLook(8, { ...settings, palette: id }, theme, false)));

  test("every number can be read on its plate, and no two of the first four are alike", () => {
    for (const look of looks) {
      for (let seat = 0; seat < 8; seat++) {
        const inks = [1, 2, 3, 4, 5, 6, 7, 8].map((digit) => digitInk(plateOf(look, seat), digit));
        for (const ink of inks) expect(contrast(plateOf(look, seat), ink)).toBeGreaterThanOrEqual(4);
        inks.slice(0, 4).forEach((ink, at) => inks.slice(at + 1, 4).forEach((other) => expect(distance(ink, other)).toBeGreaterThan(6)));
      }
    }
  });

  test("grass is nobody's colour", () => {
    for (const theme of ["light", "dark"] as const) {
      const look = makeLook(8, settings, theme, false);
      for (let seat = 0; seat < 8; seat++) {
        for (const ground of [turfOf(look).turf, turfOf(look).meadow]) expect(distance(look.colour(seat), ground)).toBeGreaterThan(9);
      }
    }
  });
});
