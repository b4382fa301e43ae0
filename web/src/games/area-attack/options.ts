import type { OptionTable } from "../parts";

export const table: OptionTable = {
  main: [{ name: "width_cells", values: [0, 32, 48, 64] }, { name: "density_percent", slider: [10, 28] }, { name: "lock_ms", values: [30_000, 60_000, 120_000, 180_000] }],
  groups: {
    board: ["width_cells", "height_cells", "density_percent"],
    start: ["apart_cells", "apart_percent", "pick_ms"],
    stages: ["stage_2_ms", "stage_2_percent", "stage_3_ms", "stage_3_percent", "lock_ms"],
    mines: ["freeze_ms", "blast_radius"],
  },
};
