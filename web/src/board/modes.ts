/** The ways of clicking that a game's screen offers: which one a key chooses, and which one is on. */

import type { Mode } from "./screen";

/** The mode whose key this is. */
export function modeOfKey(modes: readonly Mode[], key: string): Mode | undefined {
  return modes.find((each) => each.key.toLowerCase() === key.toLowerCase());
}

/** The mode that is on; if it cannot be chosen now, the first. */
export function usableMode(modes: readonly Mode[], mode: string): string {
  const isUsable = !modes.length || modes.some((each) => each.id === mode && !each.why);
  return isUsable ? mode : modes[0].id;
}
