/** Words of a game's options, bots and units in the viewer's language, or else the server's own. */

import { durationText } from "../core/durations";
import { now } from "../core/settings.svelte";
import { hasText, t } from "../core/texts";
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
