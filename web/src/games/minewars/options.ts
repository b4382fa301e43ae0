import type { OptionTable } from "../parts";

export const table: OptionTable = {
  main: [{ name: "grid" }, { name: "radius_tiles", values: [0, 10, 14, 18, 22] }, { name: "limit_ms", values: [300_000, 600_000, 900_000, 1_800_000, 0] }],
  groups: {
    island: ["grid", "map", "radius_tiles", "cities", "balance_percent", "items_percent", "decoys_percent", "clear_steps", "starting_mines", "starting_decoys"],
    end: ["limit_ms"],
    capturing: ["sight_steps", "capture_cooldown_ms", "autoexpand_enemy", "breach_tiles", "protect_ms", "stun_ms", "blind_ms", "hold_ms", "kept_percent"],
    money: ["start_money_percent", "city_money_percent", "round_money", "mine_sale_percent", "decoy_sale_percent", "trap_sale_percent"],
    income: ["city_resources", "land_resources", "fertile_resources", "forest_resources", "mountain_resources", "foundation_resources", "destroyed_resources", "construction_percent"],
    items: ["decoy_price_percent", "mine_price_percent", "trap_price_percent", "upgrade_price_percent", "deploy_cooldown_ms", "deploy_delay_ms"],
    strikes: [
      "strike_price_percent", "strike_tile_price_percent", "strike_reach", "strike_cooldown_ms", "strike_delay_ms", "reveal_price_percent",
      "reveal_cooldown_ms", "reveal_delay_ms", "smoke_price_percent", "smoke_cooldown_ms", "smoke_delay_ms", "smoke_ms",
    ],
    harvest: [
      "harvest_cooldown_ms", "harvest_land_money", "harvest_land_ms", "harvest_fertile_money", "harvest_fertile_ms", "harvest_forest_money",
      "harvest_forest_ms", "harvest_mountain_money", "harvest_mountain_ms",
    ],
    building: [
      "road_cost_percent", "road_hp", "barricade_cost_percent", "barricade_hp", "tower_cost_percent", "tower_hp", "tower_steps", "tower_hold_ms",
      "bridge_cost_percent", "bridge_hp", "struck_damage", "touched_damage", "bulldoze_cooldown_ms", "bulldoze_delay_ms", "bulldoze_percent",
    ],
  },
};
