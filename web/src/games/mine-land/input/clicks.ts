/** What a click means: dig, flag, take a flag back, walk there, or dig all around. */

import { t } from "../../../core/texts";
import { play } from "../../../ui/sounds";
import type { Choice, Mode } from "../../../board/screen";
import { chordAt, isSafe } from "../model/chords";
import { cellOf, isBeside, isCovered, isWalkable, LIT, mayAct, NO_FLAG, secondsToFlag, spotOf, type Session, type Window } from "../model/facts";
import { Walk } from "../model/walk.svelte";

export function modesOf({ facts }: Window): Mode[] {
  if (facts.is_dead) return [];
  return [
    { id: "dig", label: t("mine-land.mode.dig"), key: "x", icon: "shovel" },
    { id: "flag", label: t("mine-land.mode.flag"), key: "f", icon: "flag" },
  ];
}

/** ML-28: the main button digs, the second one flags or unflags; in flag mode both do. */
export function choose(cell: number, session: Session, button: "main" | "second"): Choice | null {
  if (!mayAct(session)) return tell(session, cell, idleText(session));
  const { view } = session;
  const wantsFlag = button === "second" || session.mode === "flag";
  const isFlagged = isCovered(view, cell) && view.layers.flag[cell] !== NO_FLAG;
  const isBesideMe = isBeside(Walk.of(session).place, spotOf(view, cell));
  if (isCovered(view, cell) && !(isFlagged && !(wantsFlag && isBesideMe))) return dig(cell, session, wantsFlag);
  if (isWalkable(view, cell) && button === "main") return walk(cell, session);
  return view.layers.ground[cell] === LIT ? tell(session, cell, session.say("lit", {})) : null;
}

function walk(cell: number, session: Session): null {
  if (cellOf(session.view, Walk.of(session).place) === cell) return digAround(session, cell);
  if (Walk.of(session).goTo(cell)) return null;
  return tell(session, cell, t("mine-land.noWay"));
}

/** On one's own tile: what is around it, if all bombs among that are known. */
function digAround(session: Session, cell: number): null {
  const chord = chordAt(session.view, cell);
  if (!chord) return null;
  if (!isSafe(chord)) return tell(session, cell, t("mine-land.flagFirst", { bombs: chord.bombs, known: chord.known }));
  Walk.of(session).digAll(chord.cells);
  play("click");
  return null;
}

/** By key: all around where one stands. */
export function actAround(session: Session): void {
  if (!mayAct(session)) return;
  session.hint = null;
  digAround(session, cellOf(session.view, Walk.of(session).place));
}

/** Dig or flag a tile: what is sent, or why nothing is. */
export function dig(cell: number, session: Session, wantsFlag: boolean): Choice | null {
  const { view } = session;
  const why = whyNot(cell, session, wantsFlag);
  if (why) return tell(session, cell, why);
  const isFlagged = view.layers.flag[cell] !== NO_FLAG;
  const verb = wantsFlag ? (isFlagged ? "unflag" : "flag") : "flip";
  const { x, y } = spotOf(view, cell);
  const action = `${verb} ${x},${y}`;
  return Walk.of(session).mayDig(action, cell) ? { action, label: t(`mine-land.do.${verb}`) } : null;
}

/** The server's own words for what it would refuse, as far as one can see it from here. */
function whyNot(cell: number, session: Session, wantsFlag: boolean): string {
  const { view } = session;
  const { place } = Walk.of(session);
  const spot = spotOf(view, cell);
  const say = (code: string) => session.say(code, {});
  if (spot.x === place.x && spot.y === place.y) return say("here");
  if (!isBeside(place, spot)) return say("too_far");
  if (!isCovered(view, cell)) return say(view.layers.ground[cell] === LIT ? "lit" : "uncovered");
  const isFlagged = view.layers.flag[cell] !== NO_FLAG;
  if (isFlagged && !wantsFlag) return say("flagged");
  if (isFlagged || !wantsFlag || view.facts.flags) return "";
  const seconds = secondsToFlag(view.facts, session.now());
  return seconds ? t("mine-land.flagSoon", { seconds }) : say("no_flags");
}

/** The tiles beside one that can be dug, and one's own if that digs all of them; in flag mode those that can be flagged, or whose flag can be taken. */
export function litTiles(session: Session): number[] {
  if (!mayAct(session)) return [];
  const { view } = session;
  const { x, y } = Walk.of(session).place;
  const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => cellOf(view, { x: x + dx, y: y + dy })));
  const here = chordAt(view, cellOf(view, { x, y }));
  const isLit = (cell: number) => (cell === around[4] ? !!here && isSafe(here) : !whyNot(cell, session, session.mode === "flag"));
  return around.filter((cell) => cell >= 0 && isLit(cell));
}

function idleText(session: Session): string {
  if (session.isReplay || session.seat < 0 || session.isOver) return "";
  if (!session.isConnected) return t("says.offline");
  return session.facts.is_dead ? t("mine-land.deadClick") : "";
}

function tell(session: Session, cell: number, text: string): null {
  if (text) session.explain(cell, text);
  return null;
}

/** By key: the tile that way from where one stands. */
export function actBeside(session: Session, dx: number, dy: number): void {
  if (!mayAct(session)) return;
  const { place } = Walk.of(session);
  const cell = cellOf(session.view, { x: place.x + dx, y: place.y + dy });
  if (cell < 0) return;
  session.hint = null;
  const choice = dig(cell, session, session.mode === "flag");
  if (choice && session.act(choice.action, cell)) play("click");
}
