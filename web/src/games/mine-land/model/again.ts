/** Out of the round: when one may dig again elsewhere, and when the next round comes. */

import type { Session } from "./facts";

/** What killed one is seen first, and no click that was meant for the board starts anything. */
const PAUSE_MS = 3000;

/** Whole seconds until one may dig again in another world; 0 means now. */
export function secondsToAgain(session: Session): number {
  const { died } = session.facts;
  return died ? Math.max(0, Math.ceil((died.now + PAUSE_MS - session.now()) / 1000)) : 0;
}

/** Time until this world's next round, as far as it is known: null while somebody may live for ever. */
export function msToNextRound(session: Session): number | null {
  const { deserted_at, terms } = session.facts;
  const ends = [deserted_at, terms.round_ms].filter(Boolean);
  return ends.length ? Math.max(0, Math.min(...ends) + terms.rest_ms - session.now()) : null;
}

export function mayDigAgain(session: Session): boolean {
  return session.facts.is_dead && !!session.again && !secondsToAgain(session);
}
