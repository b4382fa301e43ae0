// Written by tools/protocol.py from src/freehold/games/minewars: change that, not this.

export interface Facts {
  terms: Terms;
  cities: CityFacts[];
  players: PlayerFacts[];
  /** Empty for a viewer without a seat. */
  own: OwnFacts;
  /** By layer and byte: the traits that a tile has through it, as bits. See `tools.py`. */
  traits: Record<string, number[]>;
  /** The clusters of mountains, as far as the viewer knows. */
  mountains: number[][];
  /** Empty while the match runs. */
  ending: string;
  /** After the end: each seat's place. */
  places: number[];
  /** After the end: moments in ms, each with the land that every seat owned. */
  graph: number[][];
}

/**
 * What is fixed at set-up and never changes.
 */
export interface Terms {
  shape: "hex" | "square";
  /** The title of a given map; empty otherwise. */
  title: string;
  /** The cities' cells, by city. */
  cities: number[];
  /** Money: the mean of all regions' resources (MW-81). */
  base_unit: number;
  /** In money: decoy, mine, trap, upgrade (a decoy to a mine), strike, strike_tile (added for each tile), reveal, smoke; and in construction points: road, barricade (per tile), tower, bridge. */
  prices: Record<string, number>;
  /** What a harvest pays, in money: land, fertile, forest, mountain (MW-74). */
  sums: Record<string, number>;
  /** In ms: deploy, strike, reveal, smoke, bulldoze, and harvest_land, harvest_fertile, harvest_forest, harvest_mountain. */
  delays: Record<string, number>;
  /** In ms: capture, deploy, strike, reveal, smoke, harvest, bulldoze. */
  cooldowns: Record<string, number>;
  /** Of structures when they are new: road, barricade, tower, bridge. */
  hp: Record<string, number>;
  /** Per second: by kind, and `city` for a city's own (MW-80). */
  resources: Record<string, number>;
  /** The share of a city's resources that pays for construction (MW-80). */
  construction_percent: number;
  sight_steps: number;
  tower_steps: number;
  strike_reach: "sight" | "touching";
  protect_ms: number;
  hold_ms: number;
  stun_ms: number;
  blind_ms: number;
  smoke_ms: number;
  /** 0 for none (MW-90). */
  limit_ms: number;
  /** By name: capture, flag, strike, mine, decoy, trap, road, tower, barricade, bridge, reveal, smoke, harvest, bulldoze. */
  tools: Record<string, Tool>;
  /** In order: a trait that one gives may be used by those after it. See `surroundings.py`. */
  mixed: Mixed[];
  around: Around[];
  ends: Ends[];
}

/**
 * One way to act on a tile: where it can be used, and what it costs. See `legal.py`.
 */
export interface Tool {
  /** What its actions begin with: `capture`, `deploy mine`, `build road`. */
  verb: string;
  /** In order: the first that fails is the refusal. */
  checks: Condition[];
  /** The cooldown it waits for, if any. */
  ready?: string;
  /** Traits and prices: the first entry counts that the tile has a trait of, or that needs no trait (0). */
  prices?: [number, number][];
  /** Money for each tile, on top of that. */
  tile_price?: number;
  /** Construction points for each tile. */
  points?: number;
  /** Several tiles may be named at once. */
  takes_many?: boolean;
  /** Its tiles are connected, and touch at least this many different clusters of `mountains`. */
  joins?: number;
  /** Each tile has one of these traits, or touches a tile that was named before it. */
  anchors?: number;
  /** It cannot be used on protected tiles (MW-31). */
  minds_protection?: boolean;
  /** It lies along an axis: each axis is checked, and if several fit, one must be named. */
  along_axis?: boolean;
}

/**
 * One condition of a tool: a tile must have one of these traits, or none of them.
 */
export interface Condition {
  /** The code of the refusal, if it does not (or does). */
  code: string;
  traits: number;
  wanted?: boolean;
}

/**
 * Traits that tiles have by other traits of their own.
 */
export interface Mixed {
  /** Tiles get this */
  gives: number;
  /** if they have all of these */
  has: number;
  /** and none of these. */
  lacks?: number;
}

/**
 * Traits that tiles have by what touches them.
 */
export interface Around {
  /** Tiles get this */
  gives: number;
  /** if a touching tile has all of these */
  has: number;
  /** and none of these, */
  lacks?: number;
  /** except tiles that have one of these themselves. */
  unless?: number;
}

/**
 * Traits that tiles of water have by the two tiles at the ends of an axis.
 */
export interface Ends {
  /** Tiles get this */
  gives: number;
  /** if at least this many of the two */
  count: number;
  /** have all of these */
  has: number;
  /** and none of these. */
  lacks?: number;
}

export interface CityFacts {
  cell: number;
  /** 0 for nobody, or the seat + 1. */
  owner: number;
  /** The money at `since`. This and the following are set only for the viewer's own cities. */
  money?: number;
  since?: number;
  /** Money per second from `since` on. */
  rate?: number;
  /** Resources per second: the rate without construction. */
  income?: number;
  queue?: QueuedFacts[];
  /** For the holder and the city's owner: who holds its ring, as seat + 1 (MW-50). */
  hold_by?: number;
  hold_until?: number;
}

/**
 * A structure under construction.
 */
export interface QueuedFacts {
  structure: string;
  cells: number[];
  cost: number;
  /** As of the city's `since`. */
  paid: number;
  /** In ms, if nothing changes; -1 if it is never completed at this rate. */
  done_at: number;
}

/**
 * What everybody knows about a player (MW-91).
 */
export interface PlayerFacts {
  cities: number;
  kills: number;
  deaths: number;
  taken: number;
  is_out: boolean;
}

/**
 * What a seat knows about itself.
 */
export interface OwnFacts {
  /** By action, as in the terms' cooldowns: when it can be used again, in ms. */
  ready: Record<string, number>;
  stunned_until: number;
  blind_until: number;
  deeds: DeedFacts[];
  /** Own cities that are connected by road, as pairs, the lower first (MW-61). */
  links: [number, number][];
  /** The last few events that the seat saw and that may leave no trace on the board: `explosion` (MW-16), or a `decoy` or `trap` that it set off with a click (MW-33); the cell; the moment. */
  events: [string, number, number][];
}

/**
 * A delayed action of the viewer's that is under way.
 */
export interface DeedFacts {
  what: string;
  cells: number[];
  /** When it happens, in ms. */
  at: number;
}

/**
 * And what only its first deal asks for. A match does not keep it, so matches that were
 * recorded before there was any of this still have the same bytes.
 */
export interface Params {
  /** A hexagon touches six others, a square eight (MW-01). (hex or square) */
  grid: "hex" | "square";
  /** A map as a text picture. Empty: a random one (MW-07). (picture) */
  map: string;
  /** The island's radius; 0: 14, 17, 20, 21 or 22 for 2 to 6 players (MW-01). (tiles) */
  radius_tiles: number;
  /** 0: 5, 6, 8, 10 or 12 for 2 to 6 players; 1: one per player (MW-03). (cities) */
  cities: number;
  /** Resources of the poorest region, compared to the richest (MW-04). (percent) */
  balance_percent: number;
  /** Neutral land with items; 0: 27 on hexagons, 24 on squares (MW-05). (% of the land) */
  items_percent: number;
  /** Share of these items that are decoys; the rest are mines (MW-05). (percent) */
  decoys_percent: number;
  /** No items within this distance of a starting city (MW-05). (steps) */
  clear_steps: number;
  /** How far players see from their tiles (MW-10). (steps) */
  sight_steps: number;
  /** Autoexpansion takes enemy land too, not only neutral land (MW-32). (yes or no) */
  autoexpand_enemy: boolean;
  /** Maximum number of enemy tiles per click; 0 means no limit (MW-32). (tiles) */
  breach_tiles: number;
  /** How long captured land is safe from other players (MW-31). (ms) */
  protect_ms: number;
  /** How long a mine stuns a player (MW-34). (ms) */
  stun_ms: number;
  /** How long a trap hides all digits from a player (MW-34). (ms) */
  blind_ms: number;
  /** Minimum time between two captures (MW-35). (ms) */
  capture_cooldown_ms: number;
  /** Share of its price that a captured mine is sold for (MW-45). (percent) */
  mine_sale_percent: number;
  /** Share of its price that a captured decoy is sold for (MW-45). (percent) */
  decoy_sale_percent: number;
  /** Share of its price that a captured trap is sold for (MW-45). (percent) */
  trap_sale_percent: number;
  /** How long all the land around a city must be held to take it (MW-50). (ms) */
  hold_ms: number;
  /** The money in a neutral city when it is taken (MW-53). (% of a base unit) */
  city_money_percent: number;
  /** The money in a starting city (MW-53). (% of a base unit) */
  start_money_percent: number;
  /** Share of a city's money that stays when another player takes it (MW-52). (percent) */
  kept_percent: number;
  /** Damage that destroys a road (MW-61). (points) */
  road_hp: number;
  /** Cost of a road, in construction points (MW-61). (% of a base unit) */
  road_cost_percent: number;
  /** Damage that destroys a barricade (MW-62). (points) */
  barricade_hp: number;
  /** Cost of a barricade per tile, in construction points (MW-62). (% of a base unit) */
  barricade_cost_percent: number;
  /** Damage that destroys a tower (MW-63). (points) */
  tower_hp: number;
  /** Cost of a tower, in construction points (MW-63). (% of a base unit) */
  tower_cost_percent: number;
  /** Damage that destroys a bridge (MW-64). (points) */
  bridge_hp: number;
  /** Cost of a bridge, in construction points (MW-64). (% of a base unit) */
  bridge_cost_percent: number;
  /** How far a watch tower gives full sight (MW-63). (steps) */
  tower_steps: number;
  /** How long a watch tower must be surrounded to be captured (MW-63). (ms) */
  tower_hold_ms: number;
  /** Damage that an explosion does to a structure on its tile (MW-60). (points) */
  struck_damage: number;
  /** Damage that an explosion does to a structure next to it (MW-60). (points) */
  touched_damage: number;
  /** Price of a decoy (MW-70). (% of a base unit) */
  decoy_price_percent: number;
  /** Price of a mine (MW-70). (% of a base unit) */
  mine_price_percent: number;
  /** Price of a flashbang trap (MW-70). (% of a base unit) */
  trap_price_percent: number;
  /** Price of turning a decoy of yours into a mine (MW-70). (% of a base unit) */
  upgrade_price_percent: number;
  /** Minimum time between two deployments (MW-70). (ms) */
  deploy_cooldown_ms: number;
  /** How long it takes to deploy an item (MW-70). (ms) */
  deploy_delay_ms: number;
  /** Price of a strike of any size (MW-71). (% of a base unit) */
  strike_price_percent: number;
  /** Additional price for each tile of a strike (MW-71). (% of a base unit) */
  strike_tile_price_percent: number;
  /** Minimum time between two strikes (MW-71). (ms) */
  strike_cooldown_ms: number;
  /** Delay between ordering a strike and its impact (MW-71). (ms) */
  strike_delay_ms: number;
  /** Strikes reach foreign tiles next to your land, or all in sight (MW-71). (touching or sight) */
  strike_reach: "sight" | "touching";
  /** Price of revealing a tile (MW-72). (% of a base unit) */
  reveal_price_percent: number;
  /** Minimum time between two reveals (MW-72). (ms) */
  reveal_cooldown_ms: number;
  /** How long it takes to reveal a tile (MW-72). (ms) */
  reveal_delay_ms: number;
  /** Price of smoke (MW-73). (% of a base unit) */
  smoke_price_percent: number;
  /** Minimum time between two smokes (MW-73). (ms) */
  smoke_cooldown_ms: number;
  /** How long it takes for smoke to rise (MW-73). (ms) */
  smoke_delay_ms: number;
  /** How long smoke hides a digit (MW-73). (ms) */
  smoke_ms: number;
  /** Minimum time between two harvests (MW-74). (ms) */
  harvest_cooldown_ms: number;
  /** Money for harvesting land (MW-74). (money) */
  harvest_land_money: number;
  /** How long harvesting land takes (MW-74). (ms) */
  harvest_land_ms: number;
  /** Money for harvesting fertile land (MW-74). (money) */
  harvest_fertile_money: number;
  /** How long harvesting fertile land takes (MW-74). (ms) */
  harvest_fertile_ms: number;
  /** Money for harvesting a forest tile (MW-74). (money) */
  harvest_forest_money: number;
  /** How long harvesting a forest tile takes (MW-74). (ms) */
  harvest_forest_ms: number;
  /** Money for harvesting a mountain tile (MW-74). (money) */
  harvest_mountain_money: number;
  /** How long harvesting a mountain tile takes (MW-74). (ms) */
  harvest_mountain_ms: number;
  /** Minimum time between two bulldozings (MW-75). (ms) */
  bulldoze_cooldown_ms: number;
  /** How long bulldozing takes (MW-75). (ms) */
  bulldoze_delay_ms: number;
  /** Share of a structure's cost returned for bulldozing it (MW-75). (percent) */
  bulldoze_percent: number;
  /** Income from a land tile (MW-80). (per second) */
  land_resources: number;
  /** Income from a tile of fertile land (MW-80). (per second) */
  fertile_resources: number;
  /** Income from a forest tile (MW-80). (per second) */
  forest_resources: number;
  /** Income from a mountain tile (MW-80). (per second) */
  mountain_resources: number;
  /** Income from a foundation tile (MW-80). (per second) */
  foundation_resources: number;
  /** Income from a tile of destroyed land (MW-80). (per second) */
  destroyed_resources: number;
  /** Income of every city on its own (MW-80). (per second) */
  city_resources: number;
  /** Share of a city's resources that pays for construction (MW-80). (percent) */
  construction_percent: number;
  /** Amounts are rounded up to a multiple of this (MW-81). (money) */
  round_money: number;
  /** Time limit for the match; 0 means no limit (MW-90). (ms) */
  limit_ms: number;
  /** Mines that each player starts with, on their first land (MW-06). (items) */
  starting_mines: number;
  /** Decoys that each player starts with, on their first land (MW-06). (items) */
  starting_decoys: number;
}

/** Bytes over the view's rectangle, row by row. */
export type Layers = {
  /** One of `KIND`. */
  kind: Uint8Array;
  /** One of `SIGHT`. */
  sight: Uint8Array;
  /** 0 for nobody, or a seat + 1. */
  owner: Uint8Array;
  /** By byte: "", "0", "1", "2", "3", "4", "5", "6", "7", "8". */
  digit: Uint8Array;
  /** One of `STAR`. */
  star: Uint8Array;
  /** One of `ITEM`. */
  item: Uint8Array;
  /** One of `STRUCTURE`. */
  structure: Uint8Array;
  /** Plain numbers. */
  hp: Uint8Array;
  /** Plain numbers. */
  protected: Uint8Array;
  /** One of `SMOKE`. */
  smoke: Uint8Array;
  /** One of `SKULL`. */
  skull: Uint8Array;
  /** One of `FLAG`. */
  flag: Uint8Array;
  /** One of `REACH`. */
  reach: Uint8Array;
  /** Plain numbers. */
  region: Uint8Array;
  /** Plain numbers. */
  city: Uint8Array;
  /** Plain numbers. */
  axis: Uint8Array;
  /** Plain numbers. */
  payer: Uint8Array;
};

export const LAYER_NAMES = ["kind", "sight", "owner", "digit", "star", "item", "structure", "hp", "protected", "smoke", "skull", "flag", "reach", "region", "city", "axis", "payer"] as const;

/** What a view holds: `View<Known>`. */
export interface Known {
  facts: Facts;
  layers: Layers;
}

export const KIND = { WATER: 0, LAND: 1, FERTILE: 2, FOUNDATION: 3, DESTROYED: 4, MOUNTAIN: 5, FOREST: 6 } as const;
export const KIND_NAMES = ["water", "land", "fertile", "foundation", "destroyed", "mountain", "forest"] as const;

export const SIGHT = { FOG: 0, LIMITED: 1, FULL: 2 } as const;
export const SIGHT_NAMES = ["fog", "limited", "full"] as const;

export const STAR = { NONE: 0, ASTERISK: 1 } as const;
export const STAR_NAMES = ["", "asterisk"] as const;

export const ITEM = { NONE: 0, DECOY: 1, MINE: 2, TRAP: 3, NOTHING: 4 } as const;
export const ITEM_NAMES = ["", "decoy", "mine", "trap", "nothing"] as const;

export const STRUCTURE = { NONE: 0, ROAD: 1, BARRICADE: 2, TOWER: 3, BRIDGE: 4, ROAD_TO_COME: 5, BARRICADE_TO_COME: 6, TOWER_TO_COME: 7, BRIDGE_TO_COME: 8 } as const;
export const STRUCTURE_NAMES = ["", "road", "barricade", "tower", "bridge", "road to come", "barricade to come", "tower to come", "bridge to come"] as const;

export const SMOKE = { NONE: 0, SMOKE: 1 } as const;
export const SMOKE_NAMES = ["", "smoke"] as const;

export const SKULL = { NONE: 0, SKULL: 1 } as const;
export const SKULL_NAMES = ["", "skull"] as const;

export const FLAG = { NONE: 0, FLAG: 1 } as const;
export const FLAG_NAMES = ["", "flag"] as const;

export const REACH = { NONE: 0, BESIDE_YOURS: 1 } as const;
export const REACH_NAMES = ["", "beside yours"] as const;

export const LEAST_SIDE = 3;
export const MOST_SIDE = 96;
export const KIND_LETTERS = "~.,#x^%";
export const LONGEST_TITLE = 60;
export const TRAITS = { OWN: 1, RIVAL: 4, LAND: 33554432, ABROAD: 67108864, SUSPECT: 134217728, MEMBER: 268435456, SAFE: 536870912, LAID: 1073741824 } as const;
