/** How a match has ended for somebody, in words: for the moment on the board and for the result. */

import { listed, t } from "../core/texts";

export interface Ending {
  title: string;
  /** The winner's name where the title does not say it; or nothing. */
  by: string;
  kind: "won" | "lost" | "even";
}

/** `seat` is -1 for a watcher, who has neither won nor lost. */
export function endingOf(places: readonly number[], seat: number, nameOf: (seat: number) => string): Ending {
  const first = places.flatMap((place, each) => (place === 1 ? [each] : []));
  if (first.length === places.length) return { title: t("result.draw"), by: "", kind: "even" };
  const winners = first.length > 1 ? t("result.tied", { names: listed(first.map(nameOf)) }) : t("result.lost", { name: nameOf(first[0]) });
  if (seat >= 0 && !first.includes(seat)) return { title: t("result.youLost"), by: winners, kind: "lost" };
  if (seat >= 0 && first.length === 1) return { title: t("result.won"), by: "", kind: "won" };
  return { title: winners, by: "", kind: seat >= 0 ? "won" : "even" };
}
