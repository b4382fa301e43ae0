/** What is said once, when it matters first. */

import type { Hint } from "../../match/hints.svelte";
import { freeFarms, INDUSTRY, MINE, RESORT, sidesOf, TOURISM, turnsToGo, type Known, type Island, type Session } from "./model/tiles";

const NEAR_PERCENT = 75;

function isFirstBuild({ isAwaited, facts, seat }: Session): boolean {
  return isAwaited && facts.farms[seat] === 0;
}

function hasNothing({ facts, seat }: Session): boolean {
  return facts.farms[seat] === 0;
}

function isSpoiled(view: Island): boolean {
  const { built } = view.layers;
  return [...built.keys()].some(
    (cell) => built[cell] === RESORT && sidesOf(view, cell).some((side) => built[side] === MINE),
  );
}

export const hints: readonly Hint<Known>[] = [
  { id: "land-grab.industry", text: "land-grab.hint.industry", when: (session) => session.seat === INDUSTRY && isFirstBuild(session), while: hasNothing },
  { id: "land-grab.tourism", text: "land-grab.hint.tourism", when: (session) => session.seat === TOURISM && isFirstBuild(session), while: hasNothing },
  {
    id: "land-grab.settle",
    text: "land-grab.hint.settle",
    when: ({ isAwaited, facts, seat }) => isAwaited && freeFarms(facts, seat) > 0,
    while: ({ facts, seat }) => freeFarms(facts, seat) > 0,
  },
  {
    id: "land-grab.farm",
    text: "land-grab.hint.farm",
    when: ({ isAwaited, facts, seat }) => isAwaited && facts.settlements[seat] > 0 && !freeFarms(facts, seat),
    while: ({ facts, seat }) => !freeFarms(facts, seat),
  },
  { id: "land-grab.spoiled", text: "land-grab.hint.spoiled", when: ({ view, seat }) => seat === TOURISM && isSpoiled(view), while: ({ view }) => isSpoiled(view) },
  { id: "land-grab.spoils", text: "land-grab.hint.spoils", when: ({ view, seat }) => seat === INDUSTRY && isSpoiled(view) },
  {
    id: "land-grab.near",
    text: "land-grab.hint.near",
    when: ({ facts, seat }) => facts.points[1 - seat] * 100 >= facts.target * NEAR_PERCENT && turnsToGo(facts, 1 - seat) <= turnsToGo(facts, seat),
  },
  { id: "land-grab.passed", text: "land-grab.hint.passed", notice: "passed" },
];
