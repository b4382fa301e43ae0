/** What is said once, when it matters first. */

import { now } from "../../core/settings.svelte";
import type { Hint } from "../../match/hints.svelte";
import { canChord, type Known, type Session } from "./model/ground";
import { BANNER_MS } from "./model/story.svelte";

const FIRST_CELLS = 30;

/** A stage's banner says it all, and both together would leave a phone little of the board. */
function isQuiet(session: Session): boolean {
  const { moments, stage } = session.facts;
  return session.now() - moments[stage - 1] >= BANNER_MS;
}

const isMe = ({ facts, seat }: Session) => facts.frozen[seat] > 0;

const isWiped = ({ facts, seat }: Session) => facts.stage > 1 && !facts.cells[seat];

function someChord({ view }: Session): boolean {
  const { digit, flag } = view.layers;
  return flag.includes(1) && digit.some((number, cell) => number > 1 && canChord(view, cell));
}

export const hints: readonly Hint<Known>[] = [
  {
    id: "area-attack.flags",
    get text() { return now.isTouch ? "area-attack.hint.flagsTouch" : "area-attack.hint.flags"; },
    when: (session) => session.facts.stage === 1 && session.facts.cells[session.seat] >= FIRST_CELLS && isQuiet(session),
    while: ({ facts, view }) => facts.stage === 1 && !view.layers.flag.includes(1),
  },
  {
    id: "area-attack.chord",
    get text() { return now.isTouch ? "area-attack.hint.chordTouch" : "area-attack.hint.chord"; },
    when: someChord,
    while: someChord,
  },
  { id: "area-attack.freeze", text: "area-attack.hint.freeze", when: isMe, while: ({ facts }) => facts.stage === 1 },
  {
    id: "area-attack.ice",
    text: "area-attack.hint.ice",
    when: (session) => !isMe(session) && session.facts.frozen.some((until) => until > 0),
    while: ({ facts }) => facts.stage === 1,
  },
  { id: "area-attack.stage2", text: "area-attack.hint.stage2", when: (session) => session.facts.stage === 2 && isQuiet(session) },
  { id: "area-attack.attack", text: "area-attack.hint.attack", notice: "blast" },
  { id: "area-attack.wiped", text: "area-attack.hint.wiped", when: isWiped, while: isWiped },
];
