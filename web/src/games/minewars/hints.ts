/** What is said once, when it matters first. */

import type { Hint } from "../../match/hints.svelte";
import { isBlind, isFresh, isStunned, touching, type Known, type Session } from "./model/facts";
import { Story } from "./model/story.svelte";

const has = (layer: keyof Known["layers"]) => ({ view }: Session) => view.layers[layer].some((each) => each > 0);

/** One that counts something: zeros are not drawn. */
const hasDigit = ({ view }: Session) => view.layers.digit.some((each) => each > 1);

function isRich({ facts, seat }: Session): boolean {
  const own = facts.cities.filter((city) => city.owner === seat + 1);
  return own.some((city) => (city.money ?? 0) >= facts.terms.prices.mine * 2);
}

/** Land of somebody else beside one's own. */
function hasMet({ view, seat }: Session): boolean {
  const { owner } = view.layers;
  return owner.some((each, cell) => each === seat + 1 && touching(view, cell).some((near) => owner[near] > 0 && owner[near] !== seat + 1));
}

export const hints: readonly Hint<Known>[] = [
  { id: "minewars.start", text: "minewars.hint.start", when: isFresh, while: isFresh },
  { id: "minewars.stun", text: "minewars.hint.stun", when: isStunned },
  { id: "minewars.blind", text: "minewars.hint.blind", when: isBlind },
  { id: "minewars.digit", text: "minewars.hint.digit", when: hasDigit, while: (session) => !isStunned(session) && !isBlind(session) },
  { id: "minewars.mines", text: "minewars.hint.mines", when: (session) => !isFresh(session) && isRich(session) && !hasMet(session), while: (session) => !hasMet(session) },
  { id: "minewars.star", text: "minewars.hint.star", when: has("star") },
  { id: "minewars.lost", text: "minewars.hint.lost", when: (session) => Story.of(session).fresh.length > 0 },
  { id: "minewars.hold", text: "minewars.hint.hold", notice: "hold_begun" },
  { id: "minewars.surround", text: "minewars.hint.surround", when: has("flag") },
  { id: "minewars.money", text: "minewars.hint.money", when: (session) => has("flag")(session) && isRich(session) },
  { id: "minewars.fog", text: "minewars.hint.fog", when: (session) => session.view.layers.owner.filter((owner) => owner === session.seat + 1).length > 40 },
];
