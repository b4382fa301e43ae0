/** What a click means: pick, confirm, open, flag, chord or attack. The server says what comes of it. */

import { now } from "../../../core/settings.svelte";
import { t } from "../../../core/texts";
import type { Choice, Mode } from "../../../board/screen";
import { LEAST_TOUCH } from "../draw/effects";
import { canChord, digitOf, isCovered, isFrozen, isOwn, isPlaying, lossesOf, tooNear, type Field, type Session } from "../model/ground";
import { isAttacking } from "../draw/preview";
import { Story } from "../model/story.svelte";
import { lossText, whyNot } from "../texts/words";

/** Below this (css pixels) a finger cannot hit a cell: it goes closer first. */
const FINGER = 13;

const key = (name: string) => `area-attack.${name}`;

export function modesOf({ facts, viewer }: Field): Mode[] {
  if (!facts.stage || facts.ending || viewer < 0 || facts.out[viewer]) return [];
  const why = facts.stage < 2 ? t(key("noAttack")) : undefined;
  return [
    { id: "open", label: t(key("mode.open")), key: "o", icon: "hand" },
    { id: "flag", label: t(key("mode.flag")), key: "f", icon: "flag" },
    { id: "attack", label: t(key("mode.attack")), key: "a", icon: "bomb", why },
  ];
}

/** All keys, at any stage: the help is read before the match begins. */
export function keyRows(): [key: string, text: string][] {
  return [
    ["O", t(key("mode.open"))],
    ["F", t(key("mode.flag"))],
    ["A", `${t(key("mode.attack"))}: ${t(key("does.attack"))}`],
    ["← ↑ ↓ →", t("keys.arrows")],
    ["Shift + ←", t("keys.shift")],
    ["Home  End  Page ↑  Page ↓", t("keys.edges")],
    ["Enter", t(key("key.enter"))],
    ["Shift + Enter", t(key("key.second"))],
    ["+  −  0", t("keys.zoom")],
  ];
}

export function choose(cell: number, session: Session, button: "main" | "second"): Choice | null {
  if (!isPlaying(session)) return null;
  if (isFrozen(session)) return explain(session, cell, session.say("frozen", {}));
  if (!session.facts.stage) return chooseStart(cell, session);
  if (isTooSmall(session, cell)) return null;
  if (isOwn(session.view, cell)) return chooseNumber(cell, session, button);
  const why = whyNot(session, cell);
  if (!isCovered(session.view, cell)) return explain(session, cell, why);
  const isFlag = (session.mode === "flag") === (button === "main");
  if (isFlag) return chooseFlag(cell, session);
  if (session.view.layers.flag[cell] && !isAttacking(session)) return explain(session, cell, t(key("flagFirst")));
  return why ? explain(session, cell, why) : chooseOpen(cell, session);
}

function explain(session: Session, cell: number, why: string): null {
  if (why) session.explain(cell, why);
  return null;
}

function isTooSmall(session: Session, cell: number): boolean {
  const story = Story.of(session);
  if (!now.isTouch || !story.size || story.size >= FINGER) return false;
  session.show(cell, LEAST_TOUCH);
  return true;
}

/** A click picks; a second one on the pick confirms it. */
function chooseStart(cell: number, session: Session): Choice | null {
  const { facts, seat, view } = session;
  if (facts.confirmed[seat]) return explain(session, cell, session.say("confirmed_already", {}));
  const near = tooNear(view, cell, seat);
  if (near >= 0) return explain(session, cell, session.say("too_near", { seat: near }));
  if (facts.picks[seat] === cell) return { action: "confirm", label: t(key("confirm")) };
  return { action: `pick ${session.place(cell).join()}`, label: t(key("pickHere")) };
}

/** On an own number: twice, or the second button, opens what is around it. */
function chooseNumber(cell: number, session: Session, button: "main" | "second"): Choice | null {
  const { view } = session;
  if (digitOf(view, cell) <= 0) return null;
  if (button === "second" || Story.of(session).isTwice(cell)) return { action: `chord ${session.place(cell).join()}`, label: t(key("chord")) };
  return canChord(view, cell) ? explain(session, cell, t(key("chordAgain"))) : null;
}

function chooseFlag(cell: number, session: Session): Choice {
  const verb = session.view.layers.flag[cell] ? "unflag" : "flag";
  return { action: `${verb} ${session.place(cell).join()}`, label: t(key(verb)) };
}

function chooseOpen(cell: number, session: Session): Choice {
  const action = `open ${session.place(cell).join()}`;
  if (!isAttacking(session)) return { action, label: t(key("mode.open")) };
  const losses = lossText(session, lossesOf(session.view, cell));
  return { action, label: t(key("askAttack"), { losses }), confirm: true };
}

