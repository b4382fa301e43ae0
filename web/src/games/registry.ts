/** Finds a game's screen by its folder: `games/<name>/index.ts`, a chunk loaded on demand. */

import type { Component } from "svelte";
import type { SessionGame } from "../match/session.svelte";
import type { GameScreen, Tutorial } from "./screen";

interface Found {
  default: GameScreen<never>;
  /** The rules in short, with drawn examples. */
  Rules?: Component;
}
const LESSONS = import.meta.glob<{ tutorial: Tutorial<never> }>("./*/tutorial.ts");
const OPTIONS = import.meta.glob<{ options: Record<string, [name: string, sentence: string]> }>("./*/options.de.ts");
const EDITORS = import.meta.glob("./*/editor/Editor.svelte");
const FOUND = import.meta.glob<Found>(["./*/index.ts", "!./generic/index.ts"]);

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

/** Can its maps be drawn in the browser? */
export function hasEditor(game: string): boolean {
  return `./${game}/editor/Editor.svelte` in EDITORS;
}

export function hasTutorial(game: string): boolean {
  return `./${game}/tutorial.ts` in LESSONS;
}

export async function loadTutorial(game: string): Promise<Tutorial<never>> {
  return (await LESSONS[`./${game}/tutorial.ts`]()).tutorial;
}

/** The game's own pictures of its rules, or null. */
export async function loadRules(game: string): Promise<Component | null> {
  return (await FOUND[`./${game}/index.ts`]?.())?.Rules ?? null;
}

/** The words of a game's options in a language other than the server's; nothing where there are none. */
export async function loadOptions(game: string, language: string): Promise<Record<string, [name: string, sentence: string]>> {
  return (await OPTIONS[`./${game}/options.${language}.ts`]?.())?.options ?? {};
}
