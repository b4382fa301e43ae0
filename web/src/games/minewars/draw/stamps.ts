/** Drawings kept as small bitmaps: a tile is then a few copies instead of many lines. */

import type { Look } from "../../../core/look";
import type { Point, Topology } from "../../../core/topology";
import type { Pen } from "./art";

const KEPT = 900;
const STAMPS = new Map<string, HTMLCanvasElement>();

/** How far a stamp reaches over its box, as a share of it: a hex is higher than wide. */
const OVER = 0.12;

/** Draw what `draw` draws into a box of 1 x 1, from the bitmap of this name and size if there is one. */
export function stamp(ctx: Pen, name: string, x: number, y: number, size: number, draw: (ctx: Pen) => void): void {
  const key = `${name} ${size}`;
  const edge = Math.ceil(size * OVER) + 1;
  let kept = STAMPS.get(key);
  if (!kept) {
    if (STAMPS.size >= KEPT) STAMPS.clear();
    STAMPS.set(key, (kept = newStamp(size, edge, draw)));
  }
  ctx.drawImage(kept, x - edge, y - edge);
}

function newStamp(size: number, edge: number, draw: (ctx: Pen) => void): HTMLCanvasElement {
  const side = size + 2 * edge;
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const ctx = canvas.getContext("2d")!;
  ctx.translate(edge, edge);
  ctx.scale(size, size);
  draw(ctx);
  return canvas;
}

/** A place on the outline, moved towards the middle by this share of a cell's width. */
export function inward({ x, y }: Point, by: number): Point {
  const share = 1 - 2 * by; // sides are half a cell from the middle
  return { x: 0.5 + (x - 0.5) * share, y: 0.5 + (y - 0.5) * share };
}

/** The outline within a box of 1 x 1, smaller by this inset. */
export function trace(ctx: Pen, { outline }: Topology, by = 0): void {
  ctx.beginPath();
  for (const point of outline) {
    const { x, y } = inward(point, by);
    ctx.lineTo(x, y);
  }
  ctx.closePath();
}

/** These sides of the outline, smaller by this inset: to be stroked. */
export function traceSides(ctx: Pen, { outline }: Topology, sides: readonly number[], by: number): void {
  ctx.beginPath();
  for (const side of sides) {
    const from = inward(outline[side], by), to = inward(outline[(side + 1) % outline.length], by);
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(to.x, to.y);
  }
}

/** A tile that lies on the ground: its upper sides are lit, its lower ones shaded. */
export function drawBevel(ctx: Pen, board: Topology, look: Look): void {
  const [lit, shaded] = board.shape === "hex" ? [[5, 0, 4], [2, 3, 1]] : [[3, 0], [1, 2]];
  const width = 0.07;
  ctx.lineCap = "butt";
  ctx.lineJoin = "round";
  ctx.lineWidth = width;
  ctx.globalAlpha = look.theme === "dark" ? 0.16 : 0.55;
  ctx.strokeStyle = "#ffffff";
  traceSides(ctx, board, lit, width * 0.75);
  ctx.stroke();
  ctx.globalAlpha = look.theme === "dark" ? 0.42 : 0.2;
  ctx.strokeStyle = "#000000";
  traceSides(ctx, board, shaded, width * 0.75);
  ctx.stroke();
  ctx.globalAlpha = 1;
}
