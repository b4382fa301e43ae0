/** Money as it runs, who pays, and what things cost: read from the view, and added up. */

import { KINDS, type City, type Field } from "./facts";
import { toolOf, traitsAt } from "./traits";

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

/** The cities that pay for an action here: the one that the view names, and those connected with it. */
export function payersOf({ layers, facts }: Field, cell: number): number[] {
  const first = layers.payer[cell] - 1;
  if (first < 0) return [];
  return [first, ...facts.own.links.flatMap(([one, other]) => (one === first ? [other] : other === first ? [one] : []))];
}

export function fundsFor(view: Field, cell: number, now: number): number {
  return payersOf(view, cell).reduce((sum, city) => sum + moneyOf(view.facts.cities[city], now), 0);
}

/** What a tool costs in money on these tiles; without any, on one that is like most. */
export function priceOf(view: Field, mode: string, cells: readonly number[] = []): number {
  const { prices = [], tile_price = 0 } = toolOf(view, mode) ?? {};
  const traits = cells.length ? traitsAt(view, cells[0]) : 0;
  const [, price] = prices.find(([asked]) => !asked || asked & traits) ?? [0, 0];
  return price + tile_price * Math.max(1, cells.length);
}

/** Points of construction: structures are paid by them, over time. */
export function pointsOf(view: Field, mode: string, tiles = 1): number {
  return (toolOf(view, mode)?.points ?? 0) * tiles;
}

/** What a harvest here brings, or 0. */
export function harvestOf(view: Field, cell: number): number {
  return view.facts.terms.sums[KINDS[view.layers.kind[cell]]] ?? 0;
}
