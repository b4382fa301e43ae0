import { beforeAll, describe, expect, test } from "vitest";
import { contrast } from "../../core/colours";
import { makeLook } from "../../core/look";
import { settings } from "../../core/settings.svelte";
import { addTexts } from "../../core/texts";
import type { Frame } from "../../core/view";
import { MatchSession, type SessionGame } from "../../match/session.svelte";
import { loopsOf } from "./draw/coast";
import { bounceAt } from "./draw/effects";
import { previewInks } from "./draw/legal";
import { hints } from "./hints";
import { pieceOf } from "./model/pieces";
import { seriesOf, Story } from "./model/story.svelte";
import { texts } from "./texts";
import { giversOf, harmedBy, INDUSTRY, lossesOf, partsOf, TOURISM, type Facts, type Known, type Island } from "./model/tiles";
import { tutorial } from "./tutorial";
import { cardOf, labelOf, sumText, warningsOf, whyNot } from "./texts/words";

beforeAll(() => addTexts(texts));

const MIDDLE = 4; // of a piece of 3 x 3

function withLayer(view: Island, layer: keyof Known["layers"], cell: number, value: number): Island {
  view.layers[layer][cell] = value;
  return view;
}

describe("sums of what the view shows", () => {
  test("a mine with 3 mountains and 1 forest beside it is 1 base + 3 mountains + 1 forest", () => {
    const view = pieceOf(["L M L", "M m5 M", "L F L"]);
    expect(partsOf(view, MIDDLE, INDUSTRY).map(({ amount, of }) => [amount, of])).toEqual([
      [1, "base"], [3, "mountain"], [1, "forest"],
    ]);
    expect(sumText(view, MIDDLE, INDUSTRY)).toBe("1 base + 3 mountains + 1 forest = 5");
  });

  test("a resort counts water and mountain, and takes mines off", () => {
    const view = pieceOf(["L M L", "W r2 m1", "L L L"]);
    expect(sumText(view, MIDDLE, TOURISM)).toBe("1 base + 1 mountain + 1 water − 1 mine = 2");
  });

  test("a resort among three mines says that it never yields less than 0", () => {
    const view = pieceOf(["L m1 L", "m1 r0 m1", "L L L"]);
    expect(sumText(view, MIDDLE, TOURISM)).toBe("1 base − 3 mines, but never less than 0 = 0");
  });

  test("corners give nothing", () => {
    expect(giversOf(pieceOf(["M L M", "L L L", "M L M"]), MIDDLE, INDUSTRY)).toEqual([]);
  });

  test("tiles at the edge of the map have no neighbours across it", () => {
    expect(giversOf(pieceOf(["L L M", "M L L"]), 2, TOURISM)).toEqual([]);
  });
});

describe("what a build would cost", () => {
  test("a mine beside a resort is said to cost it, a farm is not", () => {
    const view = withLayer(pieceOf(["L r2 L", "L L L", "L L L"], 0), "loss1", MIDDLE, 1);
    expect(lossesOf(view, MIDDLE, INDUSTRY, "settle")).toEqual([0, 1]);
    expect(harmedBy(view, MIDDLE, INDUSTRY, "settle")).toEqual([1]);
    expect(harmedBy(view, MIDDLE, INDUSTRY, "farm")).toEqual([]);
    expect(warningsOf(view, MIDDLE, "settle", () => "Ann")).toEqual(["A mine here costs Ann’s resorts 1 per turn."]);
  });

  test("felling a forest warns of one's own mines, or of the other's", () => {
    const rows = ["L m3 L", "L F L", "L L L"];
    const own = withLayer(pieceOf(rows, 0), "loss0", MIDDLE, 1);
    expect(warningsOf(own, MIDDLE, "farm", () => "Ann")[0]).toMatch(/costs your own mines 1/);
    const other = withLayer(pieceOf(rows, 1), "loss0", MIDDLE, 1);
    expect(warningsOf(other, MIDDLE, "farm", () => "Ann")[0]).toMatch(/costs Ann’s mines 1/);
    expect(harmedBy(other, MIDDLE, TOURISM, "farm")).toEqual([1]);
  });
});

describe("labels for those who do not see the board", () => {
  test("a free forest says what a mine would yield and what may be built", () => {
    const view = withLayer(withLayer(pieceOf(["L L L", "L F L", "L L L"], 0), "gain0", MIDDLE, 3), "legal", MIDDLE, 3);
    expect(labelOf(MIDDLE, view)).toBe("forest, free; a mine here would pay 3; you can build a farm or a mine");
  });

  test("the other player sees no leave to build in the mover's tiles", () => {
    const view = withLayer(pieceOf(["L L L", "L F L", "L L L"], 1), "legal", MIDDLE, 3);
    expect(labelOf(MIDDLE, view)).toBe("forest, free; a resort here would pay 0");
  });

  test("buildings say whose they are and what they yield", () => {
    const view = pieceOf(["m3 2 W"], 0);
    expect([0, 1, 2].map((cell) => labelOf(cell, view))).toEqual([
      "your mine; pays 3 per turn", "player 2’s farm", "water",
    ]);
    expect(labelOf(0, pieceOf(["m3 2 W"], -1))).toBe("player 1’s mine; pays 3 per turn");
  });
});

const GAME: SessionGame = {
  name: "land-grab", title: "Land Grab", kind: "turns", shape: "square",
  texts: { on_water: "That is water.", too_far: "Too far.", needs_a_farm: "A farm first.", taken: "{seat:player} was here." },
  legend: {},
};

function sessionOf(rows: string[], facts: Partial<Facts> = {}): MatchSession<Known> {
  const session = new MatchSession<Known>(GAME, { act: () => 1, choices: () => Promise.resolve([]) });
  const view = pieceOf(rows, 0);
  const frame: Frame = {
    is: "frame", number: 1, now: 0,
    view: { viewer: 0, facts: { ...view.facts, ...facts }, rect: [0, 0, view.rect.width, view.rect.height], layers: view.layers },
    table: { awaited: [0], clocks: [], outcome: null },
  };
  Object.assign(session, { seat: 0, names: ["Ann", "Bo"], isConnected: true });
  session.receive(frame);
  return session;
}

describe("hints", () => {
  const near = (facts: Partial<Facts>) => hints.find(({ id }) => id === "land-grab.near")!.when!(sessionOf(["L L L"], { target: 100, ...facts }));

  test("the opponent is close to winning only if they come first", () => {
    expect(near({ points: [90, 80], incomes: [10, 5] })).toBe(false);
    expect(near({ points: [60, 80], incomes: [10, 10] })).toBe(true);
    expect(near({ points: [0, 80], incomes: [0, 10] })).toBe(true);
    expect(near({ points: [0, 70], incomes: [0, 10] })).toBe(false);
  });
});

describe("a session", () => {
  test("why a click builds nothing is said in the server's words", () => {
    const session = sessionOf(["W L 2"], { farms: [1, 1], settlements: [1, 0] });
    expect(whyNot(session, 0, "farm")).toBe("That is water.");
    expect(whyNot(session, 1, "farm")).toBe("Too far.");
    expect(whyNot(session, 2, "farm")).toBe("Bo was here.");
    expect(whyNot(session, 1, "settle")).toBe("A farm first.");
  });

  test("without a free farm the mode goes back to farm", () => {
    const session = sessionOf(["1 L L"], { farms: [1, 0] });
    Story.of(session);
    session.mode = "settle";
    session.receive({ is: "frame", number: 2, now: 1, facts: { settlements: ["=", [1, 0]] } });
    expect(session.mode).toBe("farm");
  });

  test("points are collected turn by turn for the chart", () => {
    const session = sessionOf(["1 L L"]);
    Story.of(session);
    session.receive({ is: "frame", number: 2, now: 1, facts: { turn: ["=", 2], points: ["=", [0, 3]] } });
    session.receive({ is: "frame", number: 3, now: 2, facts: { turn: ["=", 3], points: ["=", [5, 3]] } });
    expect(seriesOf(session.view)).toEqual([[0, 0, 0, 5], [0, 0, 3, 3]]);
  });

  test("a payment lets a coin fly from each settlement that yields", () => {
    const session = sessionOf(["m3 m0 r2"]);
    const story = Story.of(session);
    session.receive({ is: "frame", number: 2, now: 1, notices: [["paid", { seat: 0, amount: 3, points: 3 }]] });
    expect(story.flights.map(({ seat, cell }) => [seat, cell])).toEqual([[0, 0]]);
  });

  test("the card of a free tile has both players' sums, mine first", () => {
    const session = sessionOf(["W L M"]);
    expect(cardOf(session, 1).sums.map(({ seat, parts }) => [seat, parts.length])).toEqual([[0, 2], [1, 3]]);
  });
});

describe("drawing", () => {
  test("tiles that meet at a corner only have shores of their own", () => {
    const loops = loopsOf(Uint8Array.from([1, 0, 0, 1]), 2);
    expect(loops.map((loop) => loop.length)).toEqual([4, 4]);
  });

  test("a lake is a loop of its own", () => {
    const loops = loopsOf(Uint8Array.from([1, 1, 1, 1, 0, 1, 1, 1, 1]), 3);
    expect(loops.map((loop) => loop.length).sort((a, b) => a - b)).toEqual([4, 12]);
  });

  test("a built tile comes down to its own size and never below it", () => {
    const scales = Array.from({ length: 101 }, (_, step) => bounceAt(step / 100));
    expect(Math.min(...scales)).toBe(1);
    expect(scales[100]).toBe(1);
    expect(scales[0]).toBeGreaterThan(1.3);
  });
});

describe("words", () => {
  test("German has every key that English has", () => {
    const missing = Object.keys(texts.en).filter((key) => !(key in texts.de));
    expect(missing).toEqual([]);
  });

  test("both languages name the same facts", () => {
    const facts = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();
    for (const key of Object.keys(texts.en)) expect([key, facts(texts.de[key])]).toEqual([key, facts(texts.en[key])]);
  });
});

describe("the tutorial", () => {
  const rows = (tutorial.params.island as string).split("\n");

  test("is an island of 12 x 12 in the sea", () => {
    expect(rows.map((row) => row.length)).toEqual(Array(12).fill(12));
    expect(rows[0] + rows[11]).toBe("W".repeat(24));
  });

  test("has five steps with words, and its marked tile can be built on and lies beside mountains", () => {
    expect(tutorial.steps.map((step) => texts.en[step.text] !== undefined)).toEqual(Array(5).fill(true));
    const [x, y] = tutorial.steps[0].cell as [number, number];
    expect(rows[y][x]).toBe("L");
    expect(rows[y - 1][x] + rows[y + 1][x]).toContain("M");
  });
});

test("what a tile would yield can be read, however little it is", () => {
  for (const theme of ["light", "dark"] as const) {
    const look = makeLook(2, settings, theme, false);
    for (const isStrong of [true, false]) {
      const { paper, ink } = previewInks(look, isStrong);
      expect(contrast(paper, ink)).toBeGreaterThan(4.5);
    }
  }
});
