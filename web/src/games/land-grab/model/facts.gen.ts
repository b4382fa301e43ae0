// Written by tools/protocol.py from src/freehold/games/land_grab: change that, not this.

export interface Facts {
  mover: number;
  turn: number;
  points: number[];
  target: number;
  incomes: number[];
  farms: number[];
  settlements: number[];
  /** How many turns each seat had to pass. */
  passes: number[];
  /** Where the last build was: row * 12 + column, or -1. */
  last_cell: number;
  /** Empty while the game is running. */
  ending: string;
  /** A seat, or -1 while the game is running and after a draw. */
  winner: number;
}

export interface Params {
  /** The score that wins the game (LG-25). (points) */
  points_to_win: number;
  /** Player 2's head start; below 0 it is player 1's (LG-25). (points) */
  komi_points: number;
  /** How much of the ring inside the outer water is land (LG-02). (percent) */
  border_land_percent: number;
  /** How much of the ring around the centre is land (LG-04). (percent) */
  ring_land_percent: number;
  /** How much of that ring is mountain; the rest of it is forest (LG-04). (percent) */
  ring_mountain_percent: number;
  /** How much of the centre is forest; the rest is mountain (LG-05). (percent) */
  centre_forest_percent: number;
  /** 12 rows of 12 letters: W, L, M or F. Empty: a random island (LG-06). (picture) */
  island: string;
  /** Each player's time for the whole game; 0 means no clock (LG-32). (seconds) */
  bank_seconds: number;
  /** The time added to a player's clock after each build (LG-32). (seconds) */
  increment_seconds: number;
}

/** Bytes over the view's rectangle, row by row. */
export type Layers = {
  /** One of `GROUND`. */
  ground: Uint8Array;
  /** 0 for nobody, or a seat + 1. */
  owner: Uint8Array;
  /** One of `BUILT`. */
  built: Uint8Array;
  /** Plain numbers. */
  yield: Uint8Array;
  /** One of `LEGAL`. */
  legal: Uint8Array;
  /** Plain numbers. */
  gain0: Uint8Array;
  /** Plain numbers. */
  gain1: Uint8Array;
  /** Plain numbers. */
  loss0: Uint8Array;
  /** Plain numbers. */
  loss1: Uint8Array;
};

export const LAYER_NAMES = ["ground", "owner", "built", "yield", "legal", "gain0", "gain1", "loss0", "loss1"] as const;

/** What a view holds: `View<Known>`. */
export interface Known {
  facts: Facts;
  layers: Layers;
}

export const GROUND = { WATER: 0, LAND: 1, MOUNTAIN: 2, FOREST: 3 } as const;
export const GROUND_NAMES = ["water", "land", "mountain", "forest"] as const;

export const BUILT = { NONE: 0, FARM: 1, MINE: 2, RESORT: 3 } as const;
export const BUILT_NAMES = ["none", "farm", "mine", "resort"] as const;

export const LEGAL = { NOTHING: 0, FARM: 1, SETTLEMENT: 2, FARM_OR_SETTLEMENT: 3 } as const;
export const LEGAL_NAMES = ["nothing", "farm", "settlement", "farm or settlement"] as const;

export const INDUSTRY = 0;
export const TOURISM = 1;
