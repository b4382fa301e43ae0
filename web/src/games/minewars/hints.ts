/** What is said once, when it matters first. */

import type { Hint } from "../../match/hints.svelte";
import { isBlind, isFresh, isStunned, touching, type Known, type Session } from "./model/facts";
import { moneyOf } from "./model/money";
import { Story } from "./model/story.svelte";

const has = (layer: keyof Known["layers"]) => ({ view }: Session) => view.layers[layer].some((each) => each > 0);

/** One that counts something: zeros are not drawn. */
const hasDigit = ({ view }: Session) => view.layers.digit.some((each) => each > 1);

function isRich(session: Session): boolean {
  const { facts, seat } = session;
  const own = facts.cities.filter((city) => city.owner === seat + 1);
  return own.some((city) => moneyOf(city, session.now()) >= facts.terms.prices.mine * 2);
}

/** Land of somebody else beside one's own. */
function hasMet({ view, seat }: Session): boolean {
  const { owner } = view.layers;
  return owner.some((each, cell) => each === seat + 1 && touching(view, cell).some((near) => owner[near] > 0 && owner[near] !== seat + 1));
}

/** Has somebody else's land come in sight? Their cities are on everybody's map. */
function seesRivals({ view, seat }: Session): boolean {
  const { owner, city } = view.layers;
  return owner.some((each, cell) => each > 0 && each !== seat + 1 && !city[cell]);
}

/** The fewest items that were on one's own land so far: more than that, and one was laid. */
function hasLaid(session: Session): boolean {
  const { item, owner } = session.view.layers;
  const items = item.filter((each, cell) => each > 0 && owner[cell] === session.seat + 1).length;
  const least = session.own("minewars.items", () => ({ items }));
  least.items = Math.min(least.items, items);
  return items > least.items;
}

/** From this moment on the others may be near. */
const SOON_MS = 40_000;

/** Told before the first contact, even if another hint stands there. */
const layMines: Hint<Known> = {
  id: "minewars.mines",
  text: "minewars.hint.mines",
  when: (session) => !hasLaid(session) && !isFresh(session) && isRich(session) && !hasMet(session),
  urgent: (session) => session.now() >= SOON_MS || seesRivals(session),
  while: (session) => !hasLaid(session) && !hasMet(session),
};

export const hints: readonly Hint<Known>[] = [
  { id: "minewars.start", text: "minewars.hint.start", when: isFresh, while: isFresh },
  { id: "minewars.stun", text: "minewars.hint.stun", when: isStunned },
  { id: "minewars.blind", text: "minewars.hint.blind", when: isBlind },
  { id: "minewars.digit", text: "minewars.hint.digit", when: hasDigit, while: (session) => !isStunned(session) && !isBlind(session) },
  layMines,
  { id: "minewars.star", text: "minewars.hint.star", when: has("star") },
  { id: "minewars.lost", text: "minewars.hint.lost", when: (session) => Story.of(session).fresh.length > 0 },
  { id: "minewars.hold", text: "minewars.hint.hold", notice: "hold_begun" },
  { id: "minewars.surround", text: "minewars.hint.surround", when: has("flag") },
  { id: "minewars.money", text: "minewars.hint.money", when: (session) => has("flag")(session) && isRich(session) },
  { id: "minewars.fog", text: "minewars.hint.fog", when: (session) => session.view.layers.owner.filter((owner) => owner === session.seat + 1).length > 40 },
];
