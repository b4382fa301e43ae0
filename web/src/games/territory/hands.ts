/** For the tests: the keys of Territory's page, and typing into its fields. */

import { as, type Hand } from "../hands";
import { Keys } from "./input/keys";
import { Drafts } from "./model/drafts.svelte";
import type { Session } from "./model/facts";
import { parseSheet } from "./model/orders";
import { problemText } from "./texts/words";

/** Type a sheet, and seal it if it can be sealed. */
function typeSheet(session: Session, text: string): string | undefined {
  const drafts = Drafts.of(session);
  const { moves, problems } = parseSheet(text);
  drafts.set(moves);
  const [first] = [...problems, ...drafts.problems];
  if (first) return problemText(session, first);
  if (drafts.maySealSheet) drafts.sealSheet();
}

function typeWords(session: Session, text: string): string | undefined {
  const drafts = Drafts.of(session);
  drafts.words = text;
  if (drafts.wordsProblem) return problemText(session, drafts.wordsProblem);
  if (drafts.maySealWords) drafts.sealWords();
}

export const hand: Hand = {
  key(session, name) {
    const match = as<Session>(session);
    return session.own("vectors.keys", () => new Keys(match, Drafts.of(match))).press(name);
  },
  others: {
    sheet: (session, text) => typeSheet(as<Session>(session), text),
    words: (session, text) => typeWords(as<Session>(session), text),
  },
};
