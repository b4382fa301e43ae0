/** Patterns of owners, drawn in a cell's corners so that its middle stays clean for a number. */

import type { Pattern } from "./look";

type Pen = CanvasRenderingContext2D;

/** Draw a seat's pattern over its fill. */
export function drawPattern(ctx: Pen, pattern: Pattern, x: number, y: number, size: number, ink: string): void {
  if (pattern === "none" || size < 10) return;
  ctx.save();
  ctx.globalAlpha = 0.55;
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineWidth = Math.max(1, Math.round(size / 24));
  const part = size * 0.28;
  const corners = [[x, y], [x + size - part, y], [x, y + size - part], [x + size - part, y + size - part]];
  corners.forEach(([left, top], corner) => drawCorner(ctx, pattern, left, top, part, corner));
  ctx.restore();
}

function lines(ctx: Pen, ...ends: [number, number, number, number][]): void {
  ctx.beginPath();
  for (const [x1, y1, x2, y2] of ends) {
    ctx.moveTo(x1, y1);
    ctx.lineTo(x2, y2);
  }
  ctx.stroke();
}

function drawCorner(ctx: Pen, pattern: Pattern, x: number, y: number, s: number, corner: number): void {
  const a = s * 0.3, b = s * 0.85;
  const isRight = corner % 2 === 1, isLow = corner > 1;
  switch (pattern) {
    case "ticks": {
      const cx = isRight ? x + b : x + s - b, cy = isLow ? y + b : y + s - b;
      return lines(ctx, [cx, cy, isRight ? cx - s / 2 : cx + s / 2, cy], [cx, cy, cx, isLow ? cy - s / 2 : cy + s / 2]);
    }
    case "rising": return lines(ctx, [x + a, y + b, x + b, y + a]);
    case "falling": return lines(ctx, [x + a, y + a, x + b, y + b]);
    case "level": return lines(ctx, [x + a, y + s * 0.45, x + b, y + s * 0.45], [x + a, y + s * 0.75, x + b, y + s * 0.75]);
    case "upright": return lines(ctx, [x + s * 0.45, y + a, x + s * 0.45, y + b], [x + s * 0.75, y + a, x + s * 0.75, y + b]);
    case "dots":
      ctx.beginPath();
      ctx.arc(x + s / 2, y + s / 2, s * 0.2, 0, 7);
      return ctx.fill();
    case "hatch": return lines(ctx, [x + a, y + b, x + b, y + a], [x + a, y + a, x + b, y + b]);
    case "chevron": return lines(ctx, [x + a, y + b, x + s / 2, y + a], [x + s / 2, y + a, x + b, y + b]);
  }
}
