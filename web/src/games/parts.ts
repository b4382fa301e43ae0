/** The small parts of a game that pages find by its folder, beside its screen (`board/screen.ts`). */

import type { Component } from "svelte";
import type { Language } from "../core/texts";

/** In `games/<game>/card.ts`: how the start page shows the game. It is part of the first load, so it is small. */
export interface Card {
  /** Its place on the start page: the easiest to learn comes first. */
  order: number;
  /** How long a match lasts, about; 0 if it has no end. */
  minutes: number;
  /** What it feels like; its text is `mood.<mood>`. */
  mood: "calm" | "quick" | "cunning" | "free" | "tense";
  /** How much its picture is enlarged, so that its cells can be told apart on a small card. */
  zoom?: number;
  /** What it is, in one sentence, in languages other than the server's. */
  about: Partial<Record<Language, string>>;
}

/**
 * `games/<game>/editor/EditorPage.svelte`, for a game whose maps can be drawn: the page at `/maps?game=<game>`, with the id of
 * the player's own map and the address's fragment. `editor/own.ts` beside it exports `mapsToPlay()`.
 */
export type EditorPage = Component<{ id: string; fragment: string }>;

/**
 * In `games/<game>/options.ts`, for the lobby: the few options that most tables care about, as controls with a few values, and the
 * heading under which each of the others is found. Their words are in `texts/options.*.ts`: `group.<heading>`, `zero.<option>`.
 */
export interface OptionTable {
  main: readonly MainOption[];
  groups: Readonly<Record<string, readonly string[]>>;
}

/** A choice offers all there are; a number offers `values`, or any from `least` to `most` by a slider. */
export interface MainOption {
  name: string;
  values?: readonly number[];
  slider?: readonly [least: number, most: number];
  /** Its name says what is counted: its values are bare numbers. */
  isCount?: boolean;
}

/** A map of one's own, as a room takes it. */
export interface MapToPlay {
  id: string;
  title: string;
  seats: number;
  params: Record<string, unknown>;
}
