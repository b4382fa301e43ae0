/** Land Grab in words: what a tile is, why it yields what it does, whom a build would hurt, why it is not allowed. */

import { t } from "../../../core/texts";
import {
  BUILT_NAMES, buildOf, FARM, FOREST, freeFarms, GROUND_NAMES, INDUSTRY, isFree, isLegal, lossesOf, MAY_SETTLE, MINE, MOUNTAIN,
  ownerOf, partsOf, plannerOf, settlementOf, WATER, yieldOf, type Build, type Island, type Part, type Session,
} from "../model/tiles";

const key = (name: string) => `land-grab.${name}`;

/** `1 base + 2 mountains − 1 mine = 2`. */
export function sumText(view: Island, cell: number, seat: number): string {
  const parts = partsOf(view, cell, seat);
  const words = parts.map((part, at) => (at ? `${part.amount > 0 ? "+" : "−"} ` : "") + partText(part));
  const isBelow = parts.reduce((sum, each) => sum + each.amount, 0) < 0;
  return `${words.join(" ")}${isBelow ? t(key("never")) : ""} = ${yieldOf(view, cell, seat)}`;
}

export function partText({ amount, of }: Part): string {
  return t(key(`part.${of}`), { amount: Math.abs(amount) });
}

/** What a settlement of this seat is called: `mine` or `resort`, as a key. */
export function settlementName(seat: number): "mine" | "resort" {
  return settlementOf(seat) === MINE ? "mine" : "resort";
}

// For screen readers

/** As in `forest, free; a mine here would yield 3`. */
export function labelOf(cell: number, view: Island): string {
  const built = view.layers.built[cell];
  if (built) return builtLabel(cell, view, built);
  const ground = t(key(`ground.${GROUND_NAMES[view.layers.ground[cell]]}`));
  if (!isFree(view, cell)) return ground;
  const seat = plannerOf(view);
  const would = t(key(`label.would.${settlementName(seat)}`), { amount: yieldOf(view, cell, seat) });
  const may = legalText(view, cell);
  return `${ground}, ${t(key("free"))}; ${would}${may ? `; ${may}` : ""}`;
}

function builtLabel(cell: number, view: Island, built: number): string {
  const owner = ownerOf(view, cell);
  const what = t(key(`${owner === view.viewer ? "own" : "their"}.${BUILT_NAMES[built]}`), { number: owner + 1 });
  return built === FARM ? what : `${what}; ${t(key("label.yields"), { amount: view.layers.yield[cell] })}`;
}

/** What the mover may build here, or nothing. */
function legalText(view: Island, cell: number): string {
  const may = view.layers.legal[cell];
  if (!may || view.viewer !== view.facts.mover) return "";
  const what = may & MAY_SETTLE ? settlementName(view.facts.mover) : "only";
  return t(key(`label.may.${what}`));
}

// What a click means

export function askText(view: Island, cell: number, build: Build): string {
  const seat = view.facts.mover;
  const costs = warningsOf(view, cell, build, () => t(key("opponent")));
  const asked = build === "farm" ? t(key("ask.farm")) : t(key(`ask.${settlementName(seat)}`), { amount: yieldOf(view, cell, seat) });
  return [asked, ...costs].join(" ");
}

/** Why a click here builds nothing: the server's own codes. */
export function whyNot(session: Session, cell: number, build: Build): string {
  const { view } = session;
  const { mover, farms } = view.facts;
  if (session.isOver || session.seat < 0) return "";
  if (!session.isConnected) return t("says.offline");
  if (session.isPaused) return t("game.paused");
  if (session.seat !== mover) return session.say("not_your_turn", { seat: mover });
  if (build === "settle" && !freeFarms(view.facts, mover)) return whyNoSettlement(session);
  if (view.layers.ground[cell] === WATER) return session.say("on_water", {});
  if (view.layers.ground[cell] === MOUNTAIN) return session.say("on_mountain", {});
  if (view.layers.built[cell]) return session.say("taken", { seat: ownerOf(view, cell) });
  return session.say("too_far", { farms: farms[mover] });
}

export function whyNoSettlement(session: Session): string {
  const farms = session.facts.farms[session.seat];
  return farms ? session.say("needs_a_farm", { farms }) : session.say("first_a_farm", {});
}

// What a build would cost

/** Sentences on felled forests and spoiled resorts. */
export function warningsOf(view: Island, cell: number, build: Build, name: (seat: number) => string): string[] {
  const seat = plannerOf(view);
  const [mines, resorts] = lossesOf(view, cell, seat, build);
  const found = [];
  if (view.layers.ground[cell] === FOREST) {
    const who = !mines ? "nobody" : seat === INDUSTRY ? "own" : "theirs";
    found.push(t(key(`fells.${who}`), { amount: mines, name: name(INDUSTRY) }));
  }
  if (resorts) found.push(t(key("spoils"), { amount: resorts, name: name(1 - INDUSTRY) }));
  return found;
}

// The card of a tile

export interface Sum { seat: number; title: string; parts: Part[]; total: number; isOwn: boolean }
export interface Card {
  icon: string;
  title: string;
  sums: Sum[];
  warnings: string[];
  note: string;
}

export function cardOf(session: Session, cell: number): Card {
  const { view } = session;
  const built = view.layers.built[cell];
  if (built) return builtCard(session, cell, built);
  const ground = GROUND_NAMES[view.layers.ground[cell]];
  const card: Card = { icon: ground, title: t(key(`title.${ground}`)), sums: [], warnings: [], note: "" };
  if (!isFree(view, cell)) return { ...card, note: t(key(`gives.${ground}`)) };
  const seat = plannerOf(view);
  const sums = [seat, 1 - seat].map((each) => sumOf(view, cell, each, t(key(`would.${settlementName(each)}`))));
  const warnings = warningsOf(view, cell, buildOf(session), (other) => session.name(other));
  return { ...card, sums, warnings, note: noteOf(session, cell) };
}

function sumOf(view: Island, cell: number, seat: number, title: string): Sum {
  const isOwn = seat === plannerOf(view);
  return { seat, title, parts: partsOf(view, cell, seat), total: yieldOf(view, cell, seat), isOwn };
}

function builtCard(session: Session, cell: number, built: number): Card {
  const { view } = session;
  const seat = ownerOf(view, cell);
  const what = BUILT_NAMES[built];
  const isOwn = seat === view.viewer;
  const title = isOwn ? t(key(`title.own.${what}`)) : t(key(`title.of.${what}`), { name: session.name(seat) });
  if (built === FARM) return { icon: what, title, sums: [], warnings: [], note: t(key("gives.farm")) };
  return { icon: what, title, sums: [sumOf(view, cell, seat, t(key("yields")))], warnings: [], note: "" };
}

function noteOf(session: Session, cell: number): string {
  const { view } = session;
  if (!session.canAct) return "";
  const build = buildOf(session);
  if (!isLegal(view, cell, build)) return whyNot(session, cell, build);
  const may = view.layers.legal[cell] & MAY_SETTLE ? settlementName(session.seat) : "only";
  return t(key(`may.${may}`));
}
