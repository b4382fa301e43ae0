/** The colours of mine counts: a hue each, as in every minefield, as light or dark as the ground asks for. */

import { contrast, inkOn, mix } from "./colours";

const HUES = ["#888888", "#1f6fff", "#1ea83c", "#ff3b2f", "#a04dff", "#ff8c1a", "#17c3cf", "#ff4fa3", "#9aa0a6"];
/** They are large and bold. */
const READABLE = 4;
const INKS = new Map<string, string>();

export function digitInk(fill: string, digit: number): string {
  const key = `${fill}${digit}`;
  let ink = INKS.get(key);
  if (!ink) INKS.set(key, (ink = findInk(fill, HUES[digit] ?? HUES[0])));
  return ink;
}

/** The most colourful that can be read on the fill. */
function findInk(fill: string, hue: string): string {
  const end = inkOn(fill, "#0b0e12");
  for (let share = 0.1; share < 1; share += 0.06) {
    const ink = mix(hue, end, share);
    if (contrast(fill, ink) >= READABLE) return ink;
  }
  return end;
}
