/** What has happened in a match, kept by room for this tab: the list survives a reload. */

import type { LogLine, MatchSession } from "./session.svelte";

const PREFIX = "freehold.events.";

type Line = Pick<LogLine, "at" | "code" | "facts">;
interface Events { match: string; seat: number; lines: Line[] }

export function keepEvents(room: string, { id, seat, log }: MatchSession): void {
  const lines = log.map(({ at, code, facts }) => ({ at, code, facts }));
  try {
    sessionStorage.setItem(PREFIX + room, JSON.stringify({ match: id, seat, lines } satisfies Events));
  } catch {
    // without storage the list begins with the page
  }
}

/** Of the same match as the same seat saw it, or none. */
export function keptEvents(room: string, { id, seat }: MatchSession): Line[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + room) ?? "null") as Events | null;
    return kept && kept.match === id && kept.seat === seat ? kept.lines : [];
  } catch {
    return [];
  }
}
