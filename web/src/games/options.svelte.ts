/** Words of a game's options, bots and units in the viewer's language; the server's own are English. */

import { now } from "../core/settings.svelte";
import { loadOptions } from "./registry";

export class OptionWords {
  #own = $state.raw<Record<string, [name: string, sentence: string]>>({});

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
    return this.#own[key]?.[1] ?? otherwise;
  }
}
