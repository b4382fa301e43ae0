/**
 * Reads Land Grab's view: the names of its bytes, and sums of what it shows.
 *
 * It knows no words, no colours and no rules: what is legal, gained and lost comes in the layers.
 */

import type { View } from "../../../core/view";
import type { MatchSession } from "../../../match/session.svelte";
import { BUILT, GROUND, GROUND_NAMES, INDUSTRY, LEGAL, TOURISM, type Facts, type Known } from "./facts.gen";

export { BUILT_NAMES, GROUND_NAMES, INDUSTRY, TOURISM } from "./facts.gen";
export type { Facts, Known } from "./facts.gen";
export type Island = View<Known>;
export type Session = MatchSession<Known>;

export const { WATER, LAND, MOUNTAIN, FOREST } = GROUND;
export const { FARM, MINE, RESORT } = BUILT;
export const { FARM: MAY_FARM, SETTLEMENT: MAY_SETTLE } = LEGAL;

export type Build = "farm" | "settle";
/** A side tile that adds to a settlement or takes from it. */
export interface Giver { cell: number; amount: number; of: PartName }
export type PartName = "base" | "mountain" | "forest" | "water" | "mine";
export interface Part { amount: number; of: PartName }

const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]] as const;
const CORNERS = [[1, -1], [1, 1], [-1, 1], [-1, -1]] as const;

function listed(view: Island, cell: number, ways: readonly (readonly [number, number])[]): number[] {
  const { width, height } = view.rect;
  const x = cell % width, y = Math.floor(cell / width);
  return ways.flatMap(([dx, dy]) => {
    const [column, row] = [x + dx, y + dy];
    const isInside = column >= 0 && row >= 0 && column < width && row < height;
    return isInside ? [row * width + column] : [];
  });
}

export function sidesOf(view: Island, cell: number): number[] {
  return listed(view, cell, SIDES);
}

export function aroundOf(view: Island, cell: number): number[] {
  return listed(view, cell, [...SIDES, ...CORNERS]);
}

export function settlementOf(seat: number): typeof MINE | typeof RESORT {
  return seat === INDUSTRY ? MINE : RESORT;
}

/** Whose plans the screen shows: the viewer's, or for a watcher the mover's. */
export function plannerOf(view: Island): number {
  return view.viewer === INDUSTRY || view.viewer === TOURISM ? view.viewer : view.facts.mover;
}

/** The owner's seat, or -1. */
export function ownerOf(view: Island, cell: number): number {
  return view.layers.owner[cell] - 1;
}

export function isFree(view: Island, cell: number): boolean {
  const ground = view.layers.ground[cell];
  return !view.layers.built[cell] && (ground === LAND || ground === FOREST);
}

/** Farms that feed no settlement yet. */
export function freeFarms(facts: Facts, seat: number): number {
  return facts.farms[seat] - facts.settlements[seat];
}

/** Payments until the target is reached, if nothing more is built; Infinity without income. */
export function turnsToGo({ target, points, incomes }: Facts, seat: number): number {
  return Math.ceil((target - points[seat]) / incomes[seat]);
}

/** The side tiles that add to a settlement of this seat on this tile, or take from it. */
export function giversOf(view: Island, cell: number, seat: number): Giver[] {
  const { ground, built } = view.layers;
  const [one, other] = seat === INDUSTRY ? [MOUNTAIN, FOREST] : [MOUNTAIN, WATER];
  return sidesOf(view, cell).flatMap((side): Giver[] => {
    const what = ground[side];
    if (what === one || what === other) return [{ cell: side, amount: 1, of: GROUND_NAMES[what] as PartName }];
    return seat === TOURISM && built[side] === MINE ? [{ cell: side, amount: -1, of: "mine" }] : [];
  });
}

/** The parts of a yield, as in 1 base + 2 mountain - 1 mine. */
export function partsOf(view: Island, cell: number, seat: number): Part[] {
  const parts: Part[] = [{ amount: 1, of: "base" }];
  const givers = giversOf(view, cell, seat);
  for (const of of ["mountain", "forest", "water", "mine"] as const) {
    const amount = givers.reduce((sum, each) => sum + (each.of === of ? each.amount : 0), 0);
    if (amount) parts.push({ amount, of });
  }
  return parts;
}

/** What a settlement yields, or would on a free tile: worked out by the game. */
export function yieldOf(view: Island, cell: number, seat: number): number {
  return view.layers.built[cell] ? view.layers.yield[cell] : view.layers[seat === INDUSTRY ? "gain0" : "gain1"][cell];
}

/** What a build of this seat takes from each player a turn. */
export function lossesOf(view: Island, cell: number, seat: number, build: Build): number[] {
  const isMine = seat === INDUSTRY && build === "settle";
  return [view.layers.loss0[cell], isMine ? view.layers.loss1[cell] : 0];
}

/** The settlements that would lose by it. */
export function harmedBy(view: Island, cell: number, seat: number, build: Build): number[] {
  const [mines, resorts] = lossesOf(view, cell, seat, build);
  const { built } = view.layers;
  return sidesOf(view, cell).filter(
    (side) => (mines && built[side] === MINE) || (resorts && built[side] === RESORT && view.layers.yield[side]),
  );
}

/** What a click builds, by the mode that is chosen. */
export function buildOf(session: Session): Build {
  return session.mode === "settle" ? "settle" : "farm";
}

export function isLegal(view: Island, cell: number, build: Build): boolean {
  return (view.layers.legal[cell] & (build === "farm" ? MAY_FARM : MAY_SETTLE)) !== 0;
}

/** Where a player begins to look: at the first of their own tiles, or in the middle of the island. */
export function homeOf({ view, seat }: Session): number {
  if (seat < 0) return -1;
  const { width, height } = view.rect;
  const own = [...view.layers.built.keys()].find((cell) => ownerOf(view, cell) === seat);
  return own ?? Math.floor(height / 2) * width + Math.floor(width / 2);
}
