/** Draws the choice of starting cells: everybody's picks, and the distance that confirmed ones keep. */

import { drawPin, drawTick } from "./drawings";
import type { Effects } from "./tops";
import { isPlaying, pointedAt, tooNear } from "../model/ground";

export function drawStarts(at: Effects): void {
  const { session } = at;
  const { picks, confirmed } = session.facts;
  picks.forEach((cell, seat) => cell >= 0 && confirmed[seat] && drawKept(at, cell, seat));
  // Before anybody points at the board, its cursor waits in the middle: no place to draw a circle around.
  const cell = at.hasFocus ? pointedAt(session) : session.hover;
  const isChoosing = isPlaying(session) && !confirmed[session.seat];
  if (isChoosing && cell >= 0 && cell !== picks[session.seat]) drawGhost(at, cell);
  if (isChoosing && picks[session.seat] >= 0) drawRing(at, picks[session.seat], at.look.colour(session.seat), 0.95);
  picks.forEach((each, seat) => each >= 0 && drawPick(at, each, seat));
}

function middleOf({ box }: Effects, cell: number): { x: number; y: number; size: number } {
  const { x, y, size } = box(cell);
  return { x: x + size / 2, y: y + size / 2, size };
}

/** Within the board: a circle may stick out. */
function onGround(at: Effects, draw: () => void): void {
  const { ctx, session } = at;
  const { x, y, size } = at.box(0);
  const { width, height } = session.view.rect;
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y, width * size, height * size);
  ctx.clip();
  draw();
  ctx.restore();
}

function circle(at: Effects, cell: number): void {
  const { x, y, size } = middleOf(at, cell);
  at.ctx.beginPath();
  at.ctx.arc(x, y, Math.sqrt(at.session.facts.terms.apart_squared) * size, 0, 7);
}

/** Nobody else may begin in here: hatched. */
function drawKept(at: Effects, cell: number, seat: number): void {
  const { ctx, look, session } = at;
  const isOwn = seat === session.seat;
  const { x, y, size } = middleOf(at, cell);
  const radius = Math.sqrt(session.facts.terms.apart_squared) * size;
  onGround(at, () => {
    circle(at, cell);
    ctx.fillStyle = look.colour(seat);
    ctx.globalAlpha = 0.3;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.lineWidth = Math.max(2, size * 0.12);
    ctx.strokeStyle = isOwn ? look.colour(seat) : look.neutral.danger;
    ctx.stroke();
    if (isOwn) return;
    ctx.clip();
    ctx.globalAlpha = 0.35;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    for (let step = -2 * radius; step < 2 * radius; step += 14) {
      ctx.moveTo(x + step - radius, y + radius);
      ctx.lineTo(x + step + radius, y - radius);
    }
    ctx.stroke();
  });
}

function drawRing(at: Effects, cell: number, colour: string, alpha: number): void {
  const { ctx, look } = at;
  onGround(at, () => {
    circle(at, cell);
    ctx.globalAlpha = alpha * 0.14;
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.setLineDash([8, 7]);
    // With an edge: a dark colour is lost on dark ground.
    for (const [width, ink, share] of [[5, look.neutral.ink, 0.6], [2.5, colour, 1]] as const) {
      ctx.globalAlpha = alpha * share;
      ctx.lineWidth = width;
      ctx.strokeStyle = ink;
      ctx.stroke();
    }
  });
}

/** Where a click would begin, if it may. */
function drawGhost(at: Effects, cell: number): void {
  const { session, look } = at;
  const isBarred = tooNear(session.view, cell, session.seat) >= 0;
  drawRing(at, cell, isBarred ? look.neutral.danger : look.neutral.ink, isBarred ? 0.7 : 0.4);
}

function drawPick(at: Effects, cell: number, seat: number): void {
  const { ctx, look, session } = at;
  const { x, y, size } = middleOf(at, cell);
  const dots = window.devicePixelRatio || 1;
  const high = Math.max(34 * dots, size * 1.6);
  const isSure = session.facts.confirmed[seat];
  ctx.globalAlpha = isSure || seat === session.seat ? 1 : 0.8;
  drawPin(ctx, x, y, high, look.colour(seat), look.theme === "dark" ? "#0d1013" : "#14181d", look.ink(seat), session.name(seat).slice(0, 1).toUpperCase());
  if (isSure) drawTick(ctx, x + high * 0.3, y - high * 0.92, high * 0.36, look.theme === "dark" ? "#1d7f5f" : look.neutral.accent);
  ctx.globalAlpha = 1;
}
