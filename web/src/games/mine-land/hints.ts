/** What is said once, when it matters first. */

import { now } from "../../core/settings.svelte";
import type { Hint } from "../../match/hints.svelte";
import { litTiles } from "./input/clicks";
import { chordAt } from "./model/chords";
import { cellOf, GREEN_FLAG, mayAct, RED_FLAG, standsAt, type Known, type Session } from "./model/facts";
import { companyText } from "./texts/words";

function shows(session: Session, layer: keyof Known["layers"], value?: number): boolean {
  const cells = session.view.layers[layer];
  return mayAct(session) && (value === undefined ? cells.some(Boolean) : cells.includes(value));
}

/** Does one stand where no bomb is near, with something left to dig? */
function isClearHere(session: Session): boolean {
  const { view } = session;
  return mayAct(session) && chordAt(view, cellOf(view, standsAt(view)))?.bombs === 0;
}

export const hints: readonly Hint<Known>[] = [
  { id: "mine-land.start", get text() { return now.isTouch ? "mine-land.hint.startTouch" : "mine-land.hint.start"; }, when: (session) => mayAct(session) && !session.facts.score && litTiles(session).length > 0, while: ({ facts }) => facts.score < 4 && !facts.is_dead },
  { id: "mine-land.startFar", text: "mine-land.hint.startFar", when: (session) => mayAct(session) && !session.facts.score && !litTiles(session).length, while: ({ facts }) => !facts.score && !facts.is_dead },
  { id: "mine-land.around", get text() { return now.isTouch ? "mine-land.hint.aroundTouch" : "mine-land.hint.around"; }, when: (session) => session.facts.score > 8 && isClearHere(session), while: isClearHere },
  { id: "mine-land.company", text: "mine-land.hint.company", when: (session) => session.facts.score > 3 && !!companyText(session), while: (session) => !!companyText(session) },
  { id: "mine-land.number", text: "mine-land.hint.number", when: (session) => shows(session, "digit"), while: mayAct },
  { id: "mine-land.people", text: "mine-land.hint.people", when: (session) => mayAct(session) && session.facts.walkers.length > 0 && session.facts.score > 5, while: mayAct },
  { id: "mine-land.green", text: "mine-land.hint.green", when: (session) => shows(session, "flag", GREEN_FLAG), while: mayAct },
  { id: "mine-land.red", text: "mine-land.hint.red", when: (session) => shows(session, "flag", RED_FLAG), while: mayAct },
  { id: "mine-land.noFlags", text: "mine-land.hint.noFlags", when: (session) => mayAct(session) && session.facts.flags === 0, while: mayAct },
  { id: "mine-land.loot", text: "mine-land.hint.loot", when: (session) => shows(session, "loot"), while: mayAct },
  { id: "mine-land.blast", text: "mine-land.hint.blast", notice: "blast_from", when: mayAct },
];
