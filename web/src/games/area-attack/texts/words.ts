/** Area Attack in words: what a cell is, why it cannot be opened, what a blast would cost. */

import { listed, t } from "../../../core/texts";
import { CRATER, digitOf, HIDDEN_MINE, isCovered, isDone, isOwn, MINE, ownerOf, tooNear, type Field, type Session } from "../model/ground";

const key = (name: string) => `area-attack.${name}`;

/** What the player of a seat is called. */
type NameOf = (seat: number) => string;

/** For those who do not see it, as in `yours, 2 mines around`. */
export function labelOf(cell: number, view: Field, name: NameOf): string {
  const picked = view.facts.stage ? -1 : view.facts.picks.indexOf(cell);
  if (picked >= 0) return startLabel(view, picked, name);
  if (view.layers.owner[cell]) return ownedLabel(cell, view, name);
  if (view.layers.ground[cell] === CRATER) return t(key("label.crater"));
  if (view.layers.ground[cell] === MINE) return t(key("label.mine"));
  return coveredLabel(cell, view);
}

function startLabel({ facts, viewer }: Field, seat: number, name: NameOf): string {
  const whose = seat === viewer ? t(key("label.ownStart")) : t(key("label.start"), { name: name(seat) });
  return facts.confirmed[seat] ? `${whose}, ${t(key("label.sure"))}` : whose;
}

function ownedLabel(cell: number, view: Field, name: NameOf): string {
  const owner = ownerOf(view, cell);
  const whose = isOwn(view, cell) ? t(key("label.own")) : t(key("label.owner"), { name: name(owner) });
  const number = digitOf(view, cell);
  const frozen = !isOwn(view, cell) && view.facts.frozen[owner] > 0 ? `, ${t(key("label.frozen"))}` : "";
  if (number < 0) return whose + frozen;
  const done = number > 0 && view.viewer >= 0 && isDone(view, cell) ? `, ${t(key("label.done"))}` : "";
  return `${whose}, ${t(key("label.around"), { mines: number })}${done}`;
}

function coveredLabel(cell: number, view: Field): string {
  const { facts, viewer, layers } = view;
  const words = [t(key(layers.ground[cell] === HIDDEN_MINE ? "label.hidden" : "label.covered"))];
  if (layers.flag[cell]) words.push(t(key(viewer < 0 ? "label.flaggedSeen" : "label.flagged")));
  if (!facts.stage && viewer >= 0 && tooNear(view, cell, viewer) >= 0) words.push(t(key("label.tooNear")));
  if (facts.stage > 1 && viewer >= 0 && layers.legal[cell]) words.push(t(key("label.legal")));
  return words.join(", ");
}

/** Why a click here opens nothing; the sentences are the server's own. */
export function whyNot(session: Session, cell: number): string {
  const { view } = session;
  const owner = ownerOf(view, cell);
  if (owner >= 0) return session.say(owner === session.seat ? "yours" : "taken", { seat: owner });
  if (view.layers.ground[cell] === CRATER) return session.say("crater", {});
  if (view.layers.ground[cell] === MINE) return session.say("mine_shown", {});
  return isCovered(view, cell) && view.layers.legal[cell] ? "" : session.say("too_far", {});
}

/** `Ann 12, you 3`, or that nobody would lose anything. */
export function lossText(session: Session, losses: readonly number[]): string {
  const parts = losses.flatMap((cells, seat) => {
    if (!cells) return [];
    return [`${seat === session.seat ? t(key("you")) : session.name(seat)} −${cells}`];
  });
  return parts.length ? listed(parts) : t(key("nobody"));
}

/** `34.2 %` in the viewer's language; `34 %` where there is little room. */
export function percentText(share: number, language: string, isShort = false): string {
  const digits = isShort && share >= 10 ? 0 : 1;
  return (share / 100).toLocaleString(language, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });
}
