// Written by tools/protocol.py from src/freehold/games/mine_land: change that, not this.

export interface Facts {
  terms: Terms;
  /** One's own tile; (-1, -1) for who has none. */
  at: [number, number];
  /** In hand. */
  flags: number;
  /** When the flags come to hand that were taken up soon after their placing, in order. */
  coming: number[];
  score: number;
  is_dead: boolean;
  /** Off the board: what is shown is what was seen last. */
  is_away: boolean;
  /** Through whose eyes a dead player sees, or -1. */
  watching: number;
  /** Everybody else in the window, as (seat, x, y), by seat. */
  walkers: [number, number, number][];
  /** From this moment on the next step is allowed, */
  step_at: number;
  /** and from this one the next flip, flag or unflag. */
  dig_at: number;
  blast: Blast | null;
  died: Died | null;
  /** Empty while the round runs. */
  ending: string;
  /** After the end: each seat's place. */
  places: number[];
}

/**
 * What was settled at set-up and never changes.
 */
export interface Terms {
  width: number;
  height: number;
  /** So many tiles are seen in each direction. */
  sight: number;
  blast_radius: number;
  step_ms: number;
  dig_ms: number;
  chain_ms: number;
  unflag_ms: number;
  start_flags: number;
  /** When the round ends at the latest; 0 is never. */
  round_ms: number;
  /** How many of a thousand tiles hold a bomb at the start. */
  density_permille: number;
  cascades: boolean;
  flags_shield: boolean;
}

/**
 * The last wave of a chain that reached the window.
 */
export interface Blast {
  now: number;
  wave: number;
  /** For bombs that lie outside: on which sides, as (dx, dy) from -1 to 1; in order, each once. */
  sides: [number, number][];
}

/**
 * How a player died.
 */
export interface Died {
  now: number;
  x: number;
  /** The centre of the blast. */
  y: number;
  /** Whose flip began the chain: perhaps one's own. */
  by: number;
  /** 1 is the bomb that was flipped, 2 what it set off, and so on. */
  wave: number;
}

export interface Params {
  /** The world's width: 1000; 300 or 100 for smaller companies (ML-01). (tiles) */
  width_tiles: number;
  /** The world's height: 1000; 300 or 100 for smaller companies (ML-01). (tiles) */
  height_tiles: number;
  /** How many tiles hold a bomb, 125 at the most (ML-02). (of 1000 tiles) */
  density_permille: number;
  /** How many flags lie hidden; under 100 a round may never settle (ML-03). (per 100 bombs) */
  hidden_flags_percent: number;
  /** On how many tiles players start (ML-04). (tiles) */
  spawn_tiles: number;
  /** No bomb lies so near to a spawn tile, corners included (ML-04). (tiles) */
  safe_steps: number;
  /** How far a player sees in each direction (ML-06). (tiles) */
  sight_tiles: number;
  /** At least so long from one step to the next (ML-13). (ms) */
  step_ms: number;
  /** At least so long from one flip, flag or unflag to the next (ML-13). (ms) */
  dig_ms: number;
  /** A tile without bombs around it uncovers its neighbours (ML-21). (yes or no) */
  cascade: boolean;
  /** How far a bomb reaches, in a straight line (ML-24). (tiles) */
  blast_radius: number;
  /** From one wave of a chain to the next (ML-25). (ms) */
  chain_ms: number;
  /** Blasts do not flip tiles with a flag (ML-25). (yes or no) */
  flags_shield: boolean;
  /** What each player starts with (ML-30). (flags) */
  start_flags: number;
  /** A flag taken up sooner comes to hand only then; 0 is at once (ML-33). (ms) */
  unflag_ms: number;
  /** The round ends when nobody living is left in it (ML-53). (yes or no) */
  end_when_all_dead: boolean;
  /** So long nobody living must have been there for that (ML-53). (ms) */
  all_dead_ms: number;
  /** The round ends so long after it began; 0 is never (ML-53). (s) */
  round_seconds: number;
  /** So long results are shown before the next round begins (ML-54). (ms) */
  rest_ms: number;
}

/** Bytes over the view's rectangle, row by row. */
export type Layers = {
  /** One of `GROUND`. */
  ground: Uint8Array;
  /** Plain numbers. */
  digit: Uint8Array;
  /** One of `FLAG`. */
  flag: Uint8Array;
  /** Plain numbers. */
  loot: Uint8Array;
};

export const LAYER_NAMES = ["ground", "digit", "flag", "loot"] as const;

/** What a view holds: `View<Known>`. */
export interface Known {
  facts: Facts;
  layers: Layers;
}

export const GROUND = { UNKNOWN: 0, COVERED: 1, UNCOVERED: 2, SITE: 3, LIT: 4, BOMB: 5, HIDDEN_FLAG: 6 } as const;
export const GROUND_NAMES = ["unknown", "covered", "uncovered", "site", "lit", "bomb", "hidden flag"] as const;

export const FLAG = { NONE: 0, RED_FLAG: 1, GREEN_FLAG: 2 } as const;
export const FLAG_NAMES = ["", "red flag", "green flag"] as const;

export const DIRECTIONS = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] } as const;
