/** Whether a match counts in the ladders, in words. */

import { hasText, number, t } from "../core/texts";
import type { RoomNow } from "../net/wire";

/** Nothing where nobody would expect a rating: in tutorials, sandboxes and worlds. */
export function ratedWords({ unrated, ladder }: Pick<RoomNow, "unrated" | "ladder">): string {
  if (!unrated) return t(`rated.${ladder}`);
  return hasText(`unrated.${unrated}`) ? t(`unrated.${unrated}`) : "";
}

/** `+12`, `−3`, `±0`. */
export function signed(change: number): string {
  return change ? `${change < 0 ? "−" : "+"}${number(Math.abs(change))}` : "±0";
}
