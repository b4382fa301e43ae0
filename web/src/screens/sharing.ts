/** Sharing a finished match: its replay's address, with a picture where the system takes one. */

import { currentLook } from "../core/look";
import { number, t } from "../core/texts";
import type { MatchSession } from "../match/session.svelte";
import { copy } from "../ui/clipboard";

export async function pictureOf(session: MatchSession, title: string, order: number[]): Promise<File> {
  const { asFile, boardOnPage, drawEnding } = await import("../ui/picture");
  const outcome = session.outcome!;
  const look = currentLook(order.length);
  const players = order.map((seat) => ({
    name: session.name(seat),
    colour: look.colour(seat),
    score: number(outcome.scores[seat]),
    isFirst: outcome.places[seat] === 1,
  }));
  const ending = { game: session.game.title, title, where: location.host, players };
  return asFile(drawEnding(boardOnPage(), ending), `${session.game.name}.png`);
}

/** By the system's own way of sharing, or else the address is copied. */
export async function shareMatch(match: string, session: MatchSession, title: string, order: number[]): Promise<void> {
  const url = `${location.origin}/replay/${match}`;
  if (!navigator.share) return copy(url, t("result.copied"));
  const files = [await pictureOf(session, title, order)];
  const shared = { title: `${session.game.title}: ${title}`, url };
  await navigator.share(navigator.canShare?.({ files }) ? { ...shared, files } : shared).catch(() => null);
}

export async function savePicture(session: MatchSession, title: string, order: number[]): Promise<void> {
  const { save } = await import("../ui/picture");
  save(await pictureOf(session, title, order));
}
