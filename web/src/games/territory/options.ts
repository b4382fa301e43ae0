import type { OptionTable } from "../parts";

export const table: OptionTable = {
  main: [{ name: "rounds", values: [6, 10, 15, 25], isCount: true }, { name: "declarations", values: [1, 2], isCount: true }, { name: "resource_percent", slider: [0, 20] }],
  groups: {
    end: ["rounds"],
    start: ["start_units", "corners", "spacing_cells", "resource_percent"],
    turns: ["moves", "declarations", "declaration_characters", "phase_seconds", "cap_units"],
  },
};
