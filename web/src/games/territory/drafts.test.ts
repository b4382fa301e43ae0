import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import { addTexts } from "../../core/texts";
import type { Frame } from "../../core/view";
import { Drafts } from "./model/drafts.svelte";
import { cellOf, type Facts, type Known, type Session } from "./model/facts";
import { Keys } from "./input/keys";
import { spellSheet } from "./model/orders";
import { Show } from "./model/show.svelte";
import { MatchSession } from "../../match/session.svelte";
import Declare from "./panels/Declare.svelte";
import Round from "./panels/Round.svelte";
import Spoken from "./panels/Spoken.svelte";
import Strip from "./panels/Strip.svelte";
import { texts } from "./texts";

addTexts(texts);

const at = cellOf;
const layer = () => new Uint8Array(64);

function facts(change: Partial<Facts> = {}): Facts {
  return {
    params: {
      start_units: 5, corners: true, spacing_cells: 0, resource_percent: 5,
      rounds: 5, declarations: 2, moves: 2, declaration_characters: 400, phase_seconds: 0, cap_units: 21,
    },
    round: 1, phase: "orders", in_play: [true, true], resigned: [false, false], away: [false, false],
    submitted: [false, false], sealed: null, totals: [9, 5], units_by_round: [[9, 5]],
    declarations: [], orders: [], last: null, ending: "", ...change,
  };
}

/** Seat 0 has 9 units at 2,3. */
function opened(change: Partial<Facts> = {}): { session: Session; sent: string[]; change: (facts: Partial<Facts>) => void } {
  const sent: string[] = [];
  const link = { act: (action: string) => sent.push(action), choices: () => Promise.resolve([]) };
  const game = { name: "territory", title: "Territory", kind: "sealed", shape: "square", texts: {}, legend: {} } as const;
  const session: Session = new MatchSession<Known>(game, link);
  const layers = { owner: layer(), units: layer(), units_high: layer(), resource: layer() };
  layers.owner[at(2, 3)] = 1;
  layers.units[at(2, 3)] = 9;
  const view = { viewer: 0, facts: facts(change) as unknown as Record<string, unknown>, rect: [0, 0, 8, 8] as [number, number, number, number], layers };
  const table = { awaited: [0, 1], clocks: [], outcome: null };
  session.seat = 0;
  session.names = ["Ada", "Bob"];
  session.isConnected = true;
  session.receive({ is: "frame", number: 1, now: 0, view, table });
  const patch = (changed: Partial<Facts>) => {
    const patched = Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, ["=", value]]));
    session.receive({ is: "frame", number: 2, now: 1, facts: patched as Frame["facts"] });
  };
  return { session, sent, change: patch };
}

describe("drafting orders", () => {
  it("by clicks: a square, then its neighbour; one unit stays behind", () => {
    const drafts = Drafts.of(opened().session);
    drafts.click(at(2, 3));
    expect(drafts.picked).toBe(at(2, 3));
    drafts.click(at(3, 3));
    expect(spellSheet(drafts.moves)).toBe("2,3,R,8");
  });
  it("by keys: pick, arrow, number", () => {
    const { session } = opened();
    const drafts = Drafts.of(session);
    const keys = new Keys(session, drafts);
    drafts.click(at(2, 3));
    for (const key of ["ArrowUp", "5"]) expect(keys.press(key)).toBe(true);
    expect(spellSheet(drafts.moves)).toBe("2,3,U,5");
    keys.press("h");
    expect(drafts.moves[0].units).toBe(5);
    keys.press("a");
    expect(drafts.moves[0].units).toBe(9);
    keys.press("Delete");
    expect(drafts.moves).toEqual([]);
  });
  it("never takes more units than are there", () => {
    const drafts = Drafts.of(opened().session);
    drafts.add(at(2, 3), at(3, 3));
    drafts.add(at(2, 3), at(1, 3));
    drafts.count(99);
    expect(spellSheet(drafts.moves)).toBe("2,3,R,8 2,3,L,1");
    expect(drafts.problems).toEqual([]);
  });
  it("stops at the most moves and says why", () => {
    const { session } = opened();
    const drafts = Drafts.of(session);
    drafts.set([{ x: 2, y: 3, direction: "R", units: 1 }, { x: 2, y: 3, direction: "L", units: 1 }]);
    drafts.add(at(2, 3), at(2, 2));
    expect(drafts.moves).toHaveLength(2);
    expect(session.hint?.cell).toBe(at(2, 3));
  });
  it("explains what cannot be: a far square, another's square", () => {
    const { session } = opened();
    const drafts = Drafts.of(session);
    drafts.add(at(2, 3), at(5, 5));
    expect(session.hint?.cell).toBe(at(5, 5));
    drafts.click(at(7, 7));
    expect(session.hint?.cell).toBe(at(7, 7));
    expect(drafts.moves).toEqual([]);
  });
  it("is sealed in its spelling, and known as sealed from the view alone", () => {
    const { session, sent, change } = opened();
    const drafts = Drafts.of(session);
    drafts.add(at(2, 3), at(3, 3));
    drafts.sealSheet();
    expect(sent).toEqual(["order 2,3,R,8"]);
    expect(drafts.isSheetSealed).toBe(false);
    change({ sealed: { type: "order", moves: drafts.moves } });
    expect(drafts.isSheetSealed).toBe(true);
    drafts.choose(0);
    drafts.count(3);
    expect(drafts.isSheetSealed).toBe(false);
  });
  it("begins with what is sealed, after a reload", () => {
    const moves = [{ x: 2, y: 3, direction: "D", units: 4 }];
    expect(Drafts.of(opened({ sealed: { type: "order", moves } }).session).moves).toEqual(moves);
  });
  it("begins anew with each round", () => {
    const { session, change } = opened();
    const drafts = Drafts.of(session);
    drafts.add(at(2, 3), at(3, 3));
    change({ round: 2, phase: "first declaration" });
    expect(drafts.moves).toEqual([]);
  });
});

describe("drafting words", () => {
  it("drops what has been said, and keeps what was not sealed in time", () => {
    const { session, change } = opened({ phase: "first declaration" });
    const drafts = Drafts.of(session);
    drafts.words = "Hello. ";
    change({ phase: "second declaration", declarations: [{ round: 1, part: 1, seat: 0, text: "Hello." }] });
    expect(drafts.words).toBe("");
    drafts.words = "Too slow";
    change({ phase: "orders", declarations: [{ round: 1, part: 2, seat: 0, text: "" }] });
    expect(drafts.words).toBe("Too slow");
  });
});

describe("showing a round", () => {
  const last = { round: 1, owners: Array.from({ length: 64 }, () => 0), units: Array.from({ length: 64 }, () => 0), moves: [], clashes: [], gains: [] };
  it("begins when one is resolved, and ends by itself or at once", () => {
    const { session, change } = opened();
    const show = Show.of(session);
    change({ last });
    expect(show.isOpen).toBe(true);
    show.end();
    expect(show.isOpen).toBe(false);
    change({ submitted: [true, false] });
    expect(show.isOpen).toBe(false);
  });
  it("does not begin for a round that was over when the page was opened or came back", () => {
    const { session } = opened();
    const show = Show.of(session);
    const { view, table } = session;
    const whole = { viewer: 0, facts: { ...view.facts, last } as unknown as Record<string, unknown>, rect: [0, 0, 8, 8] as [number, number, number, number], layers: view.layers };
    session.receive({ is: "frame", number: 3, now: 2, view: whole, table });
    expect(show.isOpen).toBe(false);
    expect(Show.of(opened({ last }).session).isOpen).toBe(false);
  });
});

describe("the parts of a round", () => {
  const said = [{ round: 1, part: 1, seat: 1, text: "Hello." }];
  const htmlOf = (declarations: number) => {
    const params = { ...facts().params, declarations };
    const { session } = opened({ params, phase: "first declaration", declarations: said });
    const shown = [render(Strip, { props: { session } }), render(Declare, { props: { session } }), render(Spoken, { props: { session, said } })];
    return [...shown, render(Round, { props: { session, round: 1, isOpen: true } })].map(({ body }) => body.replace(/<!--.*?-->/g, "")).join("\n");
  };

  it("are two declarations, orders and the resolution", () => {
    const html = htmlOf(2);
    for (const words of ["Declare 1", "Declare 2", "Orders", "Resolution", "Your first declaration", "First declarations", "--parts: 4"]) expect(html).toContain(words);
    expect(html).toMatch(/class="part[^>]*>1</);
  });
  it("count nothing if there is only one declaration", () => {
    const html = htmlOf(1);
    for (const words of ["Declare", "Orders", "Resolution", "Your declaration", "Declarations", "--parts: 3"]) expect(html).toContain(words);
    expect(html).not.toMatch(/Declare \d|first|First|second|class="part/);
  });
});
