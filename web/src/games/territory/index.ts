/** Territory on screen: talk, sealed orders, and the round played back. */

import { addTexts, t } from "../../core/texts";
import type { Choice, GameScreen } from "../../board/screen";
import { drawEffects, litSquares } from "./draw/arrows";
import { Drafts } from "./model/drafts.svelte";
import { isPlaying, letterOf, placeOf, seriesOf, type Known, type Session } from "./model/facts";
import { hints } from "./hints";
import { keyRows } from "./input/keys";
import { paint, pixelOf } from "./draw/paint";
import Panel from "./panels/Panel.svelte";
import { Show } from "./model/show.svelte";
import { texts } from "./texts";
import { tutorial } from "./tutorial";
import { labelOf } from "./texts/words";

addTexts(texts);

/** A click sends nothing by itself: it drafts. During a playback it ends that. */
function click(cell: number, session: Session, button: "main" | "second"): Choice | null {
  const show = Show.of(session);
  const drafts = Drafts.of(session);
  if (show.isOpen) show.end();
  else if (!isPlaying(session)) return null;
  else if (drafts.wantsSquare) drafts.insert(placeOf(cell));
  else if (button === "second") drafts.removeAt(cell);
  else drafts.click(cell);
  return null;
}

const screen: GameScreen<Known> = {
  paint,
  pixel: pixelOf,
  surround: (look) => look.neutral.water,
  hasBeach: true,
  home: ({ view, seat }) => (seat < 0 ? -1 : view.layers.owner.indexOf(seat + 1)),
  label: labelOf,
  modes: () => [],
  choice: click,
  drag: ({ from, to }, session) => {
    Show.of(session).end();
    if (isPlaying(session)) Drafts.of(session).add(from, to);
  },
  lit: litSquares,
  keys: keyRows,
  effects: drawEffects,
  isMoving: (session) => Show.of(session).isOpen,
  Panel,
  letter: letterOf,
  showsPlayers: true,
  chart: (view) => ({ label: t("territory.chart"), series: seriesOf(view) }),
  // The moves and clashes of a round are read out line by line, by the panel.
  spoken: ["declared", "wiped_out", "resigned", "left", "arrived"],
  // Clashes and production sound as they are played back.
  sounds: { declared: "chat", wiped_out: "loss", resigned: "loss", left: "tick", arrived: "tick" },
  tutorial,
  hints,
};

export default screen;
export { default as Rules } from "./panels/Rules.svelte";
