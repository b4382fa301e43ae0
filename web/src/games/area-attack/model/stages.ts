/** The stages in time and in ground: what the bar above the board shows. Pure. */

import { claimedOf, type Facts, type Field } from "./ground";

export const WARN_MS = 10_000;
const POINTS = 80;

export interface Segment {
  stage: number;
  /** In ms. */
  lasts: number;
  /** How much of it is over, 0 to 1. */
  done: number;
}

/** The stages 1 to 3 on the match's clock. */
export function segmentsOf({ moments, stage }: Facts, now: number): Segment[] {
  return [1, 2, 3].map((each) => {
    const [from, to] = [moments[each - 1], moments[each]];
    const lasts = Math.max(1, to - from);
    const done = stage > each ? 1 : stage < each ? 0 : Math.min(1, Math.max(0, (now - from) / lasts));
    return { stage: each, lasts, done };
  });
}

/** Until the next stage, or the end, in ms. While starts are chosen: until that is over. */
export function leftOf({ moments, stage, ending }: Facts, now: number): number {
  return ending ? 0 : Math.max(0, moments[stage] - now);
}

/** The percentage that brings the next stage on, or null: stage 3 ends by time. */
export function markOf({ terms, stage }: Facts): number | null {
  return stage === 1 || stage === 2 ? terms.marks[stage - 1] : null;
}

/** The last ten seconds before something changes. */
export function isNearing(facts: Facts, now: number): boolean {
  return facts.stage > 0 && !facts.ending && leftOf(facts, now) <= WARN_MS;
}

/** How far the ground claimed has come towards the mark, 0 to 100. */
export function claimedText(view: Field): number {
  return Math.floor(claimedOf(view));
}

/** The areas over time, at even steps: a series for each seat. Before the end there is none. */
export function seriesOf({ facts }: Field): number[][] {
  const { graph, cells } = facts;
  if (graph.length < 2) return cells.map(() => []);
  const [from, to] = [graph[0][0], graph[graph.length - 1][0]];
  const times = Array.from({ length: POINTS }, (_, step) => from + ((to - from) * step) / (POINTS - 1));
  return cells.map((_, seat) => times.map((time) => valueAt(graph, time, seat + 1)));
}

function valueAt(graph: readonly number[][], time: number, column: number): number {
  const next = Math.max(1, graph.findIndex((point) => point[0] >= time));
  const [before, after] = [graph[next - 1], graph[next]];
  const share = after[0] > before[0] ? (time - before[0]) / (after[0] - before[0]) : 1;
  return Math.round(before[column] + (after[column] - before[column]) * Math.min(1, Math.max(0, share)));
}
