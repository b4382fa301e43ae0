// Written by tools/protocol.py from src/freehold/games/territory: change that, not this.

export interface Facts {
  params: Params;
  round: number;
  phase: "first declaration" | "orders" | "over" | "second declaration";
  in_play: boolean[];
  resigned: boolean[];
  away: boolean[];
  /** For each seat: has it submitted in this phase? */
  submitted: boolean[];
  /** What the viewer has submitted in this phase. */
  sealed: Declare | Order | null;
  totals: number[];
  /** Each seat's units at the start and after each round. */
  units_by_round: number[][];
  declarations: Declared[];
  orders: Ordered[];
  /** The last round in steps, to be played back. */
  last: Resolution | null;
  ending: string;
}

export interface Params {
  /** Units that each player starts with (TR-02). (units) */
  start_units: number;
  /** Players may start in corners, where winning is much harder (TR-02). (yes or no) */
  corners: boolean;
  /** Minimum distance between start squares, in moves; 0 means anywhere but side by side (TR-02). (cells) */
  spacing_cells: number;
  /** Share of squares that are resource squares, rounded up (TR-03). (percent) */
  resource_percent: number;
  /** Maximum number of rounds (TR-04). (rounds) */
  rounds: number;
  /** How often everybody speaks before the orders. With 1, rounds are quicker, and an offer is answered in the next round (TR-12). (declarations) */
  declarations: number;
  /** Maximum length of a declaration (TR-11). (characters) */
  declaration_characters: number;
  /** Maximum number of moves per round (TR-14). (moves) */
  moves: number;
  /** Time limit for each phase; 0 means no limit (TR-17). (seconds) */
  phase_seconds: number;
  /** A square with at least this many units stops growing (TR-23). (units) */
  cap_units: number;
}

/**
 * A sealed text: a declaration.
 */
export interface Declare {
  type: "declare";
  text: string;
}

/**
 * A sealed sheet of moves.
 */
export interface Order {
  type: "order";
  moves: Move[];
}

/**
 * A number of units moves one square in a direction.
 */
export interface Move {
  x: number;
  y: number;
  direction: string;
  units: number;
}

/**
 * A declaration, once revealed.
 */
export interface Declared {
  round: number;
  /** 1 for the first declaration of the round, 2 for the second. */
  part: number;
  seat: number;
  text: string;
}

/**
 * A sheet of orders, once resolved.
 */
export interface Ordered {
  round: number;
  seat: number;
  moves: Move[];
  /** For each move: the seat that held its goal when the round began, or -1 for nobody. */
  into: number[];
}

/**
 * A round in steps: the board before it, the moves, the clashes and the production.
 */
export interface Resolution {
  round: number;
  /** For each square, before the moves: 0 for nobody, or the owner's seat + 1. */
  owners: number[];
  /** For each square: the units before the moves. */
  units: number[];
  moves: Ordered[];
  clashes: Clash[];
  /** For each square: what it gained in production. */
  gains: number[];
}

/**
 * Armies of several players met on a square.
 */
export interface Clash {
  x: number;
  y: number;
  /** How many units of each seat were there. */
  armies: number[];
  /** The seat that holds the square afterwards, or -1 for nobody. */
  seat: number;
  /** How many units are left. */
  left: number;
}

/** Bytes over the view's rectangle, row by row. */
export type Layers = {
  /** 0 for nobody, or a seat + 1. */
  owner: Uint8Array;
  /** Plain numbers. */
  units: Uint8Array;
  /** Plain numbers. */
  units_high: Uint8Array;
  /** One of `RESOURCE`. */
  resource: Uint8Array;
};

export const LAYER_NAMES = ["owner", "units", "units_high", "resource"] as const;

/** What a view holds: `View<Known>`. */
export interface Known {
  facts: Facts;
  layers: Layers;
}

export const RESOURCE = { NONE: 0, RESOURCE: 1 } as const;
export const RESOURCE_NAMES = ["", "resource"] as const;

export const SIDE = 8;
export const STEPS = { U: -8, D: 8, L: -1, R: 1 } as const;
export const TAG = /\[(?:(PACT) ([A-E]) ([1-9]\d?)|(HIT) ([A-E])|(LEAVE) ([A-E]) ([0-7]),([0-7])|(CLAIM) ([0-7]),([0-7]))\]/;
