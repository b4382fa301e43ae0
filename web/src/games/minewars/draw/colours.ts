/** The colours of the ground, light and dark. Players' own come from the `Look`. */

import { mix } from "../../../core/colours";
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
  kinds: ["#25384a", "#f6efdd", "#dfe5b4", "#d3cfc7", "#bda98f", "#d5cdbf", "#c6d6ab"],
  fog: "#6f757c", fogShare: 0.6, fogWater: "#323c46", fogEdge: "#ffffff",
  inks: ["#5f7f99", "#8a7f68", "#64752c", "#77726a", "#5e4a36", "#5b544a", "#3d6139"],
  fogInk: "#4c5157", covered: "#d9c69b", coast: "#14222f",
};
const DARK: Grounds = {
  kinds: ["#1d2c3a", "#55544c", "#505a3b", "#5c5f63", "#43382d", "#4b4e53", "#3b4a35"],
  fog: "#1a2129", fogShare: 0.62, fogWater: "#18232e", fogEdge: "#dfe6ec",
  inks: ["#46607a", "#b9b29d", "#c3d182", "#c3c6c9", "#d0ae88", "#d7d9dc", "#a9cf9d"],
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
