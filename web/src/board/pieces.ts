/** Paints a whole small view at once, each cell as the board does. */

import type { Look } from "../core/look";
import type { Topology } from "../core/topology";
import type { Known, View } from "../core/view";
import type { GameScreen } from "./screen";

export function paintPiece<K extends Known>(
  ctx: CanvasRenderingContext2D, paint: GameScreen<K>["paint"], view: View<K>, topology: Topology, side: number, look: Look,
): void {
  for (let cell = 0; cell < topology.width * topology.height; cell++) {
    const { x, y } = topology.corner(cell);
    ctx.save();
    paint({ ctx, x: Math.round(x * side), y: Math.round(y * side), size: side, cell, view, look });
    ctx.restore();
  }
}
