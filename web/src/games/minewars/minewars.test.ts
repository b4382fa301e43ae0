import { beforeAll, describe, expect, test } from "vitest";
import told from "../../../tests/vectors/minewars.json";
import { contrast } from "../../core/colours";
import { makeLook } from "../../core/look";
import { settings } from "../../core/settings.svelte";
import { addTexts } from "../../core/texts";
import type { Frame } from "../../core/view";
import { forgetHints, Hints } from "../../match/hints.svelte";
import { MatchSession, type SessionGame } from "../../match/session.svelte";
import { addAlerts, beforeOf, findAlerts, notThreats, threatsOf, toldAlerts, type Alert } from "./model/alerts";
import { tagOf } from "./draw/timers";
import { canChord, choose, chooseWay, sendMarked, waysOf, whyNotMarked } from "./input/clicks";
import { fillOf } from "./draw/colours";
import { digitInk } from "../../core/digits";
import { de } from "./texts/de";
import { edgesOf } from "./draw/edges";
import { en } from "./texts/en";
import { boardOf, FOG, FULL, isFresh, LAND, LIMITED, MINE, protectedUntil, seriesOf, type Known, type Field } from "./model/facts";
import { enemyDigits, groupAt, ringOf } from "./model/groups";
import { hints as list } from "./hints";
import { hearKey, nextMode } from "./input/keys";
import { legalTiles, whyNot } from "./model/legal";
import { TOOLS } from "./input/modes";
import { fundsFor, moneyOf, payersOf, priceOf, treasury } from "./model/money";
import { mapView, pieceOf } from "./model/pieces";
import { sureItem } from "./model/reading";
import { angleOf, roadWays } from "./draw/roads";
import { Story } from "./model/story.svelte";
import { texts } from "./texts";
import { cardOf, labelOf } from "./texts/words";

beforeAll(() => addTexts(texts));

const GAME: SessionGame = { name: "minewars", title: "MineWars", kind: "real-time", shape: "hex", legend: {}, texts: { too_far: "Too far.", yours: "Yours.", stunned: "Stunned.", too_dear: "{price} > {money}" } };
const NOW = 10_000;

function frameOf({ rect, facts, layers, viewer }: Field, more: Partial<Frame> = {}): Frame {
  return {
    is: "frame", number: 0, now: NOW,
    view: { viewer, facts: facts as unknown as Record<string, unknown>, rect: [0, 0, rect.width, rect.height], layers },
    table: { awaited: [0, 1], clocks: [], outcome: null }, ...more,
  };
}

function at(view: Field, mode = "capture", sent: string[] = []) {
  const session = new MatchSession<Known>(GAME, { act: (action) => sent.push(action), choices: () => Promise.resolve([]) });
  session.seat = view.viewer;
  session.names = ["Ann", "Ben"];
  session.isConnected = true;
  session.receive(frameOf(view));
  session.freeze(NOW);
  session.mode = mode;
  return session;
}

const RULES = told.showings[0].frames[0].view!.facts as unknown as Known["facts"];

/** With the rules' own tables: then one can act in it. Its first city is the viewer's and pays everywhere. */
function playable(view: Field): Field {
  const { terms, traits } = RULES;
  const [city, home] = [Math.max(...traits.city), Math.max(...traits.region)];
  const { strike, mine } = terms.tools;
  const tools = { ...terms.tools, strike: { ...strike, prices: [[0, 100]] as [number, number][], tile_price: 200 }, mine: { ...mine, prices: [[0, 300]] as [number, number][] } };
  view.facts.terms = { ...view.facts.terms, tools, mixed: terms.mixed, around: terms.around, ends: terms.ends };
  const owners = [0, ...view.facts.cities.map(({ owner }) => owner)];
  view.facts.traits = { ...traits, city: owners.map((_, place) => (place ? city : 0)), region: owners.map((owner) => (owner === 1 ? home : 0)) };
  view.layers.payer.fill(1);
  return view;
}

/** Own land at the left with a city, covered land, an enemy at the right. */
function shore(more: Partial<Parameters<typeof pieceOf>[0]> = {}): Field {
  const view = pieceOf({
    kinds: ["C....~", "......", "..^..~"], owners: ["aa   b", "aaa bb", "aa    "], sights: ["  ll  ", "   l  ", "  lll "], digits: [" 1    ", "001   ", "01    "], ...more,
  });
  view.facts.cities[0] = { cell: 0, owner: 1, money: 1000, since: 0, rate: 10, income: 20 };
  const board = boardOf(view);
  view.layers.reach.forEach((_, cell) => {
    const isForeign = view.layers.owner[cell] !== 1;
    view.layers.reach[cell] = Number(isForeign && board.neighbours(cell).some((near) => view.layers.owner[near] === 1));
  });
  return playable(view);
}
const click = (session: MatchSession<Known>, cell: number, button: "main" | "second" = "main") => choose(cell, session, button)?.action;

describe("what a click means", () => {
  test("land beside one's own is captured by the main button and flagged by the second; flag mode swaps them", () => {
    const session = at(shore());
    expect(click(session, 9, "second")).toBe("flag 3,1");
    expect(click(session, 9)).toBe("capture 3,1");
    session.mode = "flag";
    expect(click(session, 9)).toBe("flag 3,1");
  });

  test("whatever is foreign may be flagged, land or not", () => {
    const session = at(shore());
    expect([5, 14].map((cell) => click(session, cell, "second"))).toEqual(["flag 5,0", "flag 2,2"]);
  });

  test("what is out of reach is explained at the tile", () => {
    const session = at(shore());
    expect(click(session, 4)).toBeUndefined();
    expect(session.hint).toMatchObject({ cell: 4, text: "Too far." });
  });

  test("captures faster than the pause wait for their turn", () => {
    const session = at(shore());
    expect(click(session, 9)).toBe("capture 3,1");
    expect(click(session, 3)).toBeUndefined();
    expect(Story.of(session).clicks.waiting).toEqual([3].filter((cell) => !whyNot(session.view, "capture", cell, NOW)));
  });

  test("a flagged tile is not captured by a slip", () => {
    const session = at(shore({ marks: ["", "   f"] }));
    expect(click(session, 9)).toBeUndefined();
    expect(click(session, 9, "second")).toBe("unflag 3,1");
  });

  test("tiles of a strike are marked and sent together, with their price", () => {
    const sent: string[] = [];
    const session = at(shore(), "strike", sent);
    for (const cell of [9, 2, 9, 9]) click(session, cell);
    expect(Story.of(session).marked).toEqual([2, 9]);
    expect(priceOf(session.view, "strike", [2, 9])).toBe(500);
    expect(sendMarked(session)).toBe(true);
    expect(sent).toEqual(["strike 2,0 3,1"]);
    expect(Story.of(session).marked).toEqual([]);
  });

  test("what one cannot pay for is explained with the price", () => {
    const view = shore();
    view.facts.cities[0] = { ...view.facts.cities[0], money: 0, rate: 0 };
    const session = at(view, "mine");
    expect(click(session, 7)).toBeUndefined();
    expect(session.hint?.text).toBe("300 > 0");
  });

  test("items, structures and the rest are spelled as the rulebook has them", () => {
    const view = shore();
    view.facts.cities[0].money = 100_000;
    for (const [mode, cell, action] of [
      ["mine", 7, "deploy mine 1,1"], ["trap", 6, "deploy trap 0,1"], ["road", 7, "build road 1,1"], ["tower", 13, "build tower 1,2"],
      ["reveal", 9, "reveal 3,1"], ["harvest", 7, "harvest 1,1"],
    ] as const) {
      expect(click(at(view, mode), cell)).toBe(action);
    }
  });

  test("who is stunned can only flag", () => {
    const view = shore();
    view.facts.own.stunned_until = NOW + 500;
    const session = at(view);
    expect(click(session, 9)).toBeUndefined();
    expect(session.hint?.text).toBe("Stunned.");
    expect(click(session, 9, "second")).toBe("flag 3,1");
  });

  test("a digit whose items are all flagged is captured around by two clicks, one after another", () => {
    const view = pieceOf({ kinds: ["...", "...", "..."], owners: ["   ", " a ", "   "], digits: ["", " 1 "], sights: ["lll", "l l", "lll"], marks: ["f"] });
    view.layers.reach.fill(1);
    const session = at(playable(view));
    expect(canChord(view, 4)).toBe(true);
    expect(click(session, 4)).toBeUndefined();
    expect(Story.of(session).clicks.waiting).toEqual([]);
    expect(click(session, 4)).toBeUndefined();
    expect(Story.of(session).clicks.waiting.sort()).toEqual([1, 2, 3, 5, 6, 7, 8]);
  });

  test("watchers and players who are out click nothing", () => {
    const view = shore();
    view.facts.players[0].is_out = true;
    expect(click(at(view), 9)).toBeUndefined();
  });
});

describe("where an action may be done", () => {
  test("items lie on own land without an item; a decoy may become a mine", () => {
    const view = shore({ items: [" d", " m"] });
    expect(legalTiles(view, "decoy", NOW, [])).toEqual([6, 8, 12, 13]);
    expect(legalTiles(view, "mine", NOW, [])).toContain(1);
    expect(whyNot(view, "mine", 7, NOW)?.code).toBe("deploy_item");
  });

  test("a barricade goes from own mountain to own mountain", () => {
    const view = pieceOf({ kinds: [".....", "^...^", "....."], owners: ["aaaaa", "aaaaa", "aaaaa"] });
    view.facts.cities = [{ cell: 0, owner: 1 }];
    view.facts.mountains = [[5], [9]];
    const session = at(playable(view), "barricade");
    expect(legalTiles(view, "barricade", NOW, [])).toEqual([0, 1, 3, 4, 6, 8, 10, 11, 13, 14]);
    for (const cell of [6, 7]) click(session, cell);
    expect(whyNotMarked(session)?.code).toBe("barricade_no_gap");
    click(session, 8);
    expect(whyNotMarked(session)).toBeNull();
  });

  test("a bridge crosses water between land on opposite sides, on squares and on hexes", () => {
    const square = pieceOf({ kinds: ["~.~", "~~~", "~.~"], owners: [" a ", "", ""] });
    square.facts.cities = [{ cell: 0, owner: 1 }];
    expect(click(at(playable(square), "bridge"), 4)).toBe("build bridge 1,1 0");
    const hex = pieceOf({ kinds: ["~~~", ".~.", "~~~"], owners: ["", "a", ""], shape: "hex" });
    hex.facts.cities = [{ cell: 0, owner: 1 }];
    expect(click(at(playable(hex), "bridge"), 4)).toBe("build bridge 1,1 1");
  });

  test("where a bridge fits in more than one way, one chooses which", () => {
    const view = pieceOf({ kinds: ["~.~", ".~.", "~.~"], owners: [" a ", "a", ""] });
    view.facts.cities = [{ cell: 0, owner: 1 }];
    const sent: string[] = [];
    const session = at(playable(view), "bridge", sent);
    expect(waysOf(session)).toEqual([]);
    expect(click(session, 4)).toBeUndefined();
    expect(waysOf(session)).toEqual([0, 1]);
    expect([chooseWay(session, 2), chooseWay(session, 1)]).toEqual([false, true]);
    expect(sent).toEqual(["build bridge 1,1 1"]);
    expect(waysOf(session)).toEqual([]);
  });

  test("who chooses no way after all clicks the tile again, or presses Escape", () => {
    const view = pieceOf({ kinds: ["~.~", ".~.", "~.~"], owners: [" a ", "a", ""] });
    view.facts.cities = [{ cell: 0, owner: 1 }];
    const session = at(playable(view), "bridge");
    click(session, 4);
    click(session, 4);
    expect(waysOf(session)).toEqual([]);
    click(session, 4);
    hearKey({ key: "Escape", target: { closest: () => null, tagName: "DIV" } } as unknown as KeyboardEvent, session);
    expect([waysOf(session), session.mode]).toEqual([[], "bridge"]);
  });

  test("a bridge is drawn along its axis", () => {
    const square = pieceOf({ kinds: ["~"] }), hex = pieceOf({ kinds: ["~"], shape: "hex" });
    expect([0, 1].map((axis) => Math.round((angleOf(square, axis) * 180) / Math.PI))).toEqual([-90, 0]);
    expect([0, 1, 2].map((axis) => Math.round((angleOf(hex, axis) * 180) / Math.PI))).toEqual([-60, 0, 60]);
  });

  test("protection is read from its byte, whatever the moment", () => {
    const view = shore();
    for (const until of [10_100, 12_500, 300_000]) {
      view.layers.protected[9] = 1 + ((until / 100) % 255);
      expect(protectedUntil(view, 9, until - 2400)).toBe(until);
    }
    view.layers.protected[9] = 1 + ((NOW + 700) / 100) % 255;
    expect(whyNot(view, "capture", 9, NOW)).toEqual({ code: "protected", facts: { left: 700 } });
  });
});

describe("money", () => {
  test("it runs on from when it was told", () => {
    expect(moneyOf({ cell: 0, owner: 1, money: 100, since: 1000, rate: 30 }, 2500)).toBe(145);
    expect(treasury(shore(), 10_000)).toEqual({ money: 1100, rate: 10 });
  });

  test("the city that the view names pays, with those connected by road", () => {
    const view = pieceOf({ kinds: ["C....C"], owners: ["aaaaaa"] });
    view.facts.cities = [{ cell: 0, owner: 1, money: 70 }, { cell: 5, owner: 1, money: 30 }];
    expect(payersOf(view, 4)).toEqual([]);
    view.layers.payer[4] = 2;
    expect(payersOf(view, 4)).toEqual([1]);
    view.facts.own.links = [[0, 1]];
    expect(fundsFor(view, 4, 0)).toBe(100);
  });
});

describe("what is seen around a tile", () => {
  test("a group is outlined with the land that is missing, by flags and what is seen, never by hidden items", () => {
    const view = playable(pieceOf({ kinds: [".....", ".^^..", "....."], owners: ["aaaaa", "a    ", "aaaaa"], sights: ["", "   l ", ""] }));
    expect(groupAt(view, 6)).toMatchObject({ cells: [6, 7], missing: [8] });
    view.layers.flag[8] = 1;
    expect(groupAt(view, 6)?.cells.sort()).toEqual([6, 7, 8]);
    expect(groupAt(view, 6)?.missing).toEqual([9]);
    expect(groupAt(view, 0)).toBeNull();
  });

  test("what an enemy would read counts one's own items, and the one that is thought of", () => {
    const view = playable(pieceOf({ kinds: ["...."], owners: ["aab "], items: ["m"] }));
    expect([...enemyDigits(view)]).toEqual([]);
    expect([...enemyDigits(view, 1)]).toEqual([[2, 1]]);
    view.layers.item[3] = MINE; // an enemy's, seen from a tower
    expect([...enemyDigits(view, 1)]).toEqual([[2, 1]]);
  });

  test("a city's ring is counted", () => {
    const view = playable(pieceOf({ kinds: ["...", ".C.", "..~"], owners: ["aa ", "a b", "   "] }));
    expect(ringOf(view, 4)).toEqual({ tiles: 7, held: 3, rivals: 1 });
  });

  test("a digit proves an item where nothing else is left", () => {
    expect(sureItem(playable(pieceOf({ kinds: ["..."], owners: [" a "], digits: [" 1 "] })))).toBe(-1);
    expect(sureItem(playable(pieceOf({ kinds: [".."], owners: ["a "], digits: ["1"] })))).toBe(1);
  });

  test("roads lead to roads, cities and bridges of their owner", () => {
    const view = pieceOf({ kinds: ["C..", "...", "..~"], owners: ["aaa", "aaa", "ab "], structures: [" r ", " rr", " rg"] });
    expect(roadWays(view, 4).sort()).toEqual([0, 1, 5]);
    expect(roadWays(view, 5).sort()).toEqual([1, 4, 8]);
  });

  test("edges are drawn where owners, sight and regions end, on hexes too", () => {
    const view = pieceOf({ kinds: ["...", "..~", "..."], owners: ["aa ", "a  ", "   "], sights: ["  f", "  f", "lff"], regions: ["111", "112", "222"], shape: "hex" });
    const edges = edgesOf(view, 0, boardOf(view).beside(0));
    expect(edges.owner).toEqual([0, 3, 4, 5]);
    expect(edgesOf(view, 1, boardOf(view).beside(1)).sight).toEqual([1]);
    expect(edgesOf(view, 4, boardOf(view).beside(4)).coast).toEqual([1]);
    expect(edgesOf(view, 4, boardOf(view).beside(4)).region).toEqual([1, 2, 3]);
  });
});

describe("what a newcomer is spared", () => {
  const home = (owners: string[]) => {
    const view = pieceOf({ kinds: [".....", ".C...", "....."], owners });
    view.facts.cities[0] = { cell: 6, owner: 1 };
    return at(view);
  };

  test("where to begin is shown until something was captured", () => {
    expect(isFresh(home(["aaa  ", "aaa  ", "aaa  "]))).toBe(true);
    expect(isFresh(home(["aaaa ", "aaa  ", "aaa  "]))).toBe(false);
  });

  /** Own land with a digit and money; an enemy's land is away from it. */
  const frontier = (now = NOW) => {
    const view = pieceOf({ kinds: ["C.......", "........", "........"], owners: ["aaa     ", "aaa     ", "aaa     "], digits: ["  2     "] });
    view.facts.cities[0] = { cell: 0, owner: 1, money: 5000, since: 0, rate: 0, income: 0 };
    view.layers.item[1] = MINE;
    const session = at(view);
    session.freeze(now);
    return { view, session };
  };
  const look = (session: ReturnType<typeof at>, view: Field) => session.receive(frameOf(view, { number: 1 }));

  test("mines are spoken of before the first contact: a hint that stands there makes room", () => {
    forgetHints();
    const { view, session } = frontier();
    const hints = new Hints<Known>(session, list);
    expect(hints.shown?.id).toBe("minewars.digit");
    session.freeze(45_000);
    look(session, view);
    expect(hints.shown?.id).toBe("minewars.mines");
  });

  test("mines are spoken of as soon as a rival's land is in sight, but not for their city on the map", () => {
    forgetHints();
    const { view, session } = frontier();
    const hints = new Hints<Known>(session, list);
    view.layers.owner[7] = 2;
    view.layers.city[7] = 2;
    look(session, view);
    expect(hints.shown?.id).toBe("minewars.digit");
    view.layers.owner[6] = 2;
    look(session, view);
    expect(hints.shown?.id).toBe("minewars.mines");
  });

  test("the hint about mines goes once one is laid, or when the others have come", () => {
    for (const isLaid of [true, false]) {
      forgetHints();
      const { view, session } = frontier(50_000);
      const hints = new Hints<Known>(session, list);
      expect(hints.shown?.id).toBe("minewars.mines");
      look(session, view);
      expect(hints.shown?.id).toBe("minewars.mines");
      if (isLaid) view.layers.item[2] = MINE;
      else view.layers.owner[3] = 2;
      look(session, view);
      expect(hints.shown?.id).not.toBe("minewars.mines");
    }
  });

  test("a player who lays mines unasked is not told to", () => {
    forgetHints();
    const { view, session } = frontier();
    const hints = new Hints<Known>(session, list);
    view.layers.item[2] = MINE;
    session.freeze(50_000);
    look(session, view);
    expect(hints.shown?.id).toBe("minewars.digit");
    hints.gotIt();
    expect(hints.shown?.id).not.toBe("minewars.mines");
  });

  test("what has exploded needs no flag any more", () => {
    const sent: string[] = [];
    const view = shore({ marks: ["", "   f"] });
    const session = at(view, "capture", sent);
    Story.of(session);
    const own = { ...view.facts.own, events: [["explosion", 9, NOW], ["explosion", 8, NOW]] };
    session.receive({ is: "frame", number: 1, now: NOW, facts: { own: ["=", own] } });
    expect(sent).toEqual(["unflag 3,1"]);
  });
});

describe("alerts", () => {
  test("lost land is told once, with how much, and a city that is being surrounded", () => {
    const view = playable(pieceOf({ kinds: [".....", ".C...", "....."], owners: ["aaaaa", "aaaaa", "aaaaa"] }));
    const before = beforeOf(view);
    for (const cell of [0, 1, 14]) view.layers.owner[cell] = 2;
    const found = findAlerts(at(view), before, [0, 1, 14]);
    expect(found.map((each) => each.topic)).toEqual(["lost", "city 6"]);
    let alerts: Alert[] = addAlerts([], found, 0, () => 1);
    expect(alerts.map((each) => each.text)).toEqual(["3 tiles lost", "City 1 is being surrounded by Ben: 2 of 8"]);
    expect(alerts.map((each) => each.note)).toEqual(["", "It falls 5 s after the last tile is taken."]);
    alerts = addAlerts(alerts, [{ topic: "lost", cell: 2, text: "", isGrave: false, count: 1 }], 100, () => 2);
    expect(alerts.find((each) => each.topic === "lost")?.text).toBe("4 tiles lost");
  });

  test("a long fight is not one loss that grows and grows: tiles are counted together for some seconds", () => {
    let alerts: Alert[] = [];
    for (let now = 0; now <= 60_000; now += 1_000) {
      alerts = addAlerts(alerts, [{ topic: "lost", cell: 2, text: "", isGrave: false, count: 5 }], now, () => now);
      expect(alerts[0].count).toBeLessThanOrEqual(50);
    }
    expect(alerts).toHaveLength(1);
  });

  test("a city that is being surrounded names all whose tiles one sees, the one with most first, and nobody else", () => {
    const view = playable(pieceOf({ kinds: [".....", ".C...", "....."], owners: ["aaaaa", "aaaaa", "aaaaa"] }));
    const before = beforeOf(view);
    [0, 1, 2, 14].forEach((cell, place) => (view.layers.owner[cell] = [2, 3, 3, 4][place]));
    const session = at(view);
    session.names = ["Ann", "Ben", "Cy", "Di"];
    expect(findAlerts(session, before, [0, 1, 2, 14]).at(-1)?.text).toBe("City 1 is being surrounded by Cy and Ben: 3 of 8");
  });

  test("an alert says how long a city can still be saved, and is not said twice", () => {
    const view = playable(pieceOf({ kinds: [".....", ".C...", "....."], owners: ["aaaaa", "aaaaa", "aaaaa"] }));
    const session = at(view);
    const [told] = toldAlerts(session, [["hold_begun", { x: 1, y: 1, seat: 1 }]]);
    expect(told.text).toBe("Ben controls all land around your city 1: it falls in 5 s!");
    const alerts = addAlerts([], [told], 0, () => 1);
    expect(notThreats(alerts, threatsOf(session))).toEqual(alerts);
    Object.assign(view.facts.cities[0], { owner: 1, hold_by: 2, hold_until: NOW + 4200 });
    expect(notThreats(alerts, threatsOf(at(view)))).toEqual([]);
  });

  test("a city that somebody is about to take is announced, with who it is and how long it lasts", () => {
    const view = playable(pieceOf({ kinds: [".....", ".C...", "....."], owners: ["aaaaa", "aaaaa", "aaaaa"] }));
    const [city] = view.facts.cities;
    expect(threatsOf(at(view))).toEqual([]);
    Object.assign(city, { owner: 1, hold_by: 2, hold_until: NOW + 4200 });
    expect(threatsOf(at(view))).toEqual([{ cell: city.cell, number: 1, name: "Ben", seconds: 5 }]);
    city.hold_by = 1;
    expect(threatsOf(at(view))).toEqual([]);
  });

  test("a structure that was hit is told with what it still bears", () => {
    const view = pieceOf({ kinds: ["..."], owners: ["aaa"], structures: ["t"] });
    view.layers.hp[0] = 6;
    const before = beforeOf(view);
    view.layers.hp[0] = 4;
    expect(findAlerts(at(view), before, [0])[0].text).toBe("Your watch tower was hit: 4 HP left");
  });
});

describe("words, keys and looks", () => {
  const named = (seat: number) => ["Ann", "Ben"][seat];

  test("a tile is read out with all that is known of it", () => {
    const view = shore({ stars: [" *"], marks: ["", "   f"] });
    expect(labelOf(1, view, named)).toBe("land, yours, 1 item around it, including a decoy or trap");
    expect(labelOf(9, view, named)).toBe("land, covered, flagged by you, next to your land");
    expect(labelOf(0, view, named)).toBe("city 1, yours");
    view.layers.owner[4] = 2;
    expect(labelOf(4, view, named)).toMatch(/^land, owned by Ben/);
    view.layers.sight[4] = FOG;
    expect(labelOf(4, view, named)).toBe("land, in fog");
  });

  test("below a city stands its money, or how much of its ring is held, and nothing any more after the end", () => {
    const view = playable(pieceOf({ kinds: ["...", ".C.", "..."], owners: ["aa ", "a  ", "   "] }));
    const session = at(view);
    expect(tagOf(session, view.facts.cities[0])).toBe("3/8");
    Object.assign(view.facts.cities[0], { owner: 1, money: 1200 });
    expect(tagOf(session, view.facts.cities[0])).toBe("1,200");
    session.table = { ...session.table, outcome: { places: [1, 2], scores: [1, 0], ending: "elimination" } };
    expect(tagOf(session, view.facts.cities[0])).toBe("");
  });

  test("the card tells what surrounding a city takes", () => {
    const view = playable(pieceOf({ kinds: ["...", ".C.", "..."], owners: ["aa ", "a  ", "   "] }));
    expect(cardOf(at(view), 4).lines).toContain("You own 3 of the 8 tiles around this city.");
    for (const cell of [0, 4]) for (const line of cardOf(at(view), cell).lines) expect(line).toMatch(/^[A-Z0-9]/);
  });

  test("a number chooses a button, again the next kind, and Escape goes back", () => {
    const session = at(shore());
    const press = (key: string) => hearKey({ key, target: { closest: () => null, tagName: "DIV" } } as unknown as KeyboardEvent, session);
    expect([press("4"), session.mode]).toEqual([true, "mine"]);
    expect([press("4"), session.mode]).toEqual([true, "decoy"]);
    expect([press("Escape"), session.mode]).toEqual([true, "capture"]);
    expect(nextMode(session, "build")).toBe("road");
    expect(TOOLS).toHaveLength(9);
  });

  test("digits, large and bold, can be read on every player's colour", () => {
    for (const theme of ["light", "dark"] as const) {
      const look = makeLook(6, settings, theme, true);
      for (let seat = 0; seat < 6; seat++) {
        for (let digit = 1; digit <= 8; digit++) expect(contrast(look.colour(seat), digitInk(look.colour(seat), digit))).toBeGreaterThan(3.9);
      }
    }
  });

  test("fog, sight and full sight differ on every kind of land", () => {
    const look = makeLook(2, settings, "light", true);
    const fills = [FOG, LIMITED, FULL].map((sight) => fillOf(look, LAND, 0, sight, false));
    expect(new Set(fills).size).toBe(3);
  });

  test("a map of kinds is a view to be painted", () => {
    const view = mapView({ shape: "hex", width: 3, height: 2, kinds: Uint8Array.from([0, 1, 1, 1, 1, 0]), cities: [1, 4], starts: [1] });
    expect(view.layers.owner[4]).toBe(1);
    expect(view.layers.city[1]).toBe(1);
    expect(boardOf(view).shape).toBe("hex");
  });

  test("the land of each seat is a line of the result's chart", () => {
    const view = shore();
    view.facts.graph = [[0, 5, 6], [1000, 9, 3]];
    expect(seriesOf(view)).toEqual([[5, 9], [6, 3]]);
  });

  test("the grid of the board is the table's, not the game's usual one", () => {
    expect(at(shore()).topology.shape).toBe("square");
    expect(at(shore({ shape: "hex" })).topology.shape).toBe("hex");
  });

  test("both languages have the same words", () => {
    const own = Object.keys(de).filter((key) => !key.includes(".says."));
    expect(own.sort()).toEqual(Object.keys(en).filter((key) => !key.includes(".says.")).sort());
  });
});
