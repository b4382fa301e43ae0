/** Draws a cell by the legend: owners as fills, names as drawings or letters, one number. */

import { FONT } from "../../core/fonts";
import { mix, toRgb, type Rgb } from "../../core/colours";
import type { Look } from "../../core/look";
import { drawPattern } from "../../core/patterns";
import type { Anything, View } from "../../core/view";
import { ICONS } from "../../ui/icons";
import type { CellPaint } from "../../board/screen";
import { firstOf, ownerOf, type Legend } from "./legend";

/** Colours of grounds that many games have, by their names. */
function groundColour(name: string, at: number, look: Look): string {
  const { neutral } = look;
  if (/water|sea|lake/.test(name)) return neutral.water;
  if (/cover|hidden|unknown|fog|dark/.test(name)) return neutral.cover;
  if (/mountain|rock|wall|crater|dead/.test(name)) return mix(neutral.land, neutral.ink, 0.28);
  return at % 2 ? neutral.land : neutral.shade;
}

export function fillOf(legend: Legend, view: View, cell: number, look: Look): string {
  const owner = ownerOf(legend, view, cell);
  if (owner >= 0) return look.colour(owner);
  const ground = firstOf(legend, "names");
  const value = ground ? (view.layers[ground]?.[cell] ?? 0) : 1;
  return groundColour(ground ? (legend[ground].names?.[value] ?? "") : "land", value, look);
}

export function pixelOf(legend: Legend, view: View, cell: number, look: Look): Rgb {
  return toRgb(fillOf(legend, view, cell, look));
}

export function paintCell(legend: Legend, isHex: boolean, { ctx, x, y, size, cell, view, look }: CellPaint<Anything>): void {
  const owner = ownerOf(legend, view, cell);
  const fill = fillOf(legend, view, cell, look);
  clipTo(ctx, isHex, x, y, size);
  ctx.fillStyle = fill;
  ctx.fillRect(x - size, y - size, 3 * size, 3 * size);
  ctx.strokeStyle = look.neutral.line;
  ctx.lineWidth = Math.max(1, size / 40);
  ctx.stroke();
  if (owner >= 0) drawPattern(ctx, look.pattern(owner), x, y, size, look.ink(owner));
  if (size < 14) return;
  const isDark = fill === look.neutral.water;
  const ink = owner >= 0 ? look.ink(owner) : isDark ? look.neutral.waterInk : look.neutral.ink;
  drawNames(ctx, legend, view, cell, x, y, size, ink);
  drawNumber(ctx, legend, view, cell, x, y, size, ink);
}

function clipTo(ctx: CanvasRenderingContext2D, isHex: boolean, x: number, y: number, size: number): void {
  ctx.beginPath();
  if (isHex) {
    const half = size / Math.sqrt(3);
    const [cx, cy] = [x + size / 2, y + size / 2];
    for (const [dx, dy] of [[0, -half], [size / 2, -half / 2], [size / 2, half / 2], [0, half], [-size / 2, half / 2], [-size / 2, -half / 2]]) {
      ctx.lineTo(cx + dx, cy + dy);
    }
    ctx.closePath();
  } else {
    ctx.rect(x, y, size, size);
  }
  ctx.clip();
}

/** Each names layer but its first name: a drawing of ours if there is one, or a letter. */
function drawNames(
  ctx: CanvasRenderingContext2D, legend: Legend, view: View, cell: number, x: number, y: number, size: number, ink: string,
): void {
  let place = 0;
  for (const [layer, { kind, names }] of Object.entries(legend)) {
    if (kind !== "names" || layer === "legal") continue;
    const value = view.layers[layer]?.[cell] ?? 0;
    const name = names?.[value] ?? "";
    const isGround = layer === firstOf(legend, "names");
    if (!name || (value === 0 && !ICONS[name])) continue;
    if (ICONS[name]) drawIcon(ctx, ICONS[name], x, y, size, ink, isGround);
    else if (!isGround) drawLetter(ctx, name, x, y, size, ink, place++);
  }
}

function drawIcon(
  ctx: CanvasRenderingContext2D, paths: string[], x: number, y: number, size: number, ink: string, isGround: boolean,
): void {
  ctx.save();
  const side = size * (isGround ? 0.42 : 0.62);
  ctx.translate(x + (isGround ? size * 0.08 : (size - side) / 2), y + (isGround ? size * 0.08 : (size - side) / 2));
  ctx.scale(side / 24, side / 24);
  ctx.globalAlpha = isGround ? 0.55 : 1;
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineWidth = 1.8;
  ctx.lineCap = ctx.lineJoin = "round";
  for (const path of paths) {
    if (path.startsWith("!")) ctx.fill(new Path2D(path.slice(1)));
    else ctx.stroke(new Path2D(path));
  }
  ctx.restore();
}

function drawLetter(
  ctx: CanvasRenderingContext2D, name: string, x: number, y: number, size: number, ink: string, place: number,
): void {
  ctx.fillStyle = ink;
  ctx.font = `600 ${Math.round(size * 0.3)}px ${FONT}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "top";
  ctx.fillText(name[0].toUpperCase(), x + size * (0.08 + 0.25 * place), y + size * 0.1);
}

/** The first number that is not nought; the others are in the panel. */
function drawNumber(
  ctx: CanvasRenderingContext2D, legend: Legend, view: View, cell: number, x: number, y: number, size: number, ink: string,
): void {
  const layer = firstOf(legend, "numbers");
  const value = layer ? (view.layers[layer]?.[cell] ?? 0) : 0;
  if (!value) return;
  ctx.fillStyle = ink;
  ctx.font = `700 ${Math.round(size * 0.38)}px ${FONT}`;
  ctx.textAlign = "right";
  ctx.textBaseline = "bottom";
  ctx.fillText(String(value), x + size * 0.92, y + size * 0.97);
}
