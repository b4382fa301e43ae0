/** The drawing board as a screen of the usual board: clicks paint, drags are strokes. */

import { FONT } from "../../../core/fonts";
import { currentLook } from "../../../core/look";
import type { EffectPaint, GameScreen } from "../../../board/screen";
import type { Known } from "../model/facts";
import { paint, pixelOf } from "../draw/paint";
import { labelOf } from "../texts/words";
import { HAND, type Draft } from "./draft.svelte";
import Nothing from "./Nothing.svelte";
import { STARTS } from "./sketch";

export function drawingBoard(draft: Draft): GameScreen<Known> {
  return {
    paint: (at) => {
      paint(at);
      const letter = draft.sketch.letters[at.cell];
      if (STARTS.includes(letter) && at.size >= 12) writeStart(at.ctx, at.x, at.y, at.size, letter);
    },
    paintsAround: true,
    pixel: pixelOf,
    label: (cell, view, name) => [labelOf(cell, view, name), draft.faultAt(cell)].filter(Boolean).join(" "),
    modes: () => [],
    choice: (cell, _, button) => {
      draft.touch(cell, button === "second" ? "~" : draft.tool);
      return null;
    },
    // With the hand a drag moves the board itself.
    drag: draft.tool === HAND ? undefined : () => {},
    effects: (at) => {
      drawFaults(at, draft);
      drawReach(at, draft);
    },
    Panel: Nothing,
  };
}

function writeStart(ctx: CanvasRenderingContext2D, x: number, y: number, size: number, letter: string): void {
  const radius = size * 0.24;
  const [left, top] = [x + size * 0.74, y + size * 0.26];
  const look = currentLook(6);
  ctx.beginPath();
  ctx.arc(left, top, radius, 0, 2 * Math.PI);
  ctx.fillStyle = look.theme === "dark" ? "#14181d" : "#ffffff";
  ctx.fill();
  ctx.lineWidth = Math.max(1, size * 0.04);
  ctx.strokeStyle = look.theme === "dark" ? "#ffffff" : "#14181d";
  ctx.stroke();
  ctx.fillStyle = ctx.strokeStyle;
  ctx.font = `700 ${Math.round(radius * 1.5)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(letter, left, top + radius * 0.08);
}

/** Where the map cannot be played on: a tile in danger's colour. */
function drawFaults({ ctx, box, session, look }: EffectPaint<Known>, draft: Draft): void {
  const { outline } = session.topology;
  ctx.beginPath();
  for (const cell of draft.faults.keys()) {
    const { x, y, size } = box(cell);
    outline.forEach((corner, at) => ctx[at ? "lineTo" : "moveTo"](x + corner.x * size, y + corner.y * size));
    ctx.closePath();
  }
  ctx.fillStyle = ctx.strokeStyle = look.neutral.danger;
  ctx.globalAlpha = 0.35;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.lineWidth = 3 * (window.devicePixelRatio || 1);
  ctx.stroke();
}

/** What the brush would touch. */
function drawReach({ ctx, box, session, look }: EffectPaint<Known>, draft: Draft): void {
  const cell = session.hover >= 0 ? session.hover : -1;
  const { outline } = session.topology;
  ctx.beginPath();
  for (const each of draft.reach(cell)) {
    const { x, y, size } = box(each);
    outline.forEach((corner, at) => ctx[at ? "lineTo" : "moveTo"](x + corner.x * size, y + corner.y * size));
    ctx.closePath();
  }
  ctx.lineWidth = 1.5 * (window.devicePixelRatio || 1);
  ctx.globalAlpha = 0.75;
  ctx.strokeStyle = look.neutral.accent;
  ctx.stroke();
  ctx.globalAlpha = 1;
}
