/** The ways of clicking: nine buttons, two of which have several kinds. Number keys follow the buttons. */

import { t } from "../../../core/texts";
import type { Mode } from "../../../board/screen";
import type { Field } from "../model/facts";

export interface Tool {
  id: string;
  icon: string;
  /** The modes behind the button; the first is chosen at first. */
  modes: readonly string[];
}

export const TOOLS: readonly Tool[] = [
  { id: "capture", icon: "hand", modes: ["capture"] },
  { id: "flag", icon: "flag", modes: ["flag"] },
  { id: "strike", icon: "target", modes: ["strike"] },
  { id: "deploy", icon: "seamine", modes: ["mine", "decoy", "trap"] },
  { id: "build", icon: "tower", modes: ["road", "tower", "barricade", "bridge"] },
  { id: "reveal", icon: "eye", modes: ["reveal"] },
  { id: "smoke", icon: "smoke", modes: ["smoke"] },
  { id: "harvest", icon: "sickle", modes: ["harvest"] },
  { id: "bulldoze", icon: "bulldozer", modes: ["bulldoze"] },
];

const KEYS: Record<string, string> = {
  capture: "c", flag: "f", strike: "s", mine: "m", decoy: "d", trap: "t", road: "r", tower: "w", barricade: "b", bridge: "g",
  reveal: "v", smoke: "k", harvest: "h", bulldoze: "x",
};
export const ICONS: Record<string, string> = {
  capture: "hand", flag: "flag", strike: "target", mine: "seamine", decoy: "decoy", trap: "flash", road: "road", tower: "tower",
  barricade: "barricade", bridge: "bridge", reveal: "eye", smoke: "smoke", harvest: "sickle", bulldoze: "bulldozer",
};

export function modesOf({ facts, viewer }: Field): Mode[] {
  if (facts.ending || viewer < 0 || facts.players[viewer]?.is_out) return [];
  return TOOLS.flatMap((tool) => tool.modes).map((id) => ({ id, label: t(`minewars.mode.${id}`), key: KEYS[id], icon: ICONS[id] }));
}

/** The button behind which a mode stands. */
export function buttonOf(mode: string): Tool {
  return TOOLS.find((tool) => tool.modes.includes(mode)) ?? TOOLS[0];
}
