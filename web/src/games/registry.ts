/** Finds a game's screen by its folder: `games/<name>/index.ts`, a chunk loaded on demand. */

import type { SessionGame } from "../match/session.svelte";
import type { GameScreen } from "./screen";

const FOUND = import.meta.glob<{ default: GameScreen<never> }>(["./*/index.ts", "!./generic/index.ts"]);

export function hasScreen(game: string): boolean {
  return `./${game}/index.ts` in FOUND;
}

/** The game's own screen, or the generic one. */
export async function loadScreen(game: SessionGame, isGeneric = false): Promise<GameScreen> {
  const load = isGeneric ? undefined : FOUND[`./${game.name}/index.ts`];
  if (load) return (await load()).default as unknown as GameScreen;
  const { genericScreen } = await import("./generic");
  return genericScreen(game);
}
