/** What all drawings above the board share: which tile is looked at, and a brush in its box. */

import type { EffectPaint } from "../../../board/screen";
import type { Brush } from "./drawings";
import { coloursOf } from "./paint";
import type { Known, Session } from "../model/tiles";

export type Effects = EffectPaint<Known>;

/** The tile somebody looks at: asked about, under the pointer, or under the cursor. */
export function pointedAt(session: Session): number {
  if (session.asking) return session.asking.cell;
  return session.hover >= 0 ? session.hover : session.cursor;
}

/** Draw in a tile's own box of 1 x 1. */
export function inTile({ ctx, box, look }: Effects, cell: number, draw: (brush: Brush) => void): void {
  const { x, y, size } = box(cell);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  draw({ ctx, size, ink: look.neutral.ink, ...coloursOf(look) });
  ctx.restore();
}
