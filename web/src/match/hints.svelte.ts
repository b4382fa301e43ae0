/** First-time hints: each is shown once in this browser, one at a time, to players only. */

import { change, isFirst, settings } from "../core/settings.svelte";
import type { Anything, Known, Notice } from "../core/view";
import type { MatchSession } from "./session.svelte";

/** Said the first time that something happens, and never again. */
export interface Hint<K extends Known = Anything> {
  /** Begins with the game's name. */
  id: string;
  /** A key of the catalogue. */
  text: string;
  /** A notice's code that brings it. */
  notice?: string;
  /** Is it the moment? Asked with each frame, or with the notice. */
  when?(session: MatchSession<K>): boolean;
  /** When this holds it takes the place of the hint that is shown. */
  urgent?(session: MatchSession<K>): boolean;
  /** It goes by itself when this no longer holds; without it, in turns, when the player has acted. */
  while?(session: MatchSession<K>): boolean;
}

/** In real time. */
const SHOWN_MS = 20_000;

export class Hints<K extends Known = Anything> {
  shown = $state.raw<Hint<K> | null>(null);
  #session: MatchSession<K>;
  #list: readonly Hint<K>[];
  #isTaught: () => boolean;
  #stops: (() => void)[];
  /** The frame that brought it. */
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** While `isTaught` a lesson says it all: then what comes up counts as seen. */
  constructor(session: MatchSession<K>, list: readonly Hint<K>[], isTaught: () => boolean = () => false) {
    this.#session = session;
    this.#list = list;
    this.#isTaught = isTaught;
    this.#stops = [session.onFrame(({ notices }) => this.#look(notices)), session.onActed(() => this.#acted())];
    if (session.hasView) this.#look([]);
  }

  gotIt(): void {
    this.#show(null);
    this.#look([]);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#show(null);
  }

  /** What runs on may not stay covered by words that nobody reads any more. */
  #show(hint: Hint<K> | null): void {
    clearTimeout(this.#timer);
    this.shown = hint;
    this.#since = this.#session.version;
    if (hint && this.#session.game.kind === "real-time") this.#timer = setTimeout(() => (this.shown = null), SHOWN_MS);
  }

  /** An action's frame comes before its answer, and what that frame has brought stays. */
  #acted(): void {
    const isOld = this.shown && !this.shown.while && this.#since < this.#session.version;
    if (isOld && this.#session.game.kind !== "real-time") this.gotIt();
  }

  #look(notices: readonly Notice[]): void {
    if (this.#session.isOver || this.shown?.while?.(this.#session) === false) this.#show(null);
    if (!settings.hints || this.#session.seat < 0 || this.#session.isOver) return;
    const found = this.#list.filter((hint) => !settings.seen.includes(hint.id) && this.#isNow(hint, notices));
    if (this.#isTaught()) {
      for (const hint of found) isFirst(hint.id);
      return;
    }
    const urgent = found.find((hint) => hint.urgent?.(this.#session));
    const next = urgent ?? (this.shown ? undefined : found[0]);
    if (next && isFirst(next.id)) this.#show(next);
  }

  #isNow(hint: Hint<K>, notices: readonly Notice[]): boolean {
    const isTold = !hint.notice || notices.some(([code]) => code === hint.notice);
    return isTold && (hint.when?.(this.#session) ?? true);
  }
}

/** All of them may come again. */
export function forgetHints(): void {
  change({ seen: [], hints: true });
}
