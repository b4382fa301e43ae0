/** Textures of others' areas, which have no numbers: they run on from cell to cell. */

import type { Pen } from "./drawings";

const TEXTURES = ["rising", "dots", "level", "falling"] as const;

/** Faint, over the fill; below a few pixels the colour alone is seen. */
export function drawTexture(ctx: Pen, seat: number, x: number, y: number, size: number, ink: string): void {
  if (size < 9) return;
  ctx.save();
  ctx.globalAlpha = 0.22;
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineWidth = Math.max(1, size * 0.09);
  ctx.beginPath();
  trace(ctx, TEXTURES[seat % TEXTURES.length], x, y, size);
  ctx.restore();
}

function trace(ctx: Pen, texture: (typeof TEXTURES)[number], x: number, y: number, s: number): void {
  const line = (x1: number, y1: number, x2: number, y2: number) => {
    ctx.moveTo(x + x1 * s, y + y1 * s);
    ctx.lineTo(x + x2 * s, y + y2 * s);
  };
  if (texture === "dots") {
    ctx.arc(x + s / 2, y + s / 2, Math.max(1, s * 0.13), 0, 7);
    return ctx.fill();
  }
  if (texture === "level") line(0, 0.5, 1, 0.5);
  // Longer than the cell, so that corners are joined.
  if (texture === "rising") for (const at of [-1, 0, 1]) line(at - 0.1, 1.1, at + 1.1, -0.1);
  if (texture === "falling") for (const at of [-1, 0, 1]) line(at - 0.1, -0.1, at + 1.1, 1.1);
  ctx.stroke();
}
