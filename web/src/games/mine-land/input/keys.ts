/** The keys of a walker, in one table: it is obeyed here and shown in the help. */

import { t } from "../../../core/texts";
import { actAround, actBeside } from "./clicks";
import { mayDigAgain } from "../model/again";
import { cellOf, isOut, mayAct, WAYS, type Session, type WayName } from "../model/facts";
import { Walk } from "../model/walk.svelte";

// By place on the keyboard, so that they lie together whatever is printed on them.
const WALKS: Record<string, WayName> = {
  KeyW: "north", KeyD: "east", KeyS: "south", KeyA: "west",
  ArrowUp: "north", ArrowRight: "east", ArrowDown: "south", ArrowLeft: "west",
};
const CORNERS: Record<string, [dx: number, dy: number]> = { KeyQ: [-1, -1], KeyE: [1, -1], KeyZ: [-1, 1], KeyC: [1, 1] };
const NUMPAD: Record<string, [dx: number, dy: number]> = {
  Numpad7: [-1, -1], Numpad8: [0, -1], Numpad9: [1, -1], Numpad4: [-1, 0], Numpad6: [1, 0],
  Numpad1: [-1, 1], Numpad2: [0, 1], Numpad3: [1, 1],
};

/** What the help shows; the modes' own keys come before these. */
const SHOWN = ["walk", "beside", "corners", "numpad", "around", "look", "enter", "second", "watch", "again"] as const;

export function keyRows(): [key: string, text: string][] {
  return SHOWN.map((name) => [t(`mine-land.keys.${name}`), t(`mine-land.key.${name}`)]);
}

function isElsewhere(event: KeyboardEvent): boolean {
  const element = event.target as HTMLElement;
  if (element.closest?.("dialog[open]") || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName)) return true;
  return event.key.startsWith("Arrow") && !!element.closest?.('[role="tablist"], [role="radiogroup"]');
}

/** True if the key meant something here. */
export function pressKey(event: KeyboardEvent, session: Session): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return false;
  if (isOut(session)) return pressOut(event, session);
  if (!mayAct(session)) return false;
  const walk = Walk.of(session);
  const way = WALKS[event.code];
  if (walk.isLooking && (event.code.startsWith("Arrow") || event.key === "Escape")) return look(session, event);
  if (way) return go(session, event, way);
  const beside = (event.shiftKey ? CORNERS[event.code] : undefined) ?? NUMPAD[event.code];
  if (beside) {
    if (!event.repeat) actBeside(session, ...beside);
    return true;
  }
  if (event.code === "Numpad5") {
    if (!event.repeat) actAround(session);
    return true;
  }
  return event.code === "KeyV" && look(session, event);
}

/** The keys of somebody who is out: dig again, or watch the next player. */
function pressOut(event: KeyboardEvent, session: Session): boolean {
  if (event.code === "KeyN" && !event.repeat) session.act("watch next");
  if (event.code === "KeyR" && !event.repeat && mayDigAgain(session)) void session.again?.();
  return event.code === "KeyN" || event.code === "KeyR";
}

export function releaseKey(event: KeyboardEvent, session: Session): void {
  const way = WALKS[event.code];
  if (way) Walk.of(session).release(way);
}

function go(session: Session, event: KeyboardEvent, name: WayName): boolean {
  if (event.repeat) return true; // a held key is held once
  const way = WAYS[name];
  if (event.shiftKey) actBeside(session, way.dx, way.dy);
  else head(session, name);
  return true;
}

/** Begin to walk that way, or say why not. */
export function head(session: Session, name: WayName): void {
  const walk = Walk.of(session);
  const way = WAYS[name];
  const cell = cellOf(session.view, { x: walk.place.x + way.dx, y: walk.place.y + way.dy });
  if (!walk.canStep(way) && cell >= 0) session.explain(cell, t("mine-land.digFirst"));
  walk.hold(name);
}

/** V lets the arrows look around, V or Escape ends it; the arrows themselves are the board's. */
function look(session: Session, event: KeyboardEvent): boolean {
  const walk = Walk.of(session);
  if (event.code.startsWith("Arrow")) return false;
  walk.isLooking = event.code === "KeyV" && !walk.isLooking;
  session.cursor = cellOf(session.view, walk.place);
  document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus({ preventScroll: true });
  return true;
}
