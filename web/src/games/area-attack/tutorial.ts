/** Five steps on a small board, played by the server's own rules against a bot that knows little. */

import type { Tutorial } from "../../match/tutorial.svelte";
import type { Params } from "./model/facts.gen";
import { freeStart, sureCell, type Known } from "./model/ground";

export const tutorial: Tutorial<Known> = {
  // Time to read: what brings the stages on here is the ground claimed.
  params: {
    width_cells: 20, height_cells: 16, apart_cells: 9, pick_ms: 600_000,
    stage_2_ms: 600_000, stage_3_ms: 900_000, stage_2_percent: 70,
  } satisfies Partial<Params>,
  bot: "random",
  steps: [
    { text: "area-attack.learn.1", cell: (view) => freeStart(view, [5, 8]), action: "confirm" },
    { text: "area-attack.learn.2", cell: (view) => sureCell(view, "mine"), action: /^flag / },
    { text: "area-attack.learn.3", cell: (view) => sureCell(view, "safe"), action: /^(open|chord) / },
    { text: "area-attack.learn.4", action: /^(open|chord) / },
    { text: "area-attack.learn.5" },
  ],
};
