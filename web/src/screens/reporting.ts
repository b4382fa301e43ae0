/** The players who can be reported, and the reasons. */

import type { ChatLine, RoomSession } from "../match/room.svelte";

export const REASONS = ["insult", "spam", "cheating", "name", "other"] as const;

export interface Reported {
  seat: number;
  name: string;
  /** What they said, if it is about that. */
  line?: ChatLine;
}

/** The seats of other people, and of bots that they brought. */
export function reportable(room: RoomSession): number[] {
  return (room.room?.seats ?? []).flatMap((each, seat) => (each.name && (!each.bot || each.author) && seat !== room.seat ? [seat] : []));
}

/** The first of them, to begin with. */
export function anybody(room: RoomSession): Reported | null {
  const [seat = -1] = reportable(room);
  return seat < 0 ? null : { seat, name: room.room?.seats[seat].name ?? "" };
}
