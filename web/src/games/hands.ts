/** How gestures that only one game knows are done on its page, for the vectors: its keys, and what else it has. */

import { pressKey } from "./mine-land/input/keys";
import type { Session as MineLand } from "./mine-land/model/facts";
import type { Session as MineWars } from "./minewars/model/facts";
import { enemyDigits, groupAt, ringOf } from "./minewars/model/groups";
import { hearKey } from "./minewars/input/keys";
import { Drafts } from "./territory/model/drafts.svelte";
import type { Session as Territory } from "./territory/model/facts";
import { Keys } from "./territory/input/keys";
import { parseSheet } from "./territory/model/orders";
import { problemText } from "./territory/texts/words";
import type { MatchSession } from "../match/session.svelte";

export interface Hand {
  /** True if the key meant something to the game. */
  key?(session: MatchSession, name: string): boolean;
  /** Other gestures by their first word; what comes back is said. */
  others?: Record<string, (session: MatchSession, text: string) => string | undefined>;
  /** What it works out of a view, by name, as the vectors have it. */
  looks?: Record<string, (session: MatchSession) => unknown>;
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

// MineWars: see tests/games/minewars/look_vectors.py

const inOrder = (cells: readonly number[]) => cells.toSorted((a, b) => a - b);

/** Each group once; a group that looks otherwise from another of its tiles comes twice. */
function groupsOf({ view }: MineWars): unknown[] {
  const found = new Map<string, unknown>();
  for (const cell of view.layers.kind.keys()) {
    const group = groupAt(view, cell);
    if (!group) continue;
    const seen = { cells: inOrder(group.cells), ring: inOrder(group.ring), missing: inOrder(group.missing) };
    found.set(JSON.stringify(seen), seen);
  }
  return [...found.values()];
}

const ringsOf = ({ view }: MineWars) => view.facts.terms.cities.map((cell) => ringOf(view, cell));

/** What others read by one's own items; and by tile, where one more item is thought to lie, where they read one more. */
function digitsOf({ view }: MineWars): unknown {
  const read = enemyDigits(view);
  const more = [...view.layers.kind.keys()].map((extra) => {
    const found = [...enemyDigits(view, extra)].filter(([cell, number]) => number !== read.get(cell));
    return [extra, inOrder(found.map(([cell]) => cell))] as const;
  });
  return { read: Object.fromEntries(read), more: Object.fromEntries(more.filter(([, cells]) => cells.length)) };
}

const of = <S>(session: MatchSession) => session as unknown as S;

export const HANDS: Record<string, Hand> = {
  "mine-land": { key: (session, name) => pressKey(eventOf(name), of<MineLand>(session)) },
  minewars: {
    key: (session, name) => hearKey(eventOf(name), of<MineWars>(session)),
    looks: {
      groups: (session) => groupsOf(of<MineWars>(session)),
      rings: (session) => ringsOf(of<MineWars>(session)),
      digits: (session) => digitsOf(of<MineWars>(session)),
    },
  },
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
