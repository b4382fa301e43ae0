/** Moments in words. */

import { t } from "../core/texts";
import type { MatchSession } from "../match/session.svelte";
import type { Mark } from "./film";

/** `0:43`, `12:05`, `1:02:03`. */
export function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = `${hours ? String(minutes).padStart(2, "0") : minutes}:${String(rest).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}

export function markText(mark: Mark, session: MatchSession): string {
  if (mark.code === "lead") return t("replay.lead", { name: session.name(mark.facts.seat as number) });
  return session.say(mark.code, mark.facts);
}
