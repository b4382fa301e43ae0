// Written by tools/protocol.py from src/freehold/game.py and src/freehold/server/http/catalogue.py: change those, not this.

/** Viewers that are not seats: what all may know, and everything. */
export const PUBLIC = -1, TRUTH = -2;

/**
 * A game's facts.
 */
export interface GameAbout {
  name: string;
  title: string;
  sentence: string;
  rules_version: number;
  kind: "real-time" | "sealed" | "turns";
  seats: [number, number];
  endings: string[];
  params: ParamAbout[];
  /** All there are, weakest first. */
  bots: BotAbout[];
  /** The bots to offer to people, weakest first; if empty, offer all bots by name. */
  levels: Level[];
  /** Sentences by code; `{seat:player}` stands for a player's name. */
  texts: Record<string, string>;
  legend: Record<string, Legend>;
  /** By fact: the words that say it, filled like a text; empty if it is not shown. A fact that is not here is shown by its name. */
  facts: Record<string, string>;
  shape: "hex" | "square";
  /** By default. */
  clock: Clock;
  grace_ms: number;
  flush_ms: number;
  has_secrets: boolean;
  /** People come and go while it runs. */
  world: boolean;
  presets: PresetAbout[];
  /** Its matches are rated here. */
  ladder: boolean;
}

/**
 * One parameter, for a line of a form.
 */
export interface ParamAbout {
  name: string;
  kind: "choice" | "text" | "whole" | "yes-no";
  sentence: string;
  unit: string;
  default: unknown;
  least?: number | null;
  most?: number | null;
  /** Characters, of a text. */
  longest?: number | null;
  choices?: unknown[];
}

export interface BotAbout {
  level: string;
  sentence: string;
}

/**
 * A bot as it is offered to people: how strong it is, and the character that plays.
 */
export interface Level {
  /** Its name in the record's `bots`, as people type it. */
  bot: string;
  /** A code: clients say it in their own language. */
  word: "beginner" | "easy" | "expert" | "hard" | "master" | "medium";
  /** The character's name, which is the name of the bot's seat: a creature or a figure. */
  name: string;
  /** What to draw: a creature or a thing in one lower-case word, such as `fox`. */
  face: string;
  /** How it plays. */
  sentence: string;
}

/**
 * What a layer's bytes mean: names, seats (0 nobody, n seat n - 1), or plain numbers.
 */
export interface Legend {
  kind: "names" | "numbers" | "seats";
  names: string[];
}

/**
 * A table's clock for its players; 0 means none. The match keeps it, see `match/clock.py`.
 */
export interface Clock {
  bank_ms: number;
  increment_ms: number;
  limit_ms: number;
}

/**
 * Settings with a name.
 */
export interface PresetAbout {
  name: string;
  sentence: string;
  /** The least and the most players it is meant for. */
  seats: [number, number];
  /** Those that differ from the defaults. */
  params: Record<string, unknown>;
}
