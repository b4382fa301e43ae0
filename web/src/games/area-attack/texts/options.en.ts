/** Names of the table's options in English; their sentences come from the server. */

export const options: Record<string, [name: string]> = {
  width_cells: ["Width"],
  height_cells: ["Height"],
  density_percent: ["Mine density"],
  apart_cells: ["Minimum distance between starts"],
  apart_percent: ["Minimum distance, relative"],
  pick_ms: ["Time to choose a start"],
  stage_2_ms: ["Stage 2 after"],
  stage_3_ms: ["Stage 3 after"],
  lock_ms: ["Length of stage 3"],
  stage_2_percent: ["Stage 2 at"],
  stage_3_percent: ["Stage 3 at"],
  freeze_ms: ["Freeze time"],
  blast_radius: ["Blast radius"],
  "group.board": ["The board"],
  "group.start": ["The start"],
  "group.stages": ["Stages"],
  "group.mines": ["Mines"],
  "zero.width_cells": ["Automatic"],
};
