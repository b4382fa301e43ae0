// Written by tools/protocol.py from src/freehold/games/area_attack: change that, not this.

export interface Facts {
  terms: Terms;
  /** 0 while starting cells are chosen, then 1, 2, 3. */
  stage: number;
  /** In ms: when choosing ends; when stages 2 and 3 begin, or began; when the match ends. */
  moments: [number, number, number, number];
  /** How many cells each seat owns. */
  cells: number[];
  /** When each seat thaws, in ms; 0 if it is not frozen. */
  frozen: number[];
  /** Each seat's starting cell, or -1. */
  picks: number[];
  confirmed: boolean[];
  /** For each seat: has it left or resigned? */
  out: boolean[];
  /** Empty while the match runs. */
  ending: string;
  /** After the end: each seat's place. */
  places: number[];
  /** After the end: moments in ms, each with the cells that every seat owned. */
  graph: number[][];
}

/**
 * What is fixed at set-up and never changes.
 */
export interface Terms {
  /** The number of mines at the start. Blasts change it, and nobody is told how. */
  mines: number;
  density_percent: number;
  /** The square of the minimum distance between starting cells. */
  apart_squared: number;
  freeze_ms: number;
  blast_radius: number;
  /** The percentages of the safe cells at which stages 2 and 3 begin. */
  marks: [number, number];
}

export interface Params {
  /** The board's width; 0 means 48, 56 or 64 for 2, 3 or 4 players (AA-01). (cells) */
  width_cells: number;
  /** The board's height; 0 means a square (AA-01). (cells) */
  height_cells: number;
  /** Share of cells that hold a mine (AA-01). (% of the cells) */
  density_percent: number;
  /** Minimum distance between starting cells (AA-03). (cells) */
  apart_cells: number;
  /** The same minimum, relative to the board; the larger one counts (AA-03). (% of the shorter side) */
  apart_percent: number;
  /** Time to choose a starting cell (AA-05). (ms) */
  pick_ms: number;
  /** Stage 2 begins no later than this after the start (AA-20). (ms) */
  stage_2_ms: number;
  /** Stage 3 begins no later than this after the start (AA-20). (ms) */
  stage_3_ms: number;
  /** Length of stage 3 (AA-21, AA-50). (ms) */
  lock_ms: number;
  /** Stage 2 begins when this much is claimed (AA-21). (% of the safe cells) */
  stage_2_percent: number;
  /** Stage 3 begins when this much is claimed (AA-21). (% of the safe cells) */
  stage_3_percent: number;
  /** How long a mine freezes a player in stage 1 (AA-31). (ms) */
  freeze_ms: number;
  /** In stages 2 and 3, a mine resets the ground within this distance (AA-40). (cells) */
  blast_radius: number;
}

/** Bytes over the view's rectangle, row by row. */
export type Layers = {
  /** One of `GROUND`. */
  ground: Uint8Array;
  /** 0 for nobody, or a seat + 1. */
  owner: Uint8Array;
  /** By byte: "", "0", "1", "2", "3", "4", "5", "6", "7", "8". */
  digit: Uint8Array;
  /** One of `FLAG`. */
  flag: Uint8Array;
  /** One of `LEGAL`. */
  legal: Uint8Array;
};

export const LAYER_NAMES = ["ground", "owner", "digit", "flag", "legal"] as const;

/** What a view holds: `View<Known>`. */
export interface Known {
  facts: Facts;
  layers: Layers;
}

export const GROUND = { NONE: 0, CRATER: 1, MINE: 2, HIDDEN_MINE: 3 } as const;
export const GROUND_NAMES = ["", "crater", "mine", "hidden mine"] as const;

export const FLAG = { NONE: 0, FLAG: 1 } as const;
export const FLAG_NAMES = ["", "flag"] as const;

export const LEGAL = { NONE: 0, CAN_BE_OPENED: 1 } as const;
export const LEGAL_NAMES = ["", "can be opened"] as const;
