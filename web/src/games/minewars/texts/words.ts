/** MineWars in words: what a tile is, for those who do not see it and for the card beside the board. */

import { t } from "../../../core/texts";
import {
  digitOf, FOG, isLand, isOwn, ITEMS, KINDS, LIMITED, ownerOf, standing, STRUCTURES, toCome, type Field, type Session,
} from "../model/facts";
import { groupAt, ringOf } from "../model/groups";

const key = (name: string) => `minewars.${name}`;

/** What the player of a seat is called. */
type NameOf = (seat: number) => string;

/** As in `land, yours, 2 items around`. */
export function labelOf(cell: number, view: Field, name: NameOf): string {
  const { layers } = view;
  const words = [layers.city[cell] ? t(key("label.city"), { number: layers.city[cell] }) : kindText(view, cell)];
  if (layers.sight[cell] === FOG) words.push(t(key("label.fog")));
  else words.push(whoseLabel(view, cell, name));
  words.push(...digitWords(view, cell), ...thingWords(view, cell));
  if (layers.protected[cell]) words.push(t(key("label.protected")));
  if (view.viewer >= 0 && layers.reach[cell] && isLand(view, cell)) words.push(t(key("label.reach")));
  return words.filter(Boolean).join(", ");
}

export function kindText({ layers }: Field, cell: number): string {
  return t(key(`kind.${KINDS[layers.kind[cell]]}`));
}

function whoseLabel(view: Field, cell: number, name: NameOf): string {
  const owner = ownerOf(view, cell);
  if (isOwn(view, cell)) return t(key("label.yours"));
  if (owner >= 0) return t(key("label.owner"), { name: name(owner) });
  const isCovered = view.layers.sight[cell] === LIMITED && isLand(view, cell);
  return view.layers.city[cell] ? t(key("label.nobody")) : isCovered ? t(key("label.covered")) : "";
}

function digitWords(view: Field, cell: number): string[] {
  const number = digitOf(view, cell);
  if (number < 0) return [];
  const words = [t(key("label.digit"), { items: number })];
  if (view.layers.star[cell]) words.push(t(key("label.star")));
  return words;
}

/** Which way a bridge goes along an axis. */
export function wayText({ facts }: Field, axis: number): string {
  return t(key(`way.${facts.terms.shape}.${axis}`));
}

export function thingWords(view: Field, cell: number): string[] {
  const { item, axis, flag, skull, smoke } = view.layers;
  const words = [];
  if (item[cell]) words.push(t(key(`item.${ITEMS[item[cell]]}`)));
  if (standing(view, cell)) words.push(t(key(`structure.${STRUCTURES[standing(view, cell)]}`)));
  if (toCome(view, cell)) words.push(t(key("toCome"), { structure: t(key(`structure.${STRUCTURES[toCome(view, cell)]}`)) }));
  if (axis[cell]) words.push(wayText(view, axis[cell] - 1).toLowerCase());
  if (flag[cell]) words.push(t(key(view.viewer < 0 ? "label.flagSeen" : "label.flag")));
  if (skull[cell]) words.push(t(key("label.skull")));
  if (smoke[cell]) words.push(t(key("label.smoke")));
  return words;
}

/** Lines about a tile: what it is first. */
export function cardOf(session: Session, cell: number): { title: string; lines: string[] } {
  const { view } = session;
  const { layers, facts } = view;
  const owner = ownerOf(view, cell);
  const city = layers.city[cell];
  const title = city ? t(key("city"), { number: city }) : capital(kindText(view, cell));
  const whose = isOwn(view, cell) ? t(key("yours")) : owner >= 0 ? t(key("seat"), { name: session.name(owner) }) : t(key("nobodys"));
  const sight = t(key(["fog", "limited", "full"][layers.sight[cell]]));
  const lines = [layers.sight[cell] ? `${whose}, ${sight}` : sight];
  if (layers.region[cell] && !city) lines.push(t(key("regionOf"), { number: layers.region[cell] }));
  const gives = facts.terms.resources[KINDS[layers.kind[cell]]];
  if (gives && !city) lines.push(t(key("gives"), { resources: gives }));
  const number = digitOf(view, cell);
  if (number >= 0) lines.push(t(key("digitIs"), { items: number }) + (layers.star[cell] ? `: ${t(key("starIs"))}` : ""));
  const things = thingWords(view, cell);
  if (things.length) lines.push(things.join(", "));
  if (standing(view, cell)) lines.push(t(key("hpOf"), { hp: layers.hp[cell], whole: facts.terms.hp[STRUCTURES[standing(view, cell)]] }));
  lines.push(...surroundLines(session, cell));
  return { title, lines: lines.map(capital) };
}

function surroundLines({ view, seat }: Session, cell: number): string[] {
  if (seat < 0) return [];
  if (view.layers.city[cell] && !isOwn(view, cell)) {
    const seconds = Math.round(view.facts.terms.hold_ms / 100) / 10;
    return [t(key("ring"), ringOf(view, cell)), t(key("ringWhy"), { seconds })];
  }
  const group = groupAt(view, cell);
  if (!group || isOwn(view, cell)) return [];
  return [group.missing.length ? t(key("missing"), { tiles: group.missing.length }) : t(key("allHeld"))];
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `0:07`, without tenths: many of them change at once. */
export function shortTime(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
