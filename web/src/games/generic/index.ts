/** Plays any game from its legend, its facts and the choices that the server tells. */

import { t } from "../../core/texts";
import type { Anything } from "../../core/view";
import type { MatchSession, SessionGame } from "../../match/session.svelte";
import type { Choice, EffectPaint, GameScreen } from "../../board/screen";
import { inWords, readCell } from "./legend";
import { paintCell, pixelOf } from "./paint";
import Panel from "./Panel.svelte";
import { GenericState } from "./state.svelte";

function choose(cell: number, session: MatchSession): Choice | null {
  const state = GenericState.of(session);
  const found = state.at(cell);
  state.chosen = found.length > 1 ? cell : -1;
  session.marked = found.length > 1 ? [cell] : [];
  if (found.length === 1) return { action: found[0], label: found[0], confirm: true };
  if (!found.length) session.explain(cell, t("game.nothingHere"));
  return null;
}

/** A dot on each cell that can be chosen. */
function drawLegal({ ctx, box, session, look }: EffectPaint<Anything>): void {
  const state = GenericState.of(session);
  ctx.fillStyle = look.neutral.accent;
  ctx.strokeStyle = "#ffffff";
  ctx.lineWidth = 1.5;
  for (const cell of state.cells) {
    const { x, y, size } = box(cell);
    ctx.beginPath();
    ctx.arc(x + size / 2, y + size / 2, Math.max(3, size * 0.09), 0, 7);
    ctx.fill();
    ctx.stroke();
  }
}

export function genericScreen(game: SessionGame): GameScreen {
  const { legend } = game;
  return {
    paint: (at) => paintCell(legend, game.shape === "hex", at),
    pixel: (cell, view, look) => pixelOf(legend, view, cell, look),
    label: (cell, view) => {
      const read = readCell(legend, view, cell).map(({ kind, layer, value, word }) => {
        if (kind === "names") return word;
        return kind === "seats" ? t("core.seat", { number: value }) : `${inWords(layer)} ${value}`;
      });
      return read.join(", ");
    },
    modes: () => [],
    choice: (cell, session) => choose(cell, session),
    lit: (session) => GenericState.of(session).cells,
    effects: drawLegal,
    Panel,
  };
}
