/** Draws a round as it is played back, over the board as it is now. */

import { FONT } from "../../../core/fonts";
import type { EffectPaint } from "../../../board/screen";
import { CELLS, cellOf, isResource, letterOf, type Clash, type Known } from "../model/facts";
import { drawUnits, paintSquare, paperOf, write } from "./paint";
import { armiesOf, sumOf, type March, type Stand, type Step } from "../model/playback";

type Effects = EffectPaint<Known>;

export function drawShow(at: Effects, step: Step, share: number): void {
  const isStill = at.look.isStill;
  if (step.is === "moves") {
    drawStand(at, step.board, null, 0);
    for (const march of step.marches) drawMarch(at, march, isStill ? 0.5 : ease(share * 1.15));
  } else if (step.is === "clash") {
    drawStand(at, step.board, null, 0);
    step.open.slice(1).forEach((clash) => drawArmies(at, clash));
    drawClash(at, step.clash, isStill ? 1 : share);
  } else {
    drawStand(at, step.board, step.gains, isStill ? 1 : share);
  }
}

function ease(share: number): number {
  const at = Math.min(1, share);
  return at * at * (3 - 2 * at);
}

/** The whole board as it stood; with gains it grows half-way through. */
function drawStand(at: Effects, stand: Stand, gains: readonly number[] | null, share: number): void {
  const { ctx, box, session, look } = at;
  const { view } = session;
  const cap = view.facts.params.cap_units;
  for (let cell = 0; cell < CELLS; cell++) {
    const { x, y, size } = box(cell);
    const owner = stand.owners[cell] - 1;
    const gain = gains?.[cell] ?? 0;
    const units = stand.units[cell] + (share > 0.35 ? gain : 0);
    const isMine = owner >= 0 && owner === view.viewer;
    paintSquare(ctx, x, y, size, { cell, owner, units, isMine, isResource: isResource(view, cell), isFull: units >= cap }, look);
    if (gain) drawGain(at, cell, gain, share);
  }
}

/** `+1` comes up in the corner, beside the number. */
function drawGain({ ctx, box, look }: Effects, cell: number, gain: number, share: number): void {
  const { x, y, size } = box(cell);
  const below = look.isStill ? 0 : (1 - ease(Math.min(1, share * 1.6))) * size * 0.06;
  const [cx, cy] = [x + size * 0.79, y + size * 0.84 + below];
  ctx.globalAlpha = look.isStill ? 1 : Math.min(1, share * 6) * Math.min(1, (1 - share) * 5 + 0.05);
  ctx.beginPath();
  ctx.roundRect(cx - size * 0.19, cy - size * 0.13, size * 0.38, size * 0.26, size * 0.13);
  ctx.fillStyle = look.neutral.accent;
  ctx.fill();
  ctx.lineWidth = Math.max(1, size * 0.025);
  ctx.strokeStyle = paperOf(look);
  ctx.stroke();
  write(ctx, `+${gain}`, cx, cy, size * 0.19, look.theme === "dark" ? "#06251b" : "#ffffff", 750);
  ctx.globalAlpha = 1;
}

/** An army on its way. */
function drawMarch(at: Effects, { seat, from, to, units }: March, share: number): void {
  const [a, b] = [at.box(from), at.box(to)];
  const { size } = a;
  drawArmy(at, seat, units, a.x + (b.x - a.x) * share + size / 2, a.y + (b.y - a.y) * share + size / 2, size * 0.62);
}

function drawArmy({ ctx, look }: Effects, seat: number, units: number, x: number, y: number, size: number): void {
  ctx.save();
  ctx.shadowColor = "rgb(0 0 0 / 0.45)";
  ctx.shadowBlur = size * 0.18;
  ctx.shadowOffsetY = size * 0.06;
  ctx.beginPath();
  ctx.roundRect(x - size / 2, y - size / 2, size, size, size * 0.24);
  ctx.fillStyle = look.colour(seat);
  ctx.fill();
  ctx.restore();
  ctx.lineWidth = Math.max(1.5, size * 0.05);
  ctx.strokeStyle = look.theme === "dark" ? "#14181d" : "#ffffff";
  ctx.stroke();
  const ink = look.ink(seat);
  drawUnits(ctx, x, y + size * 0.12, size * 0.98, units, ink);
  write(ctx, letterOf(seat), x - size * 0.28, y - size * 0.28, size * 0.24, ink);
}

const SPOTS = [[0.3, 0.3], [0.7, 0.7], [0.7, 0.3], [0.3, 0.7], [0.5, 0.5]] as const;

/** Armies that stand on one square and have not fought yet. */
function drawArmies(at: Effects, clash: Clash): void {
  const { x, y, size } = at.box(cellOf(clash.x, clash.y));
  armiesOf(clash).forEach(({ seat, units }, place) => {
    const [dx, dy] = SPOTS[place];
    drawArmy(at, seat, units, x + size * dx, y + size * dy, size * 0.42);
  });
}

/** They meet, the sum is shown, and then the army that is left. */
function drawClash(at: Effects, clash: Clash, share: number): void {
  const { ctx, box, look, session } = at;
  const cell = cellOf(clash.x, clash.y);
  const { x, y, size } = box(cell);
  if (share < 0.45) drawArmies(at, clash);
  else {
    const owner = clash.seat;
    const view = session.view;
    const isFull = clash.left >= view.facts.params.cap_units;
    paintSquare(ctx, x, y, size, { cell, owner, units: clash.left, isMine: owner >= 0 && owner === view.viewer, isResource: isResource(view, cell), isFull }, look);
    if (owner < 0 && share < 0.8) drawBurst(at, x + size / 2, y + size / 2, size, (share - 0.45) / 0.35);
  }
  ctx.lineWidth = size * 0.07;
  ctx.strokeStyle = look.neutral.danger;
  ctx.strokeRect(x, y, size, size);
  drawSum(at, clash, x + size / 2, y, size);
}

function drawSum({ ctx, look }: Effects, clash: Clash, x: number, top: number, size: number): void {
  const text = sumOf(clash);
  const high = size * 0.36;
  ctx.font = `750 ${Math.round(high * 0.68)}px ${FONT}`;
  const wide = ctx.measureText(text).width + high * 0.9;
  const bound = Math.min(Math.max(x, wide / 2 + 2), ctx.canvas.width - wide / 2 - 2);
  const y = top - high * 0.75 > high / 2 ? top - high * 0.75 : top + size + high * 0.75;
  ctx.beginPath();
  ctx.roundRect(bound - wide / 2, y - high / 2, wide, high, high / 2);
  ctx.fillStyle = paperOf(look);
  ctx.fill();
  ctx.lineWidth = Math.max(1.5, size * 0.03);
  ctx.strokeStyle = look.neutral.danger;
  ctx.stroke();
  write(ctx, text, bound, y, high * 0.68, look.theme === "dark" ? "#e9ecef" : "#1d2126", 750);
}

/** All lost: rays that fade. */
function drawBurst({ ctx, look }: Effects, x: number, y: number, size: number, share: number): void {
  ctx.globalAlpha = Math.max(0, 1 - share);
  ctx.strokeStyle = look.neutral.danger;
  ctx.lineWidth = size * 0.05;
  ctx.lineCap = "round";
  ctx.beginPath();
  for (let ray = 0; ray < 8; ray++) {
    const [cos, sin] = [Math.cos((ray * Math.PI) / 4), Math.sin((ray * Math.PI) / 4)];
    const [near, far] = [size * (0.12 + 0.2 * share), size * (0.24 + 0.22 * share)];
    ctx.moveTo(x + cos * near, y + sin * near);
    ctx.lineTo(x + cos * far, y + sin * far);
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}
