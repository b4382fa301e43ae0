import type { OptionTable } from "../parts";

export const table: OptionTable = {
  main: [{ name: "density_permille", slider: [40, 125] }, { name: "round_seconds", values: [0, 600, 1800, 3600] }],
  groups: {
    world: ["width_tiles", "height_tiles", "density_permille", "hidden_flags_percent"],
    start: ["spawn_tiles", "safe_steps", "start_flags"],
    walking: ["sight_tiles", "step_ms", "dig_ms", "cascade", "unflag_ms"],
    bombs: ["blast_radius", "chain_ms", "flags_shield"],
    end: ["end_when_all_dead", "all_dead_ms", "round_seconds", "rest_ms"],
  },
};
