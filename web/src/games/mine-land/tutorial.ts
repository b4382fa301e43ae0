/** Five steps in a small world of one's own, by the server's own rules. */

import type { Tutorial } from "../../match/tutorial.svelte";
import type { Params } from "./model/facts.gen";
import { cellOf, isCovered, type Known, type Window } from "./model/facts";

/** A covered tile beside the viewer. */
function coveredBeside(view: Window): number {
  const [x, y] = view.facts.at;
  const around = [[0, -1], [1, 0], [0, 1], [-1, 0]].map(([dx, dy]) => cellOf(view, { x: x + dx, y: y + dy }));
  return around.find((cell) => isCovered(view, cell)) ?? -1;
}

export const tutorial: Tutorial<Known> = {
  // Numbers are a few steps away: bombs begin right behind the safe tiles.
  params: { width_tiles: 32, height_tiles: 32, density_permille: 110, spawn_tiles: 1, safe_steps: 3, unflag_ms: 1000, start_flags: 5 } satisfies Partial<Params>,
  bot: "random",
  seats: 1,
  steps: [
    { text: "mine-land.learn.1", cell: coveredBeside, action: /^flip / },
    { text: "mine-land.learn.2", action: /^step / },
    { text: "mine-land.learn.3", action: /^flip /, when: (view) => view.layers.digit.some(Boolean) },
    { text: "mine-land.learn.4", action: /^flag / },
    { text: "mine-land.learn.5" },
  ],
};
