// Written by tools/protocol.py from src/freehold/games/minewars: change that, not this.

export interface Facts {
  terms: Terms;
  cities: CityFacts[];
  players: PlayerFacts[];
  /** Empty for a viewer without a seat. */
  own: OwnFacts;
  /** By layer and its byte: the traits that a tile has by it, as bits. See `tools.py`. */
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
 * What was settled at set-up and never changes.
 */
export interface Terms {
  shape: "hex" | "square";
  /** Of a map that was given; empty otherwise. */
  title: string;
  /** The cities' cells, by city. */
  cities: number[];
  /** Money: the mean of all regions' resources (MW-81). */
  base_unit: number;
  /** In money: decoy, mine, trap, upgrade (a decoy made a mine), strike, strike_tile (for each tile on top of it), reveal, smoke; and in points of construction: road, barricade (a tile), tower, bridge. */
  prices: Record<string, number>;
  /** What a harvest brings, in money: land, fertile, forest, mountain (MW-74). */
  sums: Record<string, number>;
  /** In ms: deploy, strike, reveal, smoke, bulldoze, and harvest_land, harvest_fertile, harvest_forest, harvest_mountain. */
  delays: Record<string, number>;
  /** In ms: capture, deploy, strike, reveal, smoke, harvest, bulldoze. */
  cooldowns: Record<string, number>;
  /** Of structures when they are new: road, barricade, tower, bridge. */
  hp: Record<string, number>;
  /** A second: by kind, and `city` for a city's own (MW-80). */
  resources: Record<string, number>;
  /** The share of a city's resources that pays pending construction (MW-80). */
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
  /** In order: what one gives, those after it may ask for. See `surroundings.py`. */
  mixed: Mixed[];
  around: Around[];
  ends: Ends[];
}

/**
 * One way to act on a tile: where it may be used, and what it costs. See `legal.py`.
 */
export interface Tool {
  /** What its actions begin with: `capture`, `deploy mine`, `build road`. */
  verb: string;
  /** In order: the first that fails is why not. */
  checks: Check[];
  /** Which of the cooldowns it waits for, if any. */
  ready?: string;
  /** Traits and money: the first of which the tile has one, or of which none is asked (0). */
  prices?: [number, number][];
  /** Money for each tile, on top of that. */
  tile_price?: number;
  /** Points of construction, for each tile. */
  points?: number;
  /** Several tiles may be named at once. */
  takes_many?: boolean;
  /** Its tiles hang together, and touch at least as many different clusters of `mountains`. */
  joins?: number;
  /** Traits of which each tile has one, or it touches a tile that was named before. */
  anchors?: number;
  /** It cannot be used on a tile while that is protected (MW-31). */
  minds_protection?: boolean;
  /** It lies along an axis: checks are asked for each, and if several fit, one is named. */
  along_axis?: boolean;
}

/**
 * One condition of a tool: a tile must have one of these traits, or none of them.
 */
export interface Check {
  /** Of the refusal, if it has not (or has). */
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
  /** but for tiles that have one of these themselves. */
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
  /** Of one's own cities, as is all that follows: the money at `since`. */
  money?: number;
  since?: number;
  /** Money a second from `since` on. */
  rate?: number;
  /** Resources a second: what the rate would be were nothing built. */
  income?: number;
  queue?: QueuedFacts[];
  /** To the holder and to the city's owner: who holds its ring, as seat + 1 (MW-50). */
  hold_by?: number;
  hold_until?: number;
}

/**
 * A structure that is asked for and not yet paid.
 */
export interface QueuedFacts {
  structure: string;
  cells: number[];
  cost: number;
  /** As of the city's `since`. */
  paid: number;
  /** In ms, if nothing changes; -1 if it never will be at this rate. */
  done_at: number;
}

/**
 * What everybody knows of a player (MW-91).
 */
export interface PlayerFacts {
  cities: number;
  kills: number;
  deaths: number;
  taken: number;
  is_out: boolean;
}

/**
 * What a seat knows of itself.
 */
export interface OwnFacts {
  /** By action, as in the terms' cooldowns: from when on it can be done again, in ms. */
  ready: Record<string, number>;
  stunned_until: number;
  blind_until: number;
  deeds: DeedFacts[];
  /** Own cities that are connected by road, as pairs, the lower first (MW-61). */
  links: [number, number][];
  /** The last few things that the seat saw and that may leave no trace on the board: `explosion` (MW-16), or `decoy` or `trap` that it set off by a click (MW-33); the cell; the moment in ms. */
  events: [string, number, number][];
}

/**
 * A delayed action of one's own that is under way.
 */
export interface DeedFacts {
  what: string;
  cells: number[];
  /** When it happens, in ms. */
  at: number;
}

export interface Params {
  /** Hexagons touch six others, squares eight (MW-01). (hex or square) */
  grid: "hex" | "square";
  /** A map as a text picture, or nothing to have one made (MW-07). (picture) */
  map: string;
  /** The island's radius; 0 is 14, 17, 20, 21 or 22 for 2 to 6 players (MW-01). (tiles) */
  radius_tiles: number;
  /** 0 is 5, 6, 8, 10 or 12 for 2 to 6 players; 1 is one each (MW-03). (cities) */
  cities: number;
  /** The poorest region has so much of the richest's resources (MW-04). (percent) */
  balance_percent: number;
  /** How much neutral land holds an item; 0 is 27 on hex, 24 on square (MW-05). (% of the land) */
  items_percent: number;
  /** How many of those items are decoys, the rest being mines (MW-05). (percent) */
  decoys_percent: number;
  /** No item is scattered within so many steps of a starting city (MW-05). (steps) */
  clear_steps: number;
  /** How far a player sees from their tiles (MW-10). (steps) */
  sight_steps: number;
  /** An autoexpansion takes enemy land too, not only neutral (MW-32). (yes or no) */
  autoexpand_enemy: boolean;
  /** One click takes at most this many enemy tiles; 0 is any number (MW-32). (tiles) */
  breach_tiles: number;
  /** Captured land is safe from other players for so long (MW-31). (ms) */
  protect_ms: number;
  /** Whom a mine stuns can do nothing for so long (MW-34). (ms) */
  stun_ms: number;
  /** Whom a trap blinds gets no digits for so long (MW-34). (ms) */
  blind_ms: number;
  /** How long a player waits between captures (MW-35). (ms) */
  capture_cooldown_ms: number;
  /** What a captured mine is sold for, of its price (MW-45). (percent) */
  mine_sale_percent: number;
  /** What a captured decoy is sold for, of its price (MW-45). (percent) */
  decoy_sale_percent: number;
  /** What a captured trap is sold for, of its price (MW-45). (percent) */
  trap_sale_percent: number;
  /** All land around a city must be held for so long to take it (MW-50). (ms) */
  hold_ms: number;
  /** The money in a neutral city when it is taken (MW-53). (% of a base unit) */
  city_money_percent: number;
  /** The money in a starting city (MW-53). (% of a base unit) */
  start_money_percent: number;
  /** How much of a city's money stays when another player takes it (MW-52). (percent) */
  kept_percent: number;
  /** How much damage a road bears (MW-61). (points) */
  road_hp: number;
  /** What a road costs, in points of construction (MW-61). (% of a base unit) */
  road_cost_percent: number;
  /** How much damage a barricade bears (MW-62). (points) */
  barricade_hp: number;
  /** What a barricade costs a tile, in points of construction (MW-62). (% of a base unit) */
  barricade_cost_percent: number;
  /** How much damage a tower bears (MW-63). (points) */
  tower_hp: number;
  /** What a tower costs, in points of construction (MW-63). (% of a base unit) */
  tower_cost_percent: number;
  /** How much damage a bridge bears (MW-64). (points) */
  bridge_hp: number;
  /** What a bridge costs, in points of construction (MW-64). (% of a base unit) */
  bridge_cost_percent: number;
  /** A watch tower gives full sight so far around it (MW-63). (steps) */
  tower_steps: number;
  /** A watch tower must be surrounded for so long to be captured (MW-63). (ms) */
  tower_hold_ms: number;
  /** What an explosion does to a structure on its tile (MW-60). (points) */
  struck_damage: number;
  /** What an explosion does to a structure on a tile beside it (MW-60). (points) */
  touched_damage: number;
  /** What a decoy costs (MW-70). (% of a base unit) */
  decoy_price_percent: number;
  /** What a mine costs (MW-70). (% of a base unit) */
  mine_price_percent: number;
  /** What a flashbang trap costs (MW-70). (% of a base unit) */
  trap_price_percent: number;
  /** What making an own decoy a mine costs (MW-70). (% of a base unit) */
  upgrade_price_percent: number;
  /** So long a player waits between deployments (MW-70). (ms) */
  deploy_cooldown_ms: number;
  /** An item lies so long after it was deployed (MW-70). (ms) */
  deploy_delay_ms: number;
  /** What a strike costs, whatever its size (MW-71). (% of a base unit) */
  strike_price_percent: number;
  /** What each tile of a strike costs on top (MW-71). (% of a base unit) */
  strike_tile_price_percent: number;
  /** So long a player waits between strikes (MW-71). (ms) */
  strike_cooldown_ms: number;
  /** A strike hits so long after it was ordered (MW-71). (ms) */
  strike_delay_ms: number;
  /** Strikes reach foreign tiles touching own land, or all in sight (MW-71). (touching or sight) */
  strike_reach: "sight" | "touching";
  /** What revealing a tile costs (MW-72). (% of a base unit) */
  reveal_price_percent: number;
  /** So long a player waits between reveals (MW-72). (ms) */
  reveal_cooldown_ms: number;
  /** A tile is revealed so long after it was asked for (MW-72). (ms) */
  reveal_delay_ms: number;
  /** What a smoke costs (MW-73). (% of a base unit) */
  smoke_price_percent: number;
  /** So long a player waits between smokes (MW-73). (ms) */
  smoke_cooldown_ms: number;
  /** A smoke rises so long after it was ordered (MW-73). (ms) */
  smoke_delay_ms: number;
  /** So long a smoke hides a digit (MW-73). (ms) */
  smoke_ms: number;
  /** So long a player waits between harvests (MW-74). (ms) */
  harvest_cooldown_ms: number;
  /** What harvesting land brings (MW-74). (money) */
  harvest_land_money: number;
  /** How long harvesting land takes (MW-74). (ms) */
  harvest_land_ms: number;
  /** What harvesting fertile brings (MW-74). (money) */
  harvest_fertile_money: number;
  /** How long harvesting fertile takes (MW-74). (ms) */
  harvest_fertile_ms: number;
  /** What harvesting forest brings (MW-74). (money) */
  harvest_forest_money: number;
  /** How long harvesting forest takes (MW-74). (ms) */
  harvest_forest_ms: number;
  /** What harvesting mountain brings (MW-74). (money) */
  harvest_mountain_money: number;
  /** How long harvesting mountain takes (MW-74). (ms) */
  harvest_mountain_ms: number;
  /** So long a player waits between bulldozings (MW-75). (ms) */
  bulldoze_cooldown_ms: number;
  /** How long bulldozing takes (MW-75). (ms) */
  bulldoze_delay_ms: number;
  /** What bulldozing brings, of the structure's cost (MW-75). (percent) */
  bulldoze_percent: number;
  /** What an owned tile of land gives its city (MW-80). (a second) */
  land_resources: number;
  /** What an owned tile of fertile gives its city (MW-80). (a second) */
  fertile_resources: number;
  /** What an owned tile of forest gives its city (MW-80). (a second) */
  forest_resources: number;
  /** What an owned tile of mountain gives its city (MW-80). (a second) */
  mountain_resources: number;
  /** What an owned tile of foundation gives its city (MW-80). (a second) */
  foundation_resources: number;
  /** What an owned tile of destroyed gives its city (MW-80). (a second) */
  destroyed_resources: number;
  /** What every city has of its own (MW-80). (a second) */
  city_resources: number;
  /** The share of a city's resources that pays pending construction (MW-80). (percent) */
  construction_percent: number;
  /** Amounts are rounded up to a multiple of this (MW-81). (money) */
  round_money: number;
  /** The match ends after so long; 0 is no limit (MW-90). (ms) */
  limit_ms: number;
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
