/** Names of the table's options in English; their sentences come from the server. */

export const options: Record<string, [name: string]> = {
  width_tiles: ["Width"],
  height_tiles: ["Height"],
  density_permille: ["Bomb density"],
  hidden_flags_percent: ["Hidden flags"],
  spawn_tiles: ["Start tiles"],
  safe_steps: ["Safe distance"],
  sight_tiles: ["Sight"],
  step_ms: ["Time per step"],
  dig_ms: ["Time per dig"],
  cascade: ["Open empty areas at once"],
  blast_radius: ["Blast radius"],
  chain_ms: ["Time between waves"],
  flags_shield: ["Flags protect tiles"],
  start_flags: ["Flags at the start"],
  unflag_ms: ["Delay for fresh flags"],
  end_when_all_dead: ["End when everyone is dead"],
  all_dead_ms: ["Wait before that"],
  round_seconds: ["Round length"],
  rest_ms: ["Break between rounds"],
};
