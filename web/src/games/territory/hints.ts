/** What is said once, when it matters first. */

import { now } from "../../core/settings.svelte";
import type { Hint } from "../../match/hints.svelte";
import { isPlaying, type Facts, type Known, type Session } from "./model/facts";
import { readPieces } from "./model/talk";

function isTime(session: Session, phase: Facts["phase"]): boolean {
  return isPlaying(session) && session.facts.phase === phase && !session.facts.submitted[session.seat];
}

function hasClashed({ facts, seat }: Session): boolean {
  return !!facts.last?.clashes.some(({ armies }) => armies[seat] > 0);
}

/** Has another player put a tag into their words? */
function isPledged({ facts, seat }: Session): boolean {
  return facts.declarations.some((said) => said.seat !== seat && readPieces(said.text).some((piece) => piece.is === "tag"));
}

export const hints: readonly Hint<Known>[] = [
  { id: "territory.speak", text: "territory.hint.speak", when: (session) => isTime(session, "first declaration") },
  { id: "territory.pact", text: "territory.hint.pact", when: (session) => isPlaying(session) && isPledged(session) },
  { id: "territory.answer", text: "territory.hint.answer", when: (session) => isTime(session, "second declaration") },
  {
    id: "territory.orders",
    get text() { return now.isTouch ? "territory.hint.ordersTouch" : "territory.hint.orders"; },
    when: (session) => isTime(session, "orders"),
  },
  { id: "territory.clash", text: "territory.hint.clash", when: hasClashed },
  { id: "territory.round", text: "territory.hint.round", notice: "round_over", when: ({ facts }) => facts.phase !== "over" },
  { id: "territory.wiped", text: "territory.hint.wiped", notice: "wiped_out", when: isPlaying },
];
