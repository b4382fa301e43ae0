/** What one must know at once: land lost, a city in danger, a structure hit. Found by comparing frames. */

import { listed, t } from "../../../core/texts";
import type { Notice } from "../../../core/view";
import { standing, STRUCTURES, type Field, type Session } from "./facts";
import { besiegersOf, ringOf } from "./groups";

export interface Alert {
  id: number;
  /** Alerts of one topic replace each other while they are fresh. */
  topic: string;
  cell: number;
  text: string;
  /** What will come of it, or nothing. */
  note: string;
  /** When it was found, and the first that it goes on from: `performance.now()`. */
  at: number;
  since: number;
  isSeen: boolean;
  isGrave: boolean;
  /** Of lost land: how many tiles. */
  count: number;
}

type Found = Pick<Alert, "topic" | "cell" | "text" | "isGrave"> & { count?: number; note?: string };

/** What the view was before: only what alerts look at. */
export interface Before { owner: Uint8Array; hp: Uint8Array; rings: number[] }

const key = (name: string) => `minewars.alert.${name}`;

export function beforeOf(view: Field): Before {
  return { owner: view.layers.owner.slice(), hp: view.layers.hp.slice(), rings: ringsOf(view) };
}

/** Of every own city: how many tiles of its ring others own; -1 for foreign ones. */
function ringsOf(view: Field): number[] {
  return view.facts.cities.map((city) => {
    if (city.owner !== view.viewer + 1) return -1;
    return ringOf(view, city.cell).rivals;
  });
}

/** From the tiles that have changed. */
export function findAlerts(session: Session, before: Before, changed: Iterable<number>): Found[] {
  const { view } = session;
  const own = view.viewer + 1;
  const lost = [];
  const found: Found[] = [];
  for (const cell of changed) {
    if (before.owner[cell] !== own) continue;
    if (view.layers.owner[cell] !== own) lost.push(cell);
    else if (view.layers.hp[cell] && view.layers.hp[cell] < before.hp[cell]) found.push(hitAlert(view, cell));
  }
  if (lost.length) found.push({ topic: "lost", cell: lost[lost.length >> 1], text: "", isGrave: false, count: lost.length });
  ringsOf(view).forEach((taken, number) => {
    if (taken > 0 && before.rings[number] >= 0 && taken > before.rings[number]) found.push(ringAlert(session, number, taken));
  });
  return found;
}

function hitAlert(view: Field, cell: number): Found {
  const structure = t(`minewars.structure.${STRUCTURES[standing(view, cell)]}`);
  return { topic: `hit ${cell}`, cell, text: t(key("hit"), { structure, hp: view.layers.hp[cell] }), isGrave: false };
}

function ringAlert(session: Session, number: number, taken: number): Found {
  const { view } = session;
  const { cell } = view.facts.cities[number];
  const { tiles } = ringOf(view, cell);
  const names = listed(besiegersOf(view, cell).map((seat) => session.name(seat)));
  const text = t(key("ring"), { number: number + 1, names, taken, tiles });
  return { topic: `city ${cell}`, cell, text, note: t(key("ringNote"), { seconds: holdSeconds(session) }), isGrave: taken * 2 > tiles };
}

/** How long all land around a city must be held to take it. */
function holdSeconds({ facts }: Session): number {
  return Math.ceil(facts.terms.hold_ms / 1000);
}

/** From what is told. */
export function toldAlerts(session: Session, notices: readonly Notice[]): Found[] {
  return notices.flatMap(([code, facts]) => {
    const { x, y, seat, victim } = facts as Record<string, number>;
    const cell = typeof x === "number" ? session.cellAt(x, y) : -1;
    const isMine = (code === "hold_begun" && seat !== session.seat) || (code === "city_taken_from" && victim === session.seat);
    const isLoss = code === "surrounded_yours" || code === "cluster_lost" || code === "building_lost";
    if (!isMine && !isLoss) return [];
    const text = code === "hold_begun" ? t(key("hold"), { name: session.name(seat), number: numberAt(session, cell), seconds: holdSeconds(session) }) : session.say(code, facts);
    return [{ topic: cell >= 0 && isMine ? `city ${cell}` : code, cell, text, isGrave: isMine }];
  });
}

function numberAt({ view }: Session, cell: number): number {
  return view.layers.city[cell];
}

export interface Threat { cell: number; number: number; name: string; seconds: number }

/** Own cities that somebody is about to take: whose ring it is, and for how long it must still be held. */
export function threatsOf(session: Session): Threat[] {
  const own = session.seat + 1;
  return session.facts.cities.flatMap(({ cell, owner, hold_by, hold_until = 0 }, at) => {
    if (!own || owner !== own || !hold_by || hold_by === own) return [];
    const seconds = Math.max(0, Math.ceil((hold_until - session.now()) / 1000));
    return [{ cell, number: at + 1, name: session.name(hold_by - 1), seconds }];
  });
}

/** Alerts about cities whose seconds are counted anyway say nothing new. */
export function notThreats(alerts: readonly Alert[], threats: readonly Threat[]): Alert[] {
  return alerts.filter(({ topic }) => !threats.some(({ cell }) => topic === `city ${cell}`));
}

/** Losses that follow each other closely are one, but not for a whole fight. */
const MERGED_MS = 4000, WHOLE_MS = 8000, KEPT = 6;

/** The list with what was found now: of one topic only the newest is kept. */
export function addAlerts(alerts: readonly Alert[], found: readonly Found[], now: number, nextId: () => number): Alert[] {
  let kept = [...alerts];
  for (const each of found) {
    const old = kept.find((one) => one.topic === each.topic && now - one.at < MERGED_MS && now - one.since < WHOLE_MS);
    const count = (each.count ?? 0) + (old?.count ?? 0);
    const text = each.topic === "lost" ? t(key("lost"), { tiles: count }) : each.text;
    kept = [...kept.filter((one) => one.topic !== each.topic), { note: "", ...each, id: old?.id ?? nextId(), count, text, at: now, since: old?.since ?? now, isSeen: false }];
  }
  return kept.slice(-KEPT);
}
