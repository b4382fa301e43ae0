/**
 * Words: catalogues by language, and sentences from the server's templates.
 *
 * `t("room.ready")`, `t("room.watchers", { count: 3 })`. In a template `{count}` is a fact,
 * `{n:one tile:# tiles}` one of two wordings by number (# is the number), and in the server's `{seat:player}` and
 * `{seats:players}` are names, `{points:each}` a value for each player, `{text:isolated}` what somebody wrote. Calls in a
 * component follow the language that is set.
 */

import { now } from "./settings.svelte";

export type Language = "en" | "de";
export type Facts = Record<string, unknown>;
export type Catalogue = Record<Language, Record<string, string>>;

const TEXTS: Catalogue = { en: {}, de: {} };

/** Games bring their own words, under keys that begin with their name. */
export function addTexts(catalogue: Catalogue): void {
  for (const language of ["en", "de"] as const) Object.assign(TEXTS[language], catalogue[language]);
}

export function t(key: string, facts: Facts = {}): string {
  const template = find(key);
  return template === undefined ? key : sentence(template, facts);
}

/** Is there a text of this key, in the viewer's language or in English? */
export function hasText(key: string): boolean {
  return find(key) !== undefined;
}

function find(key: string): string | undefined {
  return TEXTS[now.language][key] ?? TEXTS.en[key];
}

/** Fill a template, as `kernel/sentences.py` does. */
export function sentence(template: string, facts: Facts, names: readonly string[] = []): string {
  return template.replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, fact: string, spec?: string) => {
    if (!(fact in facts)) return whole;
    return word(facts[fact], spec ?? "", names);
  });
}

function word(value: unknown, spec: string, names: readonly string[]): string {
  if (spec === "player") return nameOf(value, names);
  if (spec === "players") return listed((value as number[]).map((seat) => nameOf(seat, names)));
  if (spec === "each") return eachOf(value as unknown[], names);
  if (spec === "isolated") return isolated(String(value));
  if (spec.includes(":")) return spec.split(":")[value === 1 ? 0 : 1].replace("#", typeof value === "number" ? number(value) : String(value));
  return typeof value === "number" ? number(value) : String(value);
}

function nameOf(seat: unknown, names: readonly string[]): string {
  return names[seat as number] ?? t("core.seat", { number: (seat as number) + 1 });
}

/** `Ann 3, Ben 4`; of yes and no, the names of those with yes. */
function eachOf(values: readonly unknown[], names: readonly string[]): string {
  if (values.every((each) => typeof each === "boolean")) return listed(values.flatMap((is, seat) => (is ? [nameOf(seat, names)] : [])));
  return values.map((value, seat) => `${nameOf(seat, names)} ${word(value, "", names)}`).join(", ");
}

// Scripts that are read from right to left, and the marks to that end.
const TURNING = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** What somebody wrote, so that it does not turn the words around it. */
export function isolated(text: string): string {
  return TURNING.test(text) ? `\u2068${text}\u2069` : text;
}

/** Keys as the viewer's keyboard has them: `Umschalt + ←`. */
export function keyNames(keys: string): string {
  return keys.replace(/\b(Shift|Home|End|Page|Space|Delete)\b/g, (name) => t(`key.${name}`));
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat(now.language, { type: "conjunction" }).format(words);
}

/** What the server says, in the viewer's language if it is written down here, or else in its own words. */
export function serverSays(code: string, text: string, facts: Facts = {}): string {
  return hasText(`says.${code}`) ? t(`says.${code}`, facts) : text;
}

/** The language that is set, as it is written where the viewer lives: `en-GB` for English. */
function locale(): string {
  const own = typeof navigator === "undefined" ? "" : navigator.language;
  return own.toLowerCase().startsWith(now.language) ? own : now.language;
}

/** A moment by the viewer's calendar and clock, from ms since 1970. */
export function dateTime(at: number): string {
  return new Date(at).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
}

export function number(value: number): string {
  return value.toLocaleString(now.language);
}

/**
 * A code in words: the game's own sentence in this language (`<game>.says.<code>`), or else its
 * template, which is English; for a code that is not the game's, the page's own (`says.<code>`).
 * `seen` instead of `says` are the words for people who look through a player's eyes.
 */
export function says(
  game: string, code: string, facts: Facts, names: readonly string[], templates: Record<string, string>,
  way: "says" | "seen" = "says",
): string {
  const own = `${game}.${way}.${code}`;
  const template = TEXTS[now.language][own] ?? (way === "seen" ? TEXTS.en[own] : undefined) ?? templates[code] ?? find(`says.${code}`);
  return template ? sentence(template, facts, names) : code.replaceAll("_", " ");
}
