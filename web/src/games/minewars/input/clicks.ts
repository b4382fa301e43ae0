/** What a click means: capture, flag, chord, mark, deploy, build. The server says what comes of it. */

import { now } from "../../../core/settings.svelte";
import { t } from "../../../core/texts";
import { play } from "../../../ui/sounds";
import type { Choice } from "../../../board/screen";
import { litTiles } from "../draw/effects";
import { digitOf, isOwn, isPlaying, isStunned, type Field, type Session } from "../model/facts";
import { readAround } from "../model/groups";
import { fittingAxes, whyNot, whyNotTogether, type Why } from "../model/legal";
import { Story } from "../model/story.svelte";
import { toolOf } from "../model/traits";

/** Below this (css pixels) a finger cannot hit a tile: it goes closer first, to the second. */
const FINGER = 14, LEAST_TOUCH = 32;

const key = (name: string) => `minewars.${name}`;

export function choose(cell: number, session: Session, button: "main" | "second"): Choice | null {
  if (!isPlaying(session)) return null;
  if (isTooSmall(session, cell)) return null;
  const isSecond = button === "second";
  if (isOwn(session.view, cell) && (isSecond || isPlain(session.mode))) return chooseOwn(cell, session, isSecond);
  const isFlag = isPlain(session.mode) ? (session.mode === "flag") !== isSecond : isSecond;
  if (isFlag) return chooseFlag(cell, session);
  if (isStunned(session)) return explain(session, cell, { code: "stunned" });
  return isPlain(session.mode) ? chooseCapture(cell, session) : chooseDeed(cell, session);
}

/** Modes in which one's own digits are read. */
function isPlain(mode: string): boolean {
  return mode === "" || mode === "capture" || mode === "flag";
}

/** Whether a tile is marked, or the chosen tool can be used there: for the eye such tiles are bright. */
export function noteOf(cell: number, session: Session): string {
  if (isPlain(session.mode)) return "";
  if (Story.of(session).marked.includes(cell)) return t(key("label.marked"));
  return litTiles(session).includes(cell) ? t(key("label.usable"), { tool: t(key(`mode.${session.mode}`)) }) : "";
}

function explain(session: Session, cell: number, why: Why): null {
  return say(session, cell, session.say(why.code, why.facts ?? {}));
}

function say(session: Session, cell: number, text: string): null {
  session.explain(cell, text);
  return null;
}

function isTooSmall(session: Session, cell: number): boolean {
  const story = Story.of(session);
  if (!now.isTouch || !story.size || story.size >= FINGER) return false;
  session.show(cell, LEAST_TOUCH);
  return true;
}

function chooseFlag(cell: number, session: Session): Choice | null {
  const { view } = session;
  if (view.layers.flag[cell]) return { action: `unflag ${session.place(cell).join()}`, label: t(key("unflag")) };
  const why = whyNot(view, "flag", cell, session.now());
  if (why) return explain(session, cell, why);
  return { action: `flag ${session.place(cell).join()}`, label: t(key("mode.flag")) };
}

function chooseCapture(cell: number, session: Session): Choice | null {
  const { view } = session;
  const why = whyNot(view, "capture", cell, session.now());
  if (why) return explain(session, cell, why);
  if (view.layers.flag[cell]) return say(session, cell, t(key("flagFirst")));
  const { clicks } = Story.of(session);
  if (clicks.take()) return { action: `capture ${session.place(cell).join()}`, label: t(key("mode.capture")) };
  clicks.add([cell]);
  play("click");
  return null;
}

// Chords

export function canChord(view: Field, cell: number): boolean {
  const { open, known } = readAround(view, cell);
  return isOwn(view, cell) && digitOf(view, cell) >= 0 && open.length > 0 && known === digitOf(view, cell);
}

/** Twice on an own digit, or with the second button: all that is not flagged around it. */
function chooseOwn(cell: number, session: Session, isSecond: boolean): null {
  const { view } = session;
  const number = digitOf(view, cell);
  if (number < 0) return isSecond ? explain(session, cell, { code: "flag_own" }) : null;
  const isNow = isSecond || Story.of(session).isTwice(cell);
  if (!canChord(view, cell)) {
    const { open, known } = readAround(view, cell);
    if (isNow && open.length) session.explain(cell, t(key("chordNot"), { number, known }));
    return null;
  }
  if (!isNow) return say(session, cell, t(key("chordAgain")));
  if (isStunned(session)) return explain(session, cell, { code: "stunned" });
  const open = readAround(view, cell).open.filter((near) => !whyNot(view, "capture", near, session.now()));
  Story.of(session).clicks.add(open);
  return null;
}

// Everything else

function chooseDeed(cell: number, session: Session): Choice | null {
  const { mode, view } = session;
  const story = Story.of(session);
  const { takes_many: isMany, along_axis: hasAxis } = toolOf(view, mode) ?? {};
  if (story.marked.includes(cell)) {
    story.toggle(cell);
    return null;
  }
  const why = whyNot(view, mode, cell, session.now(), isMany ? story.marked : []);
  if (why) return explain(session, cell, why);
  if (isMany) {
    story.toggle(cell);
    play("tick");
    return null;
  }
  const axes = hasAxis ? fittingAxes(view, mode, cell) : [];
  if (axes.length > 1) return askWay(session, cell);
  return { action: spell(session, mode, [cell], axes), label: t(key(`mode.${mode}`)) };
}

function spell(session: Session, mode: string, cells: readonly number[], axes: readonly number[] = []): string {
  const places = cells.map((cell) => session.place(cell).join());
  return [toolOf(session.view, mode)?.verb, ...places, ...axes].join(" ");
}

// A bridge that fits in more than one way

function askWay(session: Session, cell: number): null {
  const story = Story.of(session);
  story.unmark();
  story.toggle(cell);
  play("tick");
  return say(session, cell, t(key("whichWay")));
}

/** The ways among which one is to choose now, or none. */
export function waysOf(session: Session): number[] {
  const { marked } = Story.of(session);
  const isAsked = marked.length > 0 && toolOf(session.view, session.mode)?.along_axis;
  return isAsked ? fittingAxes(session.view, session.mode, marked[0]) : [];
}

export function chooseWay(session: Session, axis: number): boolean {
  const story = Story.of(session);
  if (!waysOf(session).includes(axis) || isStunned(session)) return false;
  const isSent = session.act(spell(session, session.mode, story.marked, [axis]), story.marked[0]);
  if (isSent) story.unmark();
  if (isSent) play("click");
  return isSent;
}

// What is marked

/** Why the marked tiles cannot be sent as they are; nothing if they can. */
export function whyNotMarked(session: Session): Why | null {
  const { marked } = Story.of(session);
  return marked.length ? whyNotTogether(session.view, session.mode, marked) : null;
}

/** Send what is marked, together. */
export function sendMarked(session: Session): boolean {
  const story = Story.of(session);
  if (!story.marked.length || waysOf(session).length || whyNotMarked(session) || isStunned(session)) return false;
  const isSent = session.act(spell(session, session.mode, story.marked), story.marked[0]);
  if (isSent) story.unmark();
  if (isSent) play("click");
  return isSent;
}
