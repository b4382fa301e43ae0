/** Lengths of time in words. */

import { number } from "./texts";

/** `45 s`, `1 min 30 s`, `1 h 30 min`; parts that are zero are left out. */
export function durationText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const parts = [[Math.floor(minutes / 60), "h"], [minutes % 60, "min"], [(ms % 60_000) / 1000, "s"]] as const;
  const said = parts.filter(([count]) => count).map(([count, unit]) => `${number(count)} ${unit}`);
  return said.join(" ") || "0 s";
}
