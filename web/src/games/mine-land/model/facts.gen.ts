// Written by tools/protocol.py from src/freehold/games/mine_land: change that, not this.

export interface Facts {
  terms: Terms;
  /** The viewer's own tile; (-1, -1) if there is none. */
  at: [number, number];
  /** In hand. */
  flags: number;
  /** When the delayed flags arrive, in order. */
  coming: number[];
  score: number;
  is_dead: boolean;
  /** Off the board: the view shows what was seen last. */
  is_away: boolean;
  /** The seat that a dead player watches, or -1. */
  watching: number;
  /** Everybody else in the window, as (seat, x, y), by seat. */
  walkers: [number, number, number][];
  /** As heard at one of the viewer's own last actions. */
  company: Company | null;
  /** The earliest moment of the next step. */
  step_at: number;
  /** The earliest moment of the next flip, flag or unflag. */
  dig_at: number;
  blast: Blast | null;
  died: Died | null;
  /** For dead players: when the round ends because nobody is left alive; 0 if somebody is. */
  deserted_at: number;
  /** Empty while the round runs. */
  ending: string;
  /** After the end: each seat's place. */
  places: number[];
}

/**
 * What is fixed at set-up and never changes.
 */
export interface Terms {
  width: number;
  height: number;
  /** How many tiles a player sees in each direction. */
  sight: number;
  blast_radius: number;
  step_ms: number;
  dig_ms: number;
  chain_ms: number;
  unflag_ms: number;
  start_flags: number;
  /** The round's time limit; 0 for none. */
  round_ms: number;
  /** Time from the round's end until the next one begins. */
  rest_ms: number;
  /** How many of every thousand tiles hold a bomb at the start. */
  density_permille: number;
  cascades: boolean;
  flags_shield: boolean;
}

/**
 * Roughly where the nearest player is, for a player with nobody in sight.
 */
export interface Company {
  /** The direction, as (dx, dy) from -1 to 1. */
  dx: number;
  dy: number;
  /** About how many steps it is, one of a few round numbers. */
  steps: number;
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
  /** The seat whose flip began the chain, possibly the player's own. */
  by: number;
  /** 1 is the bomb that was flipped, 2 the bombs that it set off, and so on. */
  wave: number;
}

export interface Params {
  /** The world's width; try 300 or 100 for fewer players (ML-01). (tiles) */
  width_tiles: number;
  /** The world's height; try 300 or 100 for fewer players (ML-01). (tiles) */
  height_tiles: number;
  /** Number of bombs; at most 125 per 1000 tiles (ML-02). (per 1000 tiles) */
  density_permille: number;
  /** Hidden flags; with fewer than 100 a round may never end (ML-03). (per 100 bombs) */
  hidden_flags_percent: number;
  /** Number of tiles that players start on (ML-04). (tiles) */
  spawn_tiles: number;
  /** No bomb lies this close to a start tile, corners included (ML-04). (tiles) */
  safe_steps: number;
  /** How far a player sees in each direction (ML-06). (tiles) */
  sight_tiles: number;
  /** Minimum time between two steps (ML-13). (ms) */
  step_ms: number;
  /** Minimum time between two flips, flags or unflags (ML-13). (ms) */
  dig_ms: number;
  /** A tile without bombs around it uncovers its neighbours (ML-21). (yes or no) */
  cascade: boolean;
  /** How far a bomb reaches, in a straight line (ML-24). (tiles) */
  blast_radius: number;
  /** Time between two waves of a chain (ML-25). (ms) */
  chain_ms: number;
  /** Blasts do not flip tiles with a flag (ML-25). (yes or no) */
  flags_shield: boolean;
  /** Flags that each player starts with (ML-30). (flags) */
  start_flags: number;
  /** Minimum time between placing a flag and getting it back (ML-33). (ms) */
  unflag_ms: number;
  /** The round ends when nobody is left alive (ML-53). (yes or no) */
  end_when_all_dead: boolean;
  /** How long everybody must be dead before that (ML-53). (ms) */
  all_dead_ms: number;
  /** Time limit for a round; 0 means no limit (ML-53). (s) */
  round_seconds: number;
  /** How long results are shown before the next round begins (ML-54). (ms) */
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
