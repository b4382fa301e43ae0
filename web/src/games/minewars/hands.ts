/** For the tests: the keys of MineWars' page, and what it works out of a view; see tests/games/minewars/look_vectors.py. */

import { as, eventOf, type Hand } from "../hands";
import { hearKey } from "./input/keys";
import type { Session } from "./model/facts";
import { enemyDigits, groupAt, ringOf } from "./model/groups";

const inOrder = (cells: readonly number[]) => cells.toSorted((a, b) => a - b);

/** Each group once; a group that looks different from another of its tiles comes twice. */
function groupsOf({ view }: Session): unknown[] {
  const found = new Map<string, unknown>();
  for (const cell of view.layers.kind.keys()) {
    const group = groupAt(view, cell);
    if (!group) continue;
    const seen = { cells: inOrder(group.cells), ring: inOrder(group.ring), missing: inOrder(group.missing) };
    found.set(JSON.stringify(seen), seen);
  }
  return [...found.values()];
}

const ringsOf = ({ view }: Session) => view.facts.terms.cities.map((cell) => ringOf(view, cell));

/** What others read by one's own items; and by tile, if one more item lay there, where they would read one more. */
function digitsOf({ view }: Session): unknown {
  const read = enemyDigits(view);
  const more = [...view.layers.kind.keys()].map((extra) => {
    const found = [...enemyDigits(view, extra)].filter(([cell, number]) => number !== read.get(cell));
    return [extra, inOrder(found.map(([cell]) => cell))] as const;
  });
  return { read: Object.fromEntries(read), more: Object.fromEntries(more.filter(([, cells]) => cells.length)) };
}

export const hand: Hand = {
  key: (session, name) => hearKey(eventOf(name), as<Session>(session)),
  looks: {
    groups: (session) => groupsOf(as<Session>(session)),
    rings: (session) => ringsOf(as<Session>(session)),
    digits: (session) => digitsOf(as<Session>(session)),
  },
};
