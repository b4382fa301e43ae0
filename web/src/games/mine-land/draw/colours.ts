/** The colours of the ground, light and dark. Players' own come from the `Look`. */

import { TURF, type Turf } from "../../../board/turf";
import type { Look } from "../../../core/look";

export interface Colours extends Turf {
  /** Dug up. */
  soil: string;
  soilLine: string;
  speck: string;
  /** Where a bomb has gone off. */
  ash: string;
  ashRim: string;
  crater: string;
  /** A bomb that is about to. */
  ember: string;
  emberGlow: string;
  bomb: string;
  red: string;
  green: string;
  pole: string;
  /** By number of bombs around; each is read on the soil. */
  digits: readonly string[];
}

const LIGHT: Colours = {
  ...TURF.light,
  soil: "#f1e8d6", soilLine: "#e0d3ba", speck: "#dccdb0",
  ash: "#cfc3b1", ashRim: "#9d907d", crater: "#6d6358",
  ember: "#f6b26b", emberGlow: "#d9480f", bomb: "#262a2e",
  red: "#c9281f", green: "#12703a", pole: "#4a3b28",
  digits: ["", "#1c57b5", "#1e6f2c", "#b5261c", "#5d2f9e", "#8a4300", "#006872", "#9b1b62", "#3d3d3d"],
};
const DARK: Colours = {
  ...TURF.dark,
  soil: "#2b2721", soilLine: "#3a342b", speck: "#3d372d",
  ash: "#1e1b18", ashRim: "#5a5147", crater: "#0e0d0c",
  ember: "#7a3b12", emberGlow: "#ff9a4d", bomb: "#0c0e10",
  red: "#ff6b5e", green: "#63d68b", pole: "#d9c9ad",
  digits: ["", "#86b9ff", "#86d98c", "#ff978d", "#cbaaff", "#ffb766", "#66dde6", "#ff9ecb", "#d5d5d5"],
};

export function coloursOf(look: Look): Colours {
  return look.theme === "dark" ? DARK : LIGHT;
}
