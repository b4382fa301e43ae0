/** Tiles and what happened, in words. */

import { listed, t } from "../../../core/texts";
import { chordAt, isSafe } from "../model/chords";
import { COVERED, GREEN_FLAG, isBeside, isCovered, isWalkable, LIT, mayAct, NO_FLAG, SITE, spotOf, TRUE_BOMB, TRUE_FLAG, UNCOVERED, type Facts, type Session, type Window } from "../model/facts";
import { Story } from "../model/story";

const GROUNDS: Record<number, string> = { [COVERED]: "covered", [SITE]: "site", [LIT]: "lit", [TRUE_BOMB]: "bomb", [TRUE_FLAG]: "hiddenFlag" };

/** What a tile is called: ground, flags, people, and whether it is in reach. */
export function labelOf(cell: number, view: Window): string {
  const loot = view.layers.loot?.[cell] ?? 0;
  const parts = [groundText(cell, view)];
  if (loot) parts.push(t("mine-land.tile.loot", { count: loot }));
  return [...parts, ...peopleTexts(cell, view), ...reachTexts(cell, view)].join("; ");
}

function groundText(cell: number, { layers }: Window): string {
  const ground = layers.ground[cell];
  const flag = layers.flag?.[cell] ?? NO_FLAG;
  if (flag !== NO_FLAG) return t(`mine-land.tile.${flag === GREEN_FLAG ? "green" : "red"}`);
  if (ground !== UNCOVERED) return t(`mine-land.tile.${GROUNDS[ground] ?? "unknown"}`);
  const digit = layers.digit?.[cell] ?? 0;
  return digit ? t("mine-land.tile.digit", { digit }) : t("mine-land.tile.empty");
}

function peopleTexts(cell: number, view: Window): string[] {
  const { x, y } = spotOf(view, cell);
  const { facts } = view;
  const parts = view.viewer >= 0 && !facts.is_dead && facts.at[0] === x && facts.at[1] === y ? [t("mine-land.tile.here")] : [];
  const session = Story.sessionOf(view);
  const seats = facts.walkers.filter((each) => each[1] === x && each[2] === y).map(([seat]) => seat);
  if (!seats.length) return parts;
  const names = listed(seats.map((seat) => session?.name(seat) ?? t("core.seat", { number: seat + 1 })));
  return [...parts, t("mine-land.tile.people", { names })];
}

function reachTexts(cell: number, view: Window): string[] {
  const { facts } = view;
  const [x, y] = facts.at;
  const spot = spotOf(view, cell);
  if (view.viewer < 0 || facts.is_dead || facts.ending) return [];
  if (spot.x === x && spot.y === y) return aroundTexts(cell, view);
  if (!isBeside({ x, y }, spot)) return [];
  const isAside = spot.x === x || spot.y === y;
  if (isAside && isWalkable(view, cell)) return [t("mine-land.tile.walk")];
  return isCovered(view, cell) ? [t("mine-land.tile.reach")] : [];
}

/** Of the tile one stands on: that all around it can be dug at once. */
function aroundTexts(cell: number, view: Window): string[] {
  const chord = chordAt(view, cell);
  return chord && isSafe(chord) ? [t("mine-land.tile.around")] : [];
}

const COMPASS: Record<string, string> = {
  "0,-1": "north", "1,-1": "northEast", "1,0": "east", "1,1": "southEast", "0,1": "south", "-1,1": "southWest", "-1,0": "west", "-1,-1": "northWest",
};

/** Which way the nearest player is, for somebody who sees nobody; empty otherwise. */
export function companyText(session: Session): string {
  const { company, walkers } = session.facts;
  if (!company || walkers.length || !mayAct(session)) return "";
  const way = t(`mine-land.way.${COMPASS[`${company.dx},${company.dy}`]}`);
  return t("mine-land.company", { steps: company.steps, way });
}

/** The player who dug, where, and which wave it was. */
export function deathText(session: Session): string {
  const { died } = session.facts;
  if (!died) return "";
  const { x, y, wave, by } = died;
  const isOwn = by === session.view.viewer;
  const key = wave > 1 ? (isOwn ? "ownChain" : "chain") : isOwn ? "own" : "other";
  return t(`mine-land.died.${key}`, { x, y, wave, name: session.name(by) });
}

/** `12:34`, or `1:02:03`: it counts up. */
export function timeText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const rest = `${Math.floor(seconds / 60) % 60}:${String(seconds % 60).padStart(2, "0")}`;
  return seconds < 3600 ? rest : `${Math.floor(seconds / 3600)}:${rest.padStart(5, "0")}`;
}

export function roundTime(session: Session, facts: Facts): number {
  const story = Story.of(session);
  return facts.ending && story.endedAt >= 0 ? story.endedAt : session.now();
}
