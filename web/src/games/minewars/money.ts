/** Money as it runs, who pays, and what things cost: worked out from one's own cities' facts. */

import { boardOf, DECOY, KINDS, type City, type Field } from "./facts";

/** A city's money now. */
export function moneyOf(city: City, now: number): number {
  const since = city.since ?? 0;
  return (city.money ?? 0) + Math.floor(((city.rate ?? 0) * Math.max(0, now - since)) / 1000);
}

export function ownCities({ facts, viewer }: Field): number[] {
  return facts.cities.flatMap((city, number) => (viewer >= 0 && city.owner === viewer + 1 ? [number] : []));
}

export function treasury(view: Field, now: number): { money: number; rate: number } {
  const own = ownCities(view).map((number) => view.facts.cities[number]);
  return { money: own.reduce((sum, city) => sum + moneyOf(city, now), 0), rate: own.reduce((sum, city) => sum + (city.rate ?? 0), 0) };
}

/** How many steps of touching lie between two tiles. */
export function stepsBetween(view: Field, one: number, other: number): number {
  const { width } = view.rect;
  const [x, y, u, v] = [one % width, Math.floor(one / width), other % width, Math.floor(other / width)];
  if (boardOf(view).shape === "square") return Math.max(Math.abs(x - u), Math.abs(y - v));
  const [q, r] = [x - (y - (y & 1)) / 2 - (u - (v - (v & 1)) / 2), y - v];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/** The cities that pay for an action here: the region's own, or the nearest, and those connected with it. */
export function payersOf(view: Field, cell: number): number[] {
  const own = ownCities(view);
  const local = view.layers.region[cell] - 1;
  const { cities, own: mine } = view.facts;
  const near = (city: number) => stepsBetween(view, cell, cities[city].cell);
  const first = own.includes(local) ? local : own.reduce((best, city) => (best < 0 || near(city) < near(best) ? city : best), -1);
  if (first < 0) return [];
  const linked = mine.links.flatMap(([one, other]) => (one === first ? [other] : other === first ? [one] : []));
  return [first, ...linked];
}

export function fundsFor(view: Field, cell: number, now: number): number {
  return payersOf(view, cell).reduce((sum, city) => sum + moneyOf(view.facts.cities[city], now), 0);
}

/** What an action costs in money; structures are paid by construction, over time. */
export function priceOf(view: Field, mode: string, tiles: number, cell = -1): number {
  const { prices } = view.facts.terms;
  if (mode === "strike") return prices.strike + tiles * prices.strike_tile;
  if (mode === "mine" && cell >= 0 && view.layers.item[cell] === DECOY) return prices.upgrade;
  return isBuilding(mode) ? 0 : (prices[mode] ?? 0);
}

export function isBuilding(mode: string): boolean {
  return mode === "road" || mode === "tower" || mode === "barricade" || mode === "bridge";
}

/** Points of construction. */
export function costOf(view: Field, mode: string, tiles: number): number {
  return (view.facts.terms.prices[mode] ?? 0) * Math.max(1, tiles);
}

/** What a harvest here brings, or 0. */
export function harvestOf(view: Field, cell: number): number {
  return view.facts.terms.sums[KINDS[view.layers.kind[cell]]] ?? 0;
}
