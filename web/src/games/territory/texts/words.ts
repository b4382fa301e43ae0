/** Territory in words: squares for screen readers, moves, clashes and tags. */

import { listed, t } from "../../../core/texts";
import {
  goalOf, letterOf, placeOf, squareOf, startOf, type Clash, type Ground, type Move, type Resolution, type Session,
} from "../model/facts";
import type { Problem } from "../model/orders";
import { armiesOf, sumOf, type Step } from "../model/playback";
import type { Tag } from "../model/talk";

/** As in `yours, player A, 7 units, resource`. */
export function labelOf(cell: number, view: Ground): string {
  const square = squareOf(view, cell);
  const parts = square.owner < 0
    ? [t("territory.label.free")]
    : [
        square.isMine ? t("territory.label.yours") : t("territory.label.player", { letter: letterOf(square.owner) }),
        t("territory.units", { units: square.units }),
      ];
  if (square.isResource) parts.push(t("territory.label.resource"));
  if (square.isFull) parts.push(t("territory.label.full"));
  return parts.join(", ");
}

/** `5 units from 2,3 to 3,3, against B`. */
export function moveText(move: Move, seat: number, into: number): string {
  const facts = { units: move.units, from: placeOf(startOf(move)), to: placeOf(goalOf(move)) };
  const text = t("territory.moved", facts);
  return into >= 0 && into !== seat ? `${text}, ${t("territory.against", { letter: letterOf(into) })}` : text;
}

/** `A 10, B 4 and C 2 meet at 3,4: 10 − 4 = 6 for A`. */
export function clashText(clash: Clash): string {
  const armies = armiesOf(clash).map(({ seat, units }) => `${letterOf(seat)} ${units}`);
  const facts = { armies: listed(armies), place: `${clash.x},${clash.y}`, sum: sumOf(clash), letter: letterOf(clash.seat) };
  return t(clash.seat < 0 ? "territory.clash.tied" : "territory.clash.won", facts);
}

/** What each seat's squares gain together. */
function gainText(gains: readonly number[], owners: readonly number[], seats: number): string {
  const sums = Array.from({ length: seats }, () => 0);
  gains.forEach((gain, cell) => gain && owners[cell] && (sums[owners[cell] - 1] += gain));
  const words = sums.flatMap((sum, seat) => (sum ? [`${letterOf(seat)} +${sum}`] : []));
  return t("territory.produced", { gains: listed(words) });
}

export function stepText(step: Step, seats: number): string {
  if (step.is === "moves") return t("territory.step.moves", { count: step.marches.length });
  return step.is === "clash" ? clashText(step.clash) : gainText(step.gains, step.board.owners, seats);
}

/** The whole round, line by line: the same as is played back. */
export function roundText(resolution: Resolution, steps: readonly Step[], session: Session): string[] {
  const seats = session.names.length;
  const moves = resolution.moves.map(({ seat, moves, into }) => {
    const said = moves.map((move, at) => moveText(move, seat, into[at]));
    return t("territory.line.moves", { letter: letterOf(seat), moves: said.length ? listed(said) : t("territory.nothing") });
  });
  return [...moves, ...steps.filter((step) => step.is !== "moves").map((step) => stepText(step, seats))];
}

/** What is wrong with a sheet or a declaration; what cannot be read at all has no code of the server's. */
export function problemText(session: Session, { code, facts }: Problem): string {
  return code === "malformed" ? t("territory.malformed", facts) : session.say(code, facts);
}

/** What a tag means. */
export function tagText({ kind, about, rounds, cell }: Tag): string {
  const facts = { letter: about >= 0 ? letterOf(about) : "", rounds, place: cell >= 0 ? placeOf(cell) : "" };
  return t(`territory.tag.${kind}`, facts);
}
