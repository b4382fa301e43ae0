/** The game's own keys: numbers for the buttons, Tab and N for alerts, O for the next city, Escape. */

import { t } from "../../../core/texts";
import { isTyping } from "../../../ui/typing";
import { chooseWay, sendMarked, waysOf } from "./clicks";
import { isPlaying, type Session } from "../model/facts";
import { buttonOf, TOOLS } from "./modes";
import { ownCities } from "../model/money";
import { Story } from "../model/story.svelte";

const SHOWN = ["tools", "cursor", "edges", "enter", "second", "alert", "home", "zoom"] as const;

export function keyRows(): [key: string, text: string][] {
  return SHOWN.map((name) => [t(`minewars.keys.${name}`), t(`minewars.key.${name}`)]);
}

/** The mode that a button chooses: its first one, or the next if it is chosen already. */
export function nextMode(session: Session, tool: string): string {
  const { modes } = TOOLS.find((each) => each.id === tool) ?? TOOLS[0];
  return modes[(modes.indexOf(session.mode) + 1) % modes.length];
}

function isElsewhere(event: KeyboardEvent): boolean {
  return isTyping(event) || !!(event.target as Element).closest?.("dialog[open]");
}

/** True if the key meant something here. */
export function hearKey(event: KeyboardEvent, session: Session): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event) || !isPlaying(session)) return false;
  const isOnBoard = !!(event.target as Element).closest?.('[role="grid"]');
  // Once for each alert: then Tab goes on to the next control, as everywhere.
  if (event.key === "Tab" && !event.shiftKey) return isOnBoard && Story.of(session).jump();
  if (event.shiftKey) return false;
  const way = waysOf(session)[Number(event.key) - 1];
  if (way !== undefined) return chooseWay(session, way);
  const tool = TOOLS[Number(event.key) - 1];
  if (tool) return chooseTool(session, tool.id);
  if (event.key === "n") return Story.of(session).jump();
  if (event.key === "o") return showCity(session);
  return event.key === "Escape" && escape(session);
}

/** Again: what is marked is sent, or the next kind is chosen. */
function chooseTool(session: Session, tool: string): boolean {
  const isAgain = buttonOf(session.mode).id === tool;
  if (isAgain && Story.of(session).marked.length) sendMarked(session);
  else session.mode = nextMode(session, tool);
  return true;
}

function showCity(session: Session): boolean {
  const cells = ownCities(session.view).map((city) => session.facts.cities[city].cell);
  const next = cells[(cells.indexOf(session.cursor) + 1) % cells.length];
  if (next === undefined) return false;
  session.cursor = next;
  session.show(next, 20);
  return true;
}

function escape(session: Session): boolean {
  const story = Story.of(session);
  if (session.asking) return false;
  if (story.marked.length) story.unmark();
  else if (story.clicks.waiting.length) story.clicks.clear();
  else if (session.mode !== "capture") session.mode = "capture";
  else return false;
  session.redraw();
  return true;
}
