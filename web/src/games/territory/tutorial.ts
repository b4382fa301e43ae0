/** Five steps in a short match by the server's own rules, against bots that know little. */

import type { Tutorial } from "../../match/tutorial.svelte";
import type { Params } from "./model/facts.gen";
import { isMine, type Known, type Ground } from "./model/facts";

/** The viewer's first square. */
function home(view: Ground): number {
  return [...view.layers.owner.keys()].find((cell) => isMine(view, cell)) ?? -1;
}

export const tutorial: Tutorial<Known> = {
  params: { rounds: 3, start_units: 9, resource_percent: 10, phase_seconds: 0, corners: false, spacing_cells: 3 } satisfies Partial<Params>,
  bot: "random",
  steps: [
    { text: "territory.learn.1", cell: home },
    { text: "territory.learn.2", action: /^declare/ },
    { text: "territory.learn.3", action: /^declare/ },
    { text: "territory.learn.4", cell: home, action: /^order \d/ },
    { text: "territory.learn.5" },
  ],
};
