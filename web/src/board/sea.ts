/** The sea around a board that is an island: a beach along its edge, and two lines of surf before it. */

import type { Camera, Extent } from "../core/camera";
import { mix } from "../core/colours";
import type { Look } from "../core/look";

type Pen = CanvasRenderingContext2D;

export function drawBeach(ctx: Pen, camera: Camera, board: Extent, look: Look, scale: number): void {
  const { water, waterInk } = look.neutral;
  const isDark = look.theme === "dark";
  const [wide, high] = [board.width * camera.size, board.height * camera.size];
  const bands: [number, string][] = [
    [16, mix(water, waterInk, 0.28)], [14.5, water], [10, mix(water, waterInk, 0.6)], [8, mix(water, waterInk, 0.3)],
    [5, isDark ? "#6a624f" : "#eadfc4"], [1.5, isDark ? "#3b3a2f" : "#6d6350"],
  ];
  for (const [out, colour] of bands) {
    const by = out * scale;
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.roundRect(camera.x - by, camera.y - by, wide + 2 * by, high + 2 * by, by);
    ctx.fill();
  }
}
