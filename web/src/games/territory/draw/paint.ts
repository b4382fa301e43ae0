/** Draws a square: its owner's colour and letter, the units large, what it yields, if it is full. */

import { toRgb, type Rgb } from "../../../core/colours";
import type { Look } from "../../../core/look";
import { drawPattern } from "../../../core/patterns";
import type { CellPaint } from "../../../board/screen";
import { letterOf, ownerAt, SIDE, squareOf, type Ground, type Known, type Square } from "../model/facts";

type Pen = CanvasRenderingContext2D;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

export function paint({ ctx, x, y, size, cell, view, look }: CellPaint<Known>): void {
  paintSquare(ctx, x, y, size, squareOf(view, cell), look);
}

export function pixelOf(cell: number, view: Ground, look: Look): Rgb {
  const owner = ownerAt(view, cell);
  return owner >= 0 ? look.rgb(owner) : toRgb(groundOf(cell, look));
}

/** Free ground is chequered a little, so that rows and columns are easy to follow. */
function groundOf(cell: number, look: Look): string {
  return ((cell % SIDE) + Math.floor(cell / SIDE)) % 2 ? look.neutral.shade : look.neutral.land;
}

export function paintSquare(ctx: Pen, x: number, y: number, size: number, square: Square, look: Look): void {
  const { owner } = square;
  const fill = owner >= 0 ? look.colour(owner) : groundOf(square.cell, look);
  const ink = owner >= 0 ? look.ink(owner) : look.neutral.faint;
  ctx.fillStyle = fill;
  ctx.fillRect(x, y, size, size);
  if (owner >= 0) drawPattern(ctx, look.pattern(owner), x, y, size, ink);
  drawFrame(ctx, x, y, size, square, look);
  if (square.isResource) drawResource(ctx, x, y, size, owner >= 0, fill, ink);
  if (size < 16 || owner < 0) return;
  drawUnits(ctx, x + size / 2, y + size * 0.55, size, square.units, ink);
  drawLetter(ctx, x, y, size, letterOf(owner), look.pattern(owner) === "none" ? "" : fill, ink);
  if (square.isFull) drawFull(ctx, x, y, size, ink);
}

/** Own squares have a white line inside: they are told without colour. */
function drawFrame(ctx: Pen, x: number, y: number, size: number, square: Square, look: Look): void {
  const thin = Math.max(1, Math.round(size / 48));
  ctx.lineWidth = thin;
  ctx.strokeStyle = square.owner >= 0 ? "rgb(20 24 29 / 0.45)" : look.neutral.line;
  ctx.strokeRect(x + thin / 2, y + thin / 2, size - thin, size - thin);
  if (!square.isMine || size < 20) return;
  const wide = Math.max(2, Math.round(size / 22));
  ctx.lineWidth = wide;
  ctx.strokeStyle = "#ffffff";
  ctx.strokeRect(x + thin + wide / 2, y + thin + wide / 2, size - 2 * thin - wide, size - 2 * thin - wide);
  ctx.lineWidth = thin;
  ctx.strokeStyle = "rgb(20 24 29 / 0.35)";
  const inner = thin + wide;
  ctx.strokeRect(x + inner + thin / 2, y + inner + thin / 2, size - 2 * inner - thin, size - 2 * inner - thin);
}

export function drawUnits(ctx: Pen, x: number, y: number, size: number, units: number, ink: string): void {
  const text = String(units);
  const share = text.length > 3 ? 0.3 : text.length > 2 ? 0.38 : 0.46;
  ctx.fillStyle = ink;
  ctx.font = `700 ${Math.round(size * share)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, x, y);
}

function drawLetter(ctx: Pen, x: number, y: number, size: number, letter: string, backing: string, ink: string): void {
  const [at, top] = [x + size * 0.19, y + size * 0.2];
  if (backing) drawDisc(ctx, at, top, size * 0.14, backing);
  ctx.fillStyle = ink;
  ctx.font = `650 ${Math.round(size * 0.2)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(letter, at, top);
}

/** A plus: large on free ground, in the corner of a held square. */
function drawResource(ctx: Pen, x: number, y: number, size: number, isHeld: boolean, fill: string, ink: string): void {
  const [cx, cy] = isHeld ? [x + size * 0.8, y + size * 0.2] : [x + size / 2, y + size / 2];
  const arm = size * (isHeld ? 0.085 : 0.15);
  drawDisc(ctx, cx, cy, arm * 1.7, isHeld ? ink : "transparent", isHeld ? "" : ink, size * 0.035);
  ctx.strokeStyle = isHeld ? fill : ink;
  ctx.lineWidth = Math.max(1.5, size * (isHeld ? 0.05 : 0.06));
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(cx - arm, cy);
  ctx.lineTo(cx + arm, cy);
  ctx.moveTo(cx, cy - arm);
  ctx.lineTo(cx, cy + arm);
  ctx.stroke();
}

export function drawDisc(ctx: Pen, x: number, y: number, radius: number, fill: string, line = "", width = 1): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.fillStyle = fill;
  ctx.fill();
  if (!line) return;
  ctx.strokeStyle = line;
  ctx.lineWidth = Math.max(1, width);
  ctx.stroke();
}

/** Full: a closed bar along the foot. Nothing more grows here. */
function drawFull(ctx: Pen, x: number, y: number, size: number, ink: string): void {
  ctx.fillStyle = ink;
  ctx.beginPath();
  ctx.roundRect(x + size * 0.2, y + size * 0.83, size * 0.6, Math.max(2, size * 0.06), size * 0.03);
  ctx.fill();
}

// Used by what is drawn above the board too

export function write(ctx: Pen, text: string, x: number, y: number, high: number, ink: string, weight = 650): void {
  ctx.fillStyle = ink;
  ctx.font = `${weight} ${Math.max(8, Math.round(high))}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, x, y + high * 0.05);
}

export function paperOf(look: Look): string {
  return look.theme === "dark" ? "#1d2329" : "#ffffff";
}
