/**
 * Where an action may be done, and why not elsewhere: from what the viewer sees, with the codes of
 * the server's own refusals. The server decides; this lights tiles and spares a way.
 */

import { clustersBeside } from "./groups";
import {
  besideOf, BRIDGE, DECOY, isLand, isOwn, isWall, KINDS, MOUNTAIN, ownsRegion, protectedUntil, standing, toCome, touching, WATER, type Field,
} from "./facts";
import { fundsFor, isBuilding, priceOf } from "./money";
import { bridgeEnds } from "./roads";

export interface Why { code: string; facts?: Record<string, unknown> }

const no = (code: string, facts?: Record<string, unknown>): Why => ({ code, facts });

/** Where one clicks this mode's tiles; null where it may be done. `marked` are the tiles chosen before. */
export function whyNot(view: Field, mode: string, cell: number, now: number, marked: readonly number[] = []): Why | null {
  const why = whyNotHere(view, mode, cell, now, marked);
  if (why || isBuilding(mode)) return why;
  const price = priceOf(view, mode, marked.length + 1, cell);
  const money = price ? fundsFor(view, marked[0] ?? cell, now) : 0;
  return price > money ? no("too_dear", { price, money }) : null;
}

/** The same without the money. */
export function whyNotHere(view: Field, mode: string, cell: number, now: number, marked: readonly number[] = []): Why | null {
  switch (mode) {
    case "capture": return whyNotCapture(view, cell, now);
    case "flag": return isOwn(view, cell) ? no("flag_own") : null;
    case "strike": return whyNotStrike(view, cell);
    case "reveal": return whyNotReveal(view, cell);
    case "smoke": return whyNotSmoke(view, cell);
    case "harvest": return whyNotHarvest(view, cell);
    case "bulldoze": return whyNotBulldoze(view, cell);
    case "bridge": return whyNotBridge(view, cell);
    case "road": case "tower": return whyNotSite(view, mode, cell);
    case "barricade": return whyNotSite(view, mode, cell) ?? whyNotGap(view, cell, marked);
    default: return whyNotDeploy(view, mode, cell);
  }
}

function whyNotCapture(view: Field, cell: number, now: number): Why | null {
  if (isOwn(view, cell)) return no("yours");
  if (!view.layers.reach[cell]) return no("too_far");
  if (view.layers.city[cell]) return no("a_city");
  if (!isLand(view, cell)) return no("not_land");
  if (isWall(view, cell)) return no("walled");
  const left = protectedUntil(view, cell, now) - now;
  return left > 0 ? no("protected", { left: Math.ceil(left) }) : null;
}

/** Own land lets one act on foreign tiles that touch it. */
export function touchesOwnLand(view: Field, cell: number): boolean {
  return touching(view, cell).some((near) => isOwn(view, near) && isLand(view, near));
}

function whyNotStrike(view: Field, cell: number): Why | null {
  if (isOwn(view, cell)) return no("yours");
  const isBridge = standing(view, cell) === BRIDGE;
  const isNear = isBridge ? bridgeEnds(view, cell).some((end) => isOwn(view, end)) : touchesOwnLand(view, cell);
  const isSeen = view.layers.sight[cell] > 0;
  if (!(view.facts.terms.strike_reach === "sight" ? isSeen : isNear)) return no("strike_too_far");
  return isBridge || isLand(view, cell) ? null : no("strike_not_land");
}

function whyNotReveal(view: Field, cell: number): Why | null {
  if (isOwn(view, cell)) return no("yours");
  if (!touchesOwnLand(view, cell)) return no("reveal_too_far");
  return isLand(view, cell) ? null : no("reveal_not_land");
}

function whyNotSmoke(view: Field, cell: number): Why | null {
  if (isOwn(view, cell)) return no("yours");
  if (!touchesOwnLand(view, cell)) return no("smoke_too_far");
  return view.layers.owner[cell] && isLand(view, cell) ? null : no("smoke_no_digit");
}

function whyNotHarvest(view: Field, cell: number): Why | null {
  if (!isOwn(view, cell) || view.layers.city[cell]) return no("harvest_not_own");
  if (!ownsRegion(view, cell)) return no("harvest_no_city");
  if (standing(view, cell)) return no("harvest_structure");
  return KINDS[view.layers.kind[cell]] in view.facts.terms.sums ? null : no("harvest_nothing");
}

function whyNotBulldoze(view: Field, cell: number): Why | null {
  const tiles = standing(view, cell) === BRIDGE ? bridgeEnds(view, cell) : [cell];
  if (!tiles.length || !tiles.every((each) => isOwn(view, each))) return no("bulldoze_not_own");
  return standing(view, cell) ? null : no("bulldoze_nothing");
}

function whyNotDeploy(view: Field, mode: string, cell: number): Why | null {
  if (!isOwn(view, cell) || !isLand(view, cell)) return no("deploy_not_own");
  if (isWall(view, cell) || toCome(view, cell)) return no("deploy_structure");
  const item = view.layers.item[cell];
  return item && !(mode === "mine" && item === DECOY) ? no("deploy_item") : null;
}

function whyNotSite(view: Field, mode: string, cell: number): Why | null {
  if (!isOwn(view, cell) || !isLand(view, cell)) return no("build_not_own");
  if (!ownsRegion(view, cell)) return no("build_no_city");
  if (view.layers.structure[cell]) return no("build_taken");
  return view.layers.item[cell] && mode !== "road" ? no("build_item") : null;
}

/** A barricade grows from mountain to mountain: each tile touches one, or a tile chosen before. */
function whyNotGap(view: Field, cell: number, marked: readonly number[]): Why | null {
  const beside = touching(view, cell);
  const mountains = beside.filter((near) => view.layers.kind[near] === MOUNTAIN);
  if (mountains.some((near) => !isOwn(view, near))) return no("barricade_foreign");
  if (marked.length && !beside.some((near) => marked.includes(near))) return no("barricade_apart");
  return mountains.length || beside.some((near) => marked.includes(near)) ? null : no("barricade_no_gap");
}

/** Do these tiles close a gap as they are? */
export function whyNotBarricade(view: Field, marked: readonly number[]): Why | null {
  return clustersBeside(view, marked, MOUNTAIN) < 2 ? no("barricade_no_gap") : null;
}

function whyNotBridge(view: Field, cell: number): Why | null {
  if (view.layers.kind[cell] !== WATER) return no("bridge_on_land");
  const ends = bridgeEnds(view, cell);
  const beside = besideOf(view, cell);
  if (!beside.some((near) => near >= 0 && isOwn(view, near))) return no("bridge_not_beside");
  if (view.layers.structure[cell]) return no("build_taken");
  if (!ends.some((end) => isOwn(view, end))) return no("bridge_no_ends");
  return ends.some((end) => isOwn(view, end) && ownsRegion(view, end)) ? null : no("build_no_city");
}

/** All tiles where a mode may be used. */
export function legalTiles(view: Field, mode: string, now: number, marked: readonly number[]): number[] {
  const found = [];
  for (let cell = 0; cell < view.layers.kind.length; cell++) {
    if (!whyNotHere(view, mode, cell, now, marked)) found.push(cell);
  }
  return found;
}
