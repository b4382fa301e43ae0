/** Five steps in a short match by the server's own rules, against bots that know little. */

import type { Tutorial } from "../screen";

export const tutorial: Tutorial = {
  params: { rounds: 3, start_units: 9, resource_percent: 10, phase_seconds: 0, corners: false, spacing_cells: 3 },
  bot: "random",
  steps: [
    { text: "territory.learn.1" },
    { text: "territory.learn.2", action: /^declare/ },
    { text: "territory.learn.3", action: /^declare/ },
    { text: "territory.learn.4", action: /^order \d/ },
    { text: "territory.learn.5" },
  ],
};
