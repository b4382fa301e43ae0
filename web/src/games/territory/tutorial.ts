/** Six steps in a short match by the server's own rules, up to a first fight. Five players are never far from each other. */

import type { Tutorial } from "../../match/tutorial.svelte";
import type { Params } from "./model/facts.gen";
import { SIDE } from "./model/facts.gen";
import { directionOf, isMine, ownerAt, unitsAt, type Known, type Ground } from "./model/facts";

/** The viewer's first square. */
function home(view: Ground): number {
  return [...view.layers.owner.keys()].find((cell) => isMine(view, cell)) ?? -1;
}

/** The weakest enemy square beside the viewer's land, or else the free square on the way to the nearest enemy. */
export function target(view: Ground): number {
  const cells = [...view.layers.owner.keys()];
  const enemies = cells.filter((cell) => ownerAt(view, cell) >= 0 && !isMine(view, cell));
  const reached = cells.filter((cell) => !isMine(view, cell) && cells.some((near) => isMine(view, near) && directionOf(near, cell)));
  const rank = (cell: number) => (enemies.includes(cell) ? unitsAt(view, cell) - 1000 : Math.min(...enemies.map((enemy) => stepsBetween(cell, enemy))));
  return reached.sort((a, b) => rank(a) - rank(b))[0] ?? -1;
}

function stepsBetween(a: number, b: number): number {
  return Math.abs((a % SIDE) - (b % SIDE)) + Math.abs(Math.floor(a / SIDE) - Math.floor(b / SIDE));
}

/** Has the viewer met another army in the round that has just been resolved? */
export function hasFought({ facts, viewer }: Ground): boolean {
  return facts.last?.clashes.some(({ armies }) => armies[viewer] > 0) ?? false;
}

export const tutorial: Tutorial<Known> = {
  params: { rounds: 10, start_units: 9, resource_percent: 10, phase_seconds: 0, declarations: 2, corners: true, spacing_cells: 0 } satisfies Partial<Params>,
  bot: "greedy",
  seats: 5,
  steps: [
    { text: "territory.learn.1", cell: home },
    { text: "territory.learn.2", action: /^declare/ },
    { text: "territory.learn.3", action: /^declare/ },
    { text: "territory.learn.4", cell: target, action: /^order \d/ },
    { text: "territory.learn.5", cell: target, notice: "round_over", when: hasFought },
    { text: "territory.learn.6" },
  ],
};
