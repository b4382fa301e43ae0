/** The colours of the ground, light and dark. Players' own come from the `Look`. */

import { contrast, inkOn, mix } from "../../../core/colours";
import type { Look } from "../../../core/look";
import { FOG, FULL, WATER } from "../model/facts";

interface Grounds {
  /** By kind, in full sight. */
  kinds: readonly string[];
  /** What fog turns into, and how much. */
  fog: string;
  fogShare: number;
  fogWater: string;
  fogEdge: string;
  /** Drawings on unowned ground, by kind. */
  inks: readonly string[];
  fogInk: string;
  covered: string;
  coast: string;
}

const LIGHT: Grounds = {
  kinds: ["#2b4257", "#f6efdd", "#dfe5b4", "#d3cfc7", "#bda98f", "#d5cdbf", "#c6d6ab"],
  fog: "#6f757c", fogShare: 0.6, fogWater: "#323c46", fogEdge: "#ffffff",
  inks: ["#5f7f99", "#8a7f68", "#64752c", "#77726a", "#5e4a36", "#5b544a", "#3d6139"],
  fogInk: "#4c5157", covered: "#d9c69b", coast: "#14222f",
};
const DARK: Grounds = {
  kinds: ["#16222e", "#55544c", "#505a3b", "#5c5f63", "#43382d", "#4b4e53", "#3b4a35"],
  fog: "#0d1116", fogShare: 0.66, fogWater: "#0f151b", fogEdge: "#dfe6ec",
  inks: ["#3f566b", "#b9b29d", "#c3d182", "#c3c6c9", "#d0ae88", "#d7d9dc", "#a9cf9d"],
  fogInk: "#59626b", covered: "#6b6552", coast: "#05090d",
};

export function groundsOf(look: Look): Grounds {
  return look.theme === "dark" ? DARK : LIGHT;
}

/** The fill of a tile. Land that is not seen whole may hide something: it is covered, and darker. */
export function fillOf(look: Look, kind: number, owner: number, sight: number, isLit: boolean): string {
  const grounds = groundsOf(look);
  const base = grounds.kinds[kind];
  if (sight === FOG) return kind === WATER ? grounds.fogWater : mix(base, grounds.fog, grounds.fogShare);
  if (owner) return look.colour(owner - 1);
  if (sight === FULL || kind === WATER || kind > 4) return base;
  return mix(base, grounds.covered, isLit ? 0.4 : 0.75);
}

/** What is drawn on it. */
export function inkOf(look: Look, kind: number, owner: number, sight: number): string {
  const grounds = groundsOf(look);
  if (sight === FOG) return kind === WATER ? mix(grounds.fogWater, "#ffffff", 0.14) : grounds.fogInk;
  return owner ? look.ink(owner - 1) : grounds.inks[kind];
}

// Digits: a hue each, as light or dark as the fill asks for.
const HUES = ["#888888", "#1f6fff", "#1ea83c", "#ff3b2f", "#a04dff", "#ff8c1a", "#17c3cf", "#ff4fa3", "#9aa0a6"];
/** They are large and bold. */
const READABLE = 4;
const INKS = new Map<string, string>();

export function digitInk(fill: string, digit: number): string {
  const key = `${fill}${digit}`;
  let ink = INKS.get(key);
  if (!ink) INKS.set(key, (ink = findInk(fill, HUES[digit] ?? HUES[0])));
  return ink;
}

/** The most colourful that can be read on the fill. */
function findInk(fill: string, hue: string): string {
  const end = inkOn(fill, "#0b0e12");
  for (let share = 0.1; share < 1; share += 0.06) {
    const ink = mix(hue, end, share);
    if (contrast(fill, ink) >= READABLE) return ink;
  }
  return end;
}
