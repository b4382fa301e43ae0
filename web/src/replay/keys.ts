/** The keys of a replay. They are heard before the board's own, which keeps its arrows. */

import { isTyping } from "../ui/typing";
import { LEAP_MS, type Player } from "./player.svelte";

const COMMANDS: Record<string, (player: Player) => void> = {
  ",": (player) => player.step(-1),
  ".": (player) => player.step(1),
  n: (player) => player.toMark(1),
  p: (player) => player.toMark(-1),
  "<": (player) => player.faster(-1),
  ">": (player) => player.faster(1),
  j: (player) => player.leap(-LEAP_MS),
  l: (player) => player.leap(LEAP_MS),
};
const ELSEWHERE: Record<string, (player: Player) => void> = {
  ArrowLeft: (player) => player.leap(-LEAP_MS),
  ArrowRight: (player) => player.leap(LEAP_MS),
  Home: (player) => player.seek(0),
  End: (player) => player.seek(player.film.lasts),
};

/** What a key does, if anything. */
function commandOf(event: KeyboardEvent): ((player: Player) => void) | undefined {
  const target = event.target as HTMLElement;
  if (event.key === " ") return target.closest("button, a, summary") ? undefined : (player) => player.toggle();
  const own = target.closest('[role="grid"], [role="tablist"]') ? undefined : ELSEWHERE[event.key];
  return own ?? COMMANDS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}

export function hearKey(event: KeyboardEvent, player: Player): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  const command = commandOf(event);
  if (!command) return;
  event.preventDefault();
  event.stopPropagation();
  command(player);
}
