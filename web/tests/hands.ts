/** How gestures that only one game knows are done on its page, for the vectors: its keys, and what else it has. */

import { pressKey } from "../src/games/mine-land/keys";
import type { Session as MineLand } from "../src/games/mine-land/facts";
import type { Session as MineWars } from "../src/games/minewars/facts";
import { hearKey } from "../src/games/minewars/keys";
import { Drafts } from "../src/games/territory/drafts.svelte";
import type { Session as Territory } from "../src/games/territory/facts";
import { Keys } from "../src/games/territory/keys";
import { parseSheet } from "../src/games/territory/orders";
import { problemText } from "../src/games/territory/words";
import type { MatchSession } from "../src/match/session.svelte";

export interface Hand {
  /** True if the key meant something to the game. */
  key?(session: MatchSession, name: string): boolean;
  /** Other gestures by their first word; what comes back is said. */
  others?: Record<string, (session: MatchSession, text: string) => string | undefined>;
}

/** `Shift+KeyW` as a page hears it. */
function eventOf(name: string): KeyboardEvent {
  const code = name.replace(/^Shift\+/, "");
  const target = { closest: () => null, tagName: "DIV" };
  return { key: code, code, shiftKey: code !== name, target } as unknown as KeyboardEvent;
}

/** Type a sheet, and seal it if it can be sealed. */
function typeSheet(session: Territory, text: string): string | undefined {
  const drafts = Drafts.of(session);
  const { moves, problems } = parseSheet(text);
  drafts.set(moves);
  const [first] = [...problems, ...drafts.problems];
  if (first) return problemText(session, first);
  if (drafts.maySealSheet) drafts.sealSheet();
}

function typeWords(session: Territory, text: string): string | undefined {
  const drafts = Drafts.of(session);
  drafts.words = text;
  if (drafts.wordsProblem) return problemText(session, drafts.wordsProblem);
  if (drafts.maySealWords) drafts.sealWords();
}

const of = <S>(session: MatchSession) => session as unknown as S;

export const HANDS: Record<string, Hand> = {
  "mine-land": { key: (session, name) => pressKey(eventOf(name), of<MineLand>(session)) },
  minewars: { key: (session, name) => hearKey(eventOf(name), of<MineWars>(session)) },
  territory: {
    key(session, name) {
      const match = of<Territory>(session);
      return session.own("vectors.keys", () => new Keys(match, Drafts.of(match))).press(name);
    },
    others: {
      sheet: (session, text) => typeSheet(of<Territory>(session), text),
      words: (session, text) => typeWords(of<Territory>(session), text),
    },
  },
};
