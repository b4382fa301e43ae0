/** Paints a whole small view at once, each cell as the board does. */

import type { Look } from "../core/look";
import type { Topology } from "../core/topology";
import type { View } from "../core/view";
import type { GameScreen } from "../games/screen";

export function paintPiece<F>(
  ctx: CanvasRenderingContext2D, paint: GameScreen<F>["paint"], view: View<F>, topology: Topology, side: number, look: Look,
): void {
  for (let cell = 0; cell < topology.width * topology.height; cell++) {
    const { x, y } = topology.corner(cell);
    ctx.save();
    paint({ ctx, x: Math.round(x * side), y: Math.round(y * side), size: side, cell, view, look });
    ctx.restore();
  }
}
