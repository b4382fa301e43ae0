/** The bots as people choose them: a level in a word, and the character that plays it. */

import type { GameAbout, Level } from "../core/game.gen";

import { change, settings } from "../core/settings.svelte";

export type { Level };

type Levelled = Pick<GameAbout, "name" | "bots" | "levels">;

/** The easiest first. A game that names no levels offers its bots in their order. */
export function levelsOf(game: Levelled): readonly Level[] {
  if (game.levels.length) return game.levels;
  return game.bots.map(({ level, sentence }, place) => ({
    bot: level, word: wordAt(place, game.bots.length), name: capital(level), face: "bot", sentence,
  }));
}

function wordAt(place: number, count: number): Level["word"] {
  if (!place) return "easy";
  return place === count - 1 ? "hard" : "medium";
}

const capital = (word: string) => word[0].toUpperCase() + word.slice(1);

export function levelOf(game: Levelled, bot: string): Level | undefined {
  return levelsOf(game).find((each) => each.bot === bot);
}

/** For a player who is new to the game. */
export function easyLevel(game: Levelled): Level | undefined {
  const levels = levelsOf(game);
  return levels.find((each) => each.word === "easy") ?? levels[0];
}

/** The one that was chosen last; at first an easy one. */
export function chosenLevel(game: Levelled): Level | undefined {
  return levelOf(game, settings.levels[game.name] ?? "") ?? easyLevel(game);
}

export function chooseLevel(game: string, bot: string): void {
  change({ levels: { ...settings.levels, [game]: bot } });
}

/** The next level up (1) or down (-1), if there is one. */
export function levelBeside(game: Levelled, bot: string, way: 1 | -1): Level | undefined {
  const levels = levelsOf(game);
  const place = levels.findIndex((each) => each.bot === bot);
  return place < 0 ? undefined : levels[place + way];
}
