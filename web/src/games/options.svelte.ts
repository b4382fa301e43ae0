/** Words of a game's options, bots and units in the viewer's language, or else the server's own. */

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
