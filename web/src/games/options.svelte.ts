/** Words of a game's options, bots and units in the viewer's language, or else the server's own. */

import { durationText } from "../core/durations";
import { now } from "../core/settings.svelte";
import type { ParamAbout } from "../core/game.gen";
import { hasText, number, t } from "../core/texts";
import { loadOptions, type OptionTexts } from "./registry";

export class OptionWords {
  #own = $state.raw<OptionTexts>({});

  /** To be made as a component begins: it follows the game and the language. */
  constructor(game: () => string) {
    $effect(() => {
      loadOptions(game(), now.language).then((found) => (this.#own = found), () => (this.#own = {}));
    });
  }

  name(key: string, otherwise: string): string {
    return this.#own[key]?.[0] ?? otherwise;
  }

  sentence(key: string, otherwise: string): string {
    return this.#own[key]?.[1] || otherwise;
  }

  /** `start_flags` as `Start flags`, for a game without names of its own. */
  option({ name }: ParamAbout): string {
    return this.name(name, name[0].toUpperCase() + name.slice(1).replaceAll("_", " "));
  }

  /** What an option does. The clause ids of the rulebook are for its readers. */
  about(param: ParamAbout): string {
    return this.sentence(param.name, param.sentence.replace(/\s*\([A-Z]{2}-\d+[^)]*\)/g, ""));
  }

  /** A value of an option: `hexagons`, `10 min`, `14 tiles`, or what 0 means. */
  value(param: ParamAbout, value: unknown): string {
    if (typeof value !== "number") return this.name(`choice.${String(value)}`, String(value));
    const zero = value === 0 ? this.name(`zero.${param.name}`, "") : "";
    if (zero) return zero;
    const scale = perSecond(param.unit);
    return scale ? durationText((value / scale) * 1000) : `${number(value)} ${unitText(param.unit, value)}`;
  }
}

/** The unit after a number, as in `1 cell` and `5 cells`. */
export function unitText(unit: string, count: number): string {
  return hasText(`unit.${unit}`) ? t(`unit.${unit}`, { count }) : unit;
}

const PER_SECOND: Record<string, number> = { ms: 1000, s: 1, seconds: 1 };

/** How many of this unit make a second; 0 if it is not a unit of time. */
export function perSecond(unit: string): number {
  return PER_SECOND[unit] ?? 0;
}

/** After a number of seconds: the unit, and from a minute on the same in words, as in `s = 1 min 30 s`. */
export function secondsText(seconds: number): string {
  return seconds < 60 ? t("unit.seconds") : `${t("unit.seconds")} = ${durationText(seconds * 1000)}`;
}
