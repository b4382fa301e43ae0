/** The players that can be watched: those who are alive and present, as far as this page knows. */

import type { Session } from "./facts";

/** Those with points first, the best at the top. */
export function livingOf(session: Session): number[] {
  const rows = session.standing;
  const out = new Set(rows.filter(([, , isOut]) => isOut).map(([seat]) => seat));
  const ranked = rows.map(([seat]) => seat);
  const isRanked = new Set(ranked);
  const others = session.names.map((_, seat) => seat).filter((seat) => !isRanked.has(seat));
  return [...ranked, ...others].filter((seat) => seat !== session.seat && !out.has(seat) && !session.away[seat] && session.names[seat]);
}
