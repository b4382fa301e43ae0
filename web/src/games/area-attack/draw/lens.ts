/** A magnifier beside the pointer, where cells are too small to be read. */

import type { Effects } from "./tops";
import { within, type Field } from "../model/ground";
import { paint } from "./paint";

const SMALL = 13, CELL = 24, REACH = 3; // css pixels per cell; cells each way

/** On bare covers there is nothing to be read. */
function hasWords({ rect, layers }: Field, cell: number): boolean {
  const near = within(rect.width, rect.height, cell, 2 * REACH ** 2);
  return near.some((each) => layers.digit[each] || layers.flag[each] || layers.ground[each]);
}

export function drawLens(at: Effects, cell: number, size: number): void {
  if (size >= SMALL || !hasWords(at.session.view, cell)) return;
  const { ctx, box, session, look } = at;
  const { rect } = session.view;
  const dots = window.devicePixelRatio || 1;
  const side = Math.round(CELL * dots);
  const span = side * (2 * REACH + 1);
  const spot = box(cell);
  const gap = 18 * dots;
  const left = spot.x + spot.size + gap + span > ctx.canvas.width ? spot.x - gap - span : spot.x + spot.size + gap;
  const top = Math.min(Math.max(4 * dots, spot.y - span / 2), ctx.canvas.height - span - 4 * dots);
  const frame = new Path2D();
  frame.roundRect(left, top, span, span, 10 * dots);
  ctx.save();
  ctx.shadowColor = "rgb(0 0 0 / 0.4)";
  ctx.shadowBlur = 14 * dots;
  ctx.fillStyle = look.neutral.table;
  ctx.fill(frame);
  ctx.shadowColor = "transparent";
  ctx.save();
  ctx.clip(frame);
  const [column, row] = [cell % rect.width, Math.floor(cell / rect.width)];
  for (let dy = -REACH; dy <= REACH; dy++) {
    for (let dx = -REACH; dx <= REACH; dx++) {
      const [x, y] = [column + dx, row + dy];
      if (x < 0 || y < 0 || x >= rect.width || y >= rect.height) continue;
      const place = { x: left + (dx + REACH) * side, y: top + (dy + REACH) * side };
      ctx.save();
      paint({ ctx, ...place, size: side, cell: y * rect.width + x, view: session.view, look });
      ctx.restore();
    }
  }
  ctx.restore();
  ctx.lineWidth = 2 * dots;
  ctx.strokeStyle = look.neutral.ink;
  ctx.stroke(frame);
  ctx.lineWidth = 3 * dots;
  ctx.strokeRect(left + REACH * side, top + REACH * side, side, side);
  ctx.restore();
}
