import type { OptionTable } from "../parts";

export const table: OptionTable = {
  main: [{ name: "points_to_win", values: [50, 75, 100, 150], isCount: true }],
  groups: {
    end: ["points_to_win", "komi_points"],
    island: ["island", "border_land_percent", "ring_land_percent", "ring_mountain_percent", "centre_forest_percent"],
    time: ["bank_seconds", "increment_seconds"],
  },
};
