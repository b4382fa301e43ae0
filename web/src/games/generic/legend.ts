/** What the layers of any game say about a cell, by the legend alone. */

import type { SessionGame } from "../../match/session.svelte";
import type { View } from "../../core/view";

export type Legend = SessionGame["legend"];

export interface Reading {
  layer: string;
  kind: Legend[string]["kind"];
  value: number;
  /** The name, for names. */
  word: string;
}

/** Everything that is not nothing: 0 is nobody, none or no number. */
export function readCell(legend: Legend, view: View, cell: number): Reading[] {
  const found: Reading[] = [];
  for (const [layer, { kind, names }] of Object.entries(legend)) {
    const value = view.layers[layer]?.[cell] ?? 0;
    const isFirstNames = kind === "names" && layer === firstOf(legend, "names");
    if (value || isFirstNames) found.push({ layer, kind, value, word: names[value] ?? String(value) });
  }
  return found;
}

/** The layer that gives cells their fill, and the first of each kind. */
export function firstOf(legend: Legend, kind: Reading["kind"]): string | undefined {
  return Object.keys(legend).find((layer) => legend[layer].kind === kind);
}

export function ownerOf(legend: Legend, view: View, cell: number): number {
  const layer = firstOf(legend, "seats");
  return layer ? (view.layers[layer]?.[cell] ?? 0) - 1 : -1;
}

/** `units_high` as words. */
export function inWords(name: string): string {
  return name.replaceAll("_", " ").replaceAll("-", " ");
}

/** The cells that an action's spelling names, as [x, y]. */
export function cellsNamed(action: string): [number, number][] {
  return [...action.matchAll(/(\d+),(\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}
