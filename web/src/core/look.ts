/**
 * How players and the board look to this viewer: colours, inks and patterns.
 *
 * An owner is a flat opaque fill; what the ground is, is drawn on it in ink, never as a tint.
 * Games get a `Look` with each cell and ask it; they know no colours of players themselves.
 */

import { inkOn, toRgb, type Rgb } from "./colours";
import { PALETTES } from "./palettes";
import type { Settings, Theme } from "./settings.svelte";
import { now, seating, settings } from "./settings.svelte";

export const PATTERNS = [
  "ticks", "rising", "falling", "level", "upright", "dots", "hatch", "chevron",
] as const;
export type Pattern = (typeof PATTERNS)[number] | "none";

/** Colours that are nobody's. */
export interface Neutrals {
  /** Behind the board. */
  table: string;
  /** Unowned ground that can be claimed. */
  land: string;
  /** The same where it should stand out a little less. */
  shade: string;
  /** Dark and never a player's colour. */
  water: string;
  waterInk: string;
  /** What is hidden. */
  cover: string;
  /** Lines between cells. */
  line: string;
  /** Drawings on unowned ground. */
  ink: string;
  faint: string;
  /** Legal cells, the cursor, what asks for attention. */
  accent: string;
  danger: string;
}

export interface Look {
  theme: Theme;
  seats: number;
  /** The fill of a seat's ground, as #rrggbb. */
  colour(seat: number): string;
  rgb(seat: number): Rgb;
  /** What is drawn or written on that fill. */
  ink(seat: number): string;
  /** "none" while patterns are off. */
  pattern(seat: number): Pattern;
  neutral: Neutrals;
  /** A name that changes with anything here, for bitmaps that are kept. */
  key: string;
  isStill: boolean;
}

const LIGHT: Neutrals = {
  table: "#e9e6df", land: "#f7f3ea", shade: "#ece7db", water: "#25384a", waterInk: "#5f7f99",
  cover: "#b9bdc0", line: "#cfc8b8", ink: "#4a453b", faint: "#a79f8f", accent: "#0b7a5c",
  danger: "#b3261e",
};
const DARK: Neutrals = {
  table: "#232a31", land: "#4d4e47", shade: "#44453f", water: "#1d2c3a", waterInk: "#46607a",
  cover: "#565c63", line: "#33383c", ink: "#d9d4c8", faint: "#8b8f92", accent: "#4cc9a0",
  danger: "#ff8a7a",
};

/** From this number of players on, colour alone is not enough. */
const PATTERNS_FROM = 6;

/** `shift` is how far the seats have moved on since the first match of a series: everybody keeps their colour. */
export function makeLook(seats: number, wishes: Settings, theme: Theme, isStill: boolean, shift = 0): Look {
  const palette = PALETTES.find((each) => each.id === wishes.palette) ?? PALETTES[0];
  const chosen = palette.colours(Math.max(seats, 2)).map((each, at) => wishes.colours[at] ?? each);
  const colours = chosen.map((_, seat) => chosen[(seat + shift) % chosen.length]);
  const isAuto = wishes.patterns === "auto";
  const hasPatterns = isAuto ? seats >= PATTERNS_FROM || !!palette.needsPatterns : wishes.patterns === "on";
  const colour = (seat: number) => colours[seat % colours.length] ?? colours[0];
  return {
    theme, seats, colour, isStill,
    rgb: (seat) => toRgb(colour(seat)),
    ink: (seat) => inkOn(colour(seat)),
    pattern: (seat) => (hasPatterns ? PATTERNS[((seat + shift) % colours.length) % PATTERNS.length] : "none"),
    neutral: theme === "dark" ? DARK : LIGHT,
    key: [theme, ...colours, hasPatterns].join(),
  };
}

/** The look for a number of seats by the current settings; in a component it follows them. */
export function currentLook(seats: number): Look {
  return makeLook(seats, settings, now.theme, now.isStill, seating.shift);
}
