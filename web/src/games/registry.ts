/**
 * Finds the parts of a game by their places in its folder: its screen in `games/<name>/index.ts`, and beside it card, tutorial,
 * options' names and map editor. All but the card are chunks loaded on demand.
 */

import type { Component } from "svelte";
import type { GameScreen } from "../board/screen";
import { now } from "../core/settings.svelte";
import { t } from "../core/texts";
import type { SessionGame } from "../match/session.svelte";
import type { Tutorial } from "../match/tutorial.svelte";
import { Problem } from "../net/api";
import type { Card, EditorPage, MapToPlay, OptionTable } from "./parts";

interface Found {
  default: GameScreen<never>;
  /** The rules in short, with drawn examples. */
  Rules?: Component;
}
/** The name of an option and, where it is not the server's, its sentence. */
export type OptionTexts = Record<string, [name: string, sentence?: string]>;
const CARDS = import.meta.glob<{ card: Card }>("./*/card.ts", { eager: true });
const LESSONS = import.meta.glob<{ tutorial: Tutorial<never> }>("./*/tutorial.ts");
const OPTIONS = import.meta.glob<{ options: OptionTexts }>("./*/texts/options.*.ts");
const TABLES = import.meta.glob<{ table: OptionTable }>("./*/options.ts");
const EDITORS = import.meta.glob<{ default: EditorPage }>("./*/editor/EditorPage.svelte");
const MAPS = import.meta.glob<{ mapsToPlay: () => MapToPlay[] }>("./*/editor/own.ts");
const FILMS = import.meta.glob<string>("./*/*.film", { eager: true, query: "?url", import: "default" });
const FOUND = import.meta.glob<Found>(["./*/index.ts", "!./generic/index.ts"]);

/** What cannot be loaded is no longer there: the page is older than the server. */
async function fetched<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(() => {
    throw new Problem("unloaded", t("net.unloaded"));
  });
}

/** Null is a game of somebody else's. */
export function cardOf(game: string): Card | null {
  return CARDS[`./${game}/card.ts`]?.card ?? null;
}

/** The easiest first, others' games behind ours. */
export function byEase<T extends { name: string }>(games: readonly T[]): T[] {
  const place = ({ name }: T) => cardOf(name)?.order ?? Infinity;
  return games.toSorted((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
}

/** A moment of a match for the game's card, a short match for the top of the page, or an untouched map for the editor's card. */
export type FilmKind = "still" | "hero" | "map";

/** Where it is fetched from; null if there is none. */
export function filmOf(game: string, what: FilmKind): string | null {
  return FILMS[`./${game}/${what}.film`] ?? null;
}

/** What a game is, in one sentence, in the viewer's language if it is known. */
export function aboutGame({ name, sentence }: { name: string; sentence: string }): string {
  return cardOf(name)?.about[now.language] ?? sentence;
}

/** The game's own screen, or the generic one. */
export async function loadScreen(game: SessionGame, isGeneric = false): Promise<GameScreen> {
  const load = isGeneric ? undefined : FOUND[`./${game.name}/index.ts`];
  if (load) return (await fetched(load)).default as unknown as GameScreen;
  const { genericScreen } = await fetched(() => import("./generic"));
  return genericScreen(game);
}

/** Can its maps be drawn in the browser? */
export function hasEditor(game: string): boolean {
  return editorPath(game) in EDITORS;
}

/** The page on which a game's maps are drawn, or null if the game has none. Without a name: the first game that has one. */
export async function loadEditor(game: string): Promise<EditorPage | null> {
  const load = game ? EDITORS[editorPath(game)] : Object.values(EDITORS)[0];
  return load ? (await fetched(load)).default : null;
}

const editorPath = (game: string) => `./${game}/editor/EditorPage.svelte`;

/** The maps that were drawn and kept in this browser; none for a game without an editor. */
export async function ownMaps(game: string): Promise<MapToPlay[]> {
  return (await MAPS[`./${game}/editor/own.ts`]?.())?.mapsToPlay() ?? [];
}

export function hasTutorial(game: string): boolean {
  return `./${game}/tutorial.ts` in LESSONS;
}

export async function loadTutorial(game: string): Promise<Tutorial<never>> {
  return (await fetched(LESSONS[`./${game}/tutorial.ts`])).tutorial;
}

/** The game's own pictures of its rules, or null. */
export async function loadRules(game: string): Promise<Component | null> {
  return (await FOUND[`./${game}/index.ts`]?.())?.Rules ?? null;
}

/** The words of a game's options in this language; nothing where there are none. */
export async function loadOptions(game: string, language: string): Promise<OptionTexts> {
  return (await OPTIONS[`./${game}/texts/options.${language}.ts`]?.())?.options ?? {};
}

const PLAIN: OptionTable = { main: [], groups: {} };

/** Which of a game's options the lobby shows first, and how the others are grouped. */
export async function loadTable(game: string): Promise<OptionTable> {
  return (await TABLES[`./${game}/options.ts`]?.())?.table ?? PLAIN;
}
