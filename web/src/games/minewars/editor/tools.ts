/** The tools of the drawing board, each with its key. */

import { t } from "../../../core/texts";
import { HAND, type Tool } from "./draft.svelte";
import { STARTS } from "./sketch";

export interface ToolAbout { tool: Tool; key: string; icon: string; name: string }

const KINDS: [tool: Tool, key: string, icon: string, word: string][] = [
  ["~", "w", "water", "water"], [".", "l", "", "land"], [",", "f", "farm", "fertile"], ["%", "t", "forest", "forest"],
  ["^", "m", "mountain", "mountain"], ["#", "o", "barricade", "foundation"], ["x", "x", "close", "destroyed"],
];

export function tileTools(): ToolAbout[] {
  return KINDS.map(([tool, key, icon, word]) => ({ tool, key, icon, name: t(`maps.tile.${word}`) }));
}

export function cityTools(): ToolAbout[] {
  const starts = [...STARTS].map((number) => ({ tool: number, key: number, icon: "", name: t("maps.start", { number }) }));
  return [{ tool: "C", key: "c", icon: "city", name: t("maps.city") }, ...starts];
}

export function handTool(): ToolAbout {
  return { tool: HAND, key: "h", icon: "hand", name: t("maps.hand") };
}

export function toolOf(key: string): Tool | undefined {
  return [...tileTools(), ...cityTools(), handTool()].find((each) => each.key === key)?.tool;
}
