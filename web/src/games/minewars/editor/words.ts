/** What the server says of a map, in this language: its own sentences are English. */

import { now } from "../../../core/settings.svelte";
import { hasText, t } from "../../../core/texts";
import type { MapProblem, MapReport } from "../../../net/api";

/** A problem in words; numbers are taken from the server's sentence, in their order. */
export function problemWords({ code, sentence }: MapProblem): string {
  const key = `maps.problem.${code}`;
  if (now.language === "en" || !hasText(key)) return `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
  const [first = "", second = "", third = ""] = sentence.match(/\d+(,\d+)?/g) ?? [];
  return t(key, { first, second, third });
}

export function measureWords({ name, percent, at_least, sentence }: MapReport["measures"][number]): string {
  const key = `maps.measure.${name}`;
  if (now.language === "en" || !hasText(key)) return `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
  return t(key, { percent, at_least });
}
