/** Names of the table's options in English; their sentences come from the server. */

export const options: Record<string, [name: string]> = {
  start_units: ["Units at the start"],
  corners: ["Allow corner starts"],
  spacing_cells: ["Minimum distance between starts"],
  resource_percent: ["Resource squares"],
  rounds: ["Rounds"],
  declarations: ["Declarations per round"],
  declaration_characters: ["Length of declarations"],
  moves: ["Moves per round"],
  phase_seconds: ["Time per phase"],
  cap_units: ["Unit cap"],
  "group.end": ["The end"],
  "group.start": ["The start"],
  "group.turns": ["Rounds"],
  "preset.classic": ["Classic"],
  "preset.even": ["Even"],
  "preset.even-five": ["Even for five"],
};
