/** The small parts of a game that pages find by its folder, beside its screen (`board/screen.ts`). */

import type { Component } from "svelte";
import type { Language } from "../core/texts";

/** In `games/<game>/card.ts`: how the start page shows the game. It is part of the first load, so it is small. */
export interface Card {
  /** Number of colours in its emblem. */
  seats: number;
  /** Icons of `ui/icons.ts` that are strewn over it. */
  signs: readonly string[];
  /** The start page proposes it to a player who has not played any game yet. */
  isFirst?: boolean;
  /** What it is, in one sentence, in languages other than the server's. */
  about: Partial<Record<Language, string>>;
}

/**
 * `games/<game>/editor/EditorPage.svelte`, for a game whose maps can be drawn: the page at `/maps?game=<game>`, with the id of
 * the player's own map and the address's fragment. `editor/own.ts` beside it exports `mapsToPlay()`.
 */
export type EditorPage = Component<{ id: string; fragment: string }>;

/** A map of one's own, as a room takes it. */
export interface MapToPlay {
  id: string;
  title: string;
  seats: number;
  params: Record<string, unknown>;
}
