/** What all drawings above the board share: paths around tiles. */

import type { EffectPaint } from "../../../board/screen";
import type { Known } from "../model/facts";

export type Effects = EffectPaint<Known>;

/** A path of tiles on the canvas, each smaller by this inset. */
export function pathOf({ ctx, box, session }: Effects, cells: Iterable<number>, by: number): void {
  const { outline } = session.topology;
  const share = 1 - 2 * by;
  ctx.beginPath();
  for (const cell of cells) {
    const { x, y, size } = box(cell);
    if (x < -size || y < -size || x > ctx.canvas.width || y > ctx.canvas.height) continue;
    outline.forEach((point, place) => {
      const [left, top] = [x + (0.5 + (point.x - 0.5) * share) * size, y + (0.5 + (point.y - 0.5) * share) * size];
      if (place) ctx.lineTo(left, top);
      else ctx.moveTo(left, top);
    });
    ctx.closePath();
  }
}

/** Around these tiles together. */
export function drawOutline({ ctx, box, session }: Effects, cells: ReadonlySet<number>, colour: string, width: number): void {
  const { topology } = session;
  const count = topology.outline.length;
  ctx.beginPath();
  for (const cell of cells) {
    const { x, y, size } = box(cell);
    topology.beside(cell).forEach((near, side) => {
      if (cells.has(near)) return;
      const [from, to] = [topology.outline[side], topology.outline[(side + 1) % count]];
      ctx.moveTo(x + from.x * size, y + from.y * size);
      ctx.lineTo(x + to.x * size, y + to.y * size);
    });
  }
  ctx.lineCap = "round";
  for (const [ink, wide] of [["rgb(255 255 255 / 0.85)", width + 3], [colour, width]] as const) {
    ctx.strokeStyle = ink;
    ctx.lineWidth = wide;
    ctx.stroke();
  }
}
