/** Names of the table's options in English; their sentences come from the server. */

export const options: Record<string, [name: string]> = {
  points_to_win: ["Points to win"],
  komi_points: ["Head start for player 2"],
  border_land_percent: ["Land at the coast"],
  ring_land_percent: ["Land in the ring"],
  ring_mountain_percent: ["Mountains in the ring"],
  centre_forest_percent: ["Forest in the centre"],
  island: ["Island"],
  bank_seconds: ["Time per player"],
  increment_seconds: ["Increment per move"],
  "group.end": ["The end"],
  "group.island": ["The island"],
  "group.time": ["Clocks"],
  "preset.classic": ["Classic"],
  "preset.even": ["Even"],
};
