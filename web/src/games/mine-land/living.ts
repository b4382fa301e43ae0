/** Whom one may watch: who is alive and there, as far as this page knows. */

import type { Session } from "./facts";

/** Those with points first, the best at the top. */
export function livingOf(session: Session): number[] {
  const rows = session.standing?.rows ?? [];
  const out = new Set(rows.filter((row) => row[4]).map((row) => row[1]));
  const ranked = rows.map((row) => row[1]);
  const others = session.names.map((_, seat) => seat).filter((seat) => !ranked.includes(seat));
  return [...ranked, ...others].filter((seat) => seat !== session.seat && !out.has(seat) && !session.away[seat] && session.names[seat]);
}
