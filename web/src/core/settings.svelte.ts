/** What this viewer has chosen for themselves: kept in this browser, told to nobody. */

export type Theme = "light" | "dark";

export interface Settings {
  language: "auto" | "en" | "de";
  theme: "auto" | Theme;
  /** The size of everything but the board, in percent. */
  scale: number;
  motion: "auto" | "full" | "less";
  sound: boolean;
  volume: number;
  palette: string;
  patterns: "auto" | "on" | "off";
  /** Coordinates at the edges of the board; by itself a game says whether they are of use. */
  rulers: "auto" | "on" | "off";
  /** Colours chosen by seat; what is left out comes from the palette. */
  colours: Record<number, string>;
  longPressMs: number;
  /** A touch asks before it sends. */
  confirmTaps: boolean;
  /** By touch one also walks by a pad of arrows. */
  pad: boolean;
  notify: boolean;
  /** Empty before the first match. */
  lastGame: string;
  /** By game, the bot that was chosen last. */
  levels: Record<string, string>;
  /** Rooms that the start page shall not offer to go on with. */
  putAside: string[];
  /** First-time hints are wanted. */
  hints: boolean;
  /** First-time hints that have been seen. */
  seen: string[];
}

const DEFAULTS: Settings = {
  language: "auto", theme: "auto", scale: 100, motion: "auto", sound: true, volume: 30,
  palette: "okabe-ito", patterns: "auto", rulers: "auto", colours: {}, longPressMs: 350, confirmTaps: true, pad: true,
  notify: false, lastGame: "", levels: {}, putAside: [], hints: true, seen: [],
};
const KEY = "freehold.settings";

/** Only what is of the right kind: somebody may have written there by hand, or an older page. */
export function parseSettings(text: string | null): Settings {
  const kept = JSON.parse(text ?? "{}") as Record<string, unknown>;
  const isKind = ([name, usual]: [string, unknown]) =>
    typeof kept[name] === typeof usual && kept[name] !== null && Array.isArray(kept[name]) === Array.isArray(usual);
  const names = Object.entries(DEFAULTS).filter(isKind).map(([name]) => name);
  return { ...DEFAULTS, ...Object.fromEntries(names.map((name) => [name, kept[name]])) };
}

function read(): Settings {
  try {
    return parseSettings(localStorage.getItem(KEY));
  } catch {
    return { ...DEFAULTS }; // no storage, or not ours: the page works without
  }
}

export const settings: Settings = $state(read());

// All tabs have one set of settings; else the last to write would undo what the others have chosen or seen.
if (typeof window !== "undefined") {
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY || key === null) Object.assign(settings, read());
  });
}

export function change(wishes: Partial<Settings>): void {
  Object.assign(settings, wishes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a private window: it holds until the page is closed
  }
}

export function resetSettings(): void {
  change({ ...DEFAULTS, seen: settings.seen, lastGame: settings.lastGame, levels: settings.levels, putAside: settings.putAside });
}

/** True once for each hint. */
export function isFirst(hint: string): boolean {
  if (settings.seen.includes(hint)) return false;
  change({ seen: [...settings.seen, hint] });
  return true;
}

/** How far the seats of the match on screen have moved on since the first one of its room. */
export const seating = $state({ shift: 0 });

function watched(query: string): { readonly matches: boolean } {
  if (typeof matchMedia === "undefined") return { matches: false };
  const media = matchMedia(query);
  let matches = $state(media.matches);
  media.addEventListener("change", () => (matches = media.matches));
  return { get matches() { return matches; } };
}

const dark = watched("(prefers-color-scheme: dark)");
const less = watched("(prefers-reduced-motion: reduce)");
const narrow = watched("(max-width: 800px)");
const coarse = watched("(pointer: coarse)");

/** What follows from the settings and the system. */
export const now = {
  get theme(): Theme {
    if (settings.theme !== "auto") return settings.theme;
    return dark.matches ? "dark" : "light";
  },
  /** No movement wanted. */
  get isStill(): boolean {
    return settings.motion === "auto" ? less.matches : settings.motion === "less";
  },
  /** A phone's width: the board on top, a sheet below. */
  get isNarrow(): boolean { return narrow.matches; },
  get isTouch(): boolean { return coarse.matches; },
  get language(): "en" | "de" {
    if (settings.language !== "auto") return settings.language;
    const first = typeof navigator === "undefined" ? "en" : navigator.language;
    return first.toLowerCase().startsWith("de") ? "de" : "en";
  },
};
