/**
 * For the tests: how the vectors do what only one game's page knows, its keys and other gestures.
 * A game with such gestures has a `hands.ts` of its own, which exports `hand`.
 */

import type { MatchSession } from "../match/session.svelte";

export interface Hand {
  /** True if the key meant something to the game. */
  key?(session: MatchSession, name: string): boolean;
  /** Other gestures by their first word; what comes back is said. */
  others?: Record<string, (session: MatchSession, text: string) => string | undefined>;
  /** What the page works out of a view, by name, as the vectors have it. */
  looks?: Record<string, (session: MatchSession) => unknown>;
}

/** `Shift+KeyW` as a page hears it. */
export function eventOf(name: string): KeyboardEvent {
  const code = name.replace(/^Shift\+/, "");
  const target = { closest: () => null, tagName: "DIV" };
  return { key: code, code, shiftKey: code !== name, target } as unknown as KeyboardEvent;
}

/** The session with the types of one game. */
export const as = <S>(session: MatchSession) => session as unknown as S;
