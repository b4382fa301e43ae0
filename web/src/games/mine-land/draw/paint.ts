/** Draws a tile: turf, dug ground with its number, a site, a lit bomb; flags, and flags that lie. */

import { toRgb, type Rgb } from "../../../core/colours";
import type { Look } from "../../../core/look";
import type { CellPaint } from "../../../board/screen";
import { drawTurf, grainOf } from "../../../board/turf";
import { FONT } from "../../../core/fonts";
import { coloursOf, type Colours } from "./colours";
import { COVERED, GREEN_FLAG, LIT, NO_FLAG, SITE, spotOf, TRUE_BOMB, TRUE_FLAG, UNCOVERED, UNKNOWN, type Known, type Window } from "../model/facts";

type Pen = CanvasRenderingContext2D;

/** A tile in its own measures: from 0 to 1 each way. */
export interface Tile { ground: number; digit: number; flag: number; loot: number; /** So that no two look the same. */ grain: number }

export function tileOf(view: Window, cell: number): Tile {
  const { ground, digit, flag, loot } = view.layers;
  const { x, y } = spotOf(view, cell);
  return { ground: ground[cell], digit: digit?.[cell] ?? 0, flag: flag?.[cell] ?? 0, loot: loot?.[cell] ?? 0, grain: grainOf(x, y) };
}

export function paint({ ctx, x, y, size, cell, view, look }: CellPaint<Known>): void {
  ctx.translate(x, y);
  paintTile(ctx, size, tileOf(view, cell), look);
}

export function paintTile(ctx: Pen, size: number, tile: Tile, look: Look): void {
  const colours = coloursOf(look);
  switch (tile.ground) {
    case UNKNOWN: return fill(ctx, size, look.neutral.table);
    case UNCOVERED: drawSoil(ctx, size, tile, colours); break;
    case SITE: drawSite(ctx, size, tile, colours); break;
    case LIT: drawLit(ctx, size, colours); break;
    default: drawTurf(ctx, size, tile.grain, colours);
  }
  if (size < 9) return;
  if (tile.ground === TRUE_BOMB) drawBomb(ctx, size * 0.5, size * 0.55, size * 0.2, colours.bomb, colours.emberGlow);
  if (tile.ground === TRUE_FLAG) drawFlag(ctx, size * 0.34, size * 0.3, size * 0.4, false, colours);
  if ((tile.ground === UNCOVERED || tile.ground === SITE) && tile.digit) drawDigit(ctx, size, tile, colours);
  if (tile.flag !== NO_FLAG) drawFlag(ctx, size * 0.22, size * 0.14, size * 0.66, tile.flag === GREEN_FLAG, colours);
  if (tile.loot) drawLoot(ctx, size, tile.loot, colours, look);
}

export function pixelOf(cell: number, view: Window, look: Look): Rgb {
  return pixelOfTile(view.layers.ground[cell], view.layers.flag?.[cell] ?? 0, view.layers.digit?.[cell] ?? 0, look);
}

export function pixelOfTile(ground: number, flag: number, digit: number, look: Look): Rgb {
  const colours = coloursOf(look);
  if (flag !== NO_FLAG) return toRgb(flag === GREEN_FLAG ? colours.green : colours.red);
  if (ground === COVERED || ground === TRUE_FLAG) return toRgb(colours.turf);
  if (ground === TRUE_BOMB) return toRgb(colours.bomb);
  if (ground === SITE) return toRgb(colours.crater);
  if (ground === LIT) return toRgb(colours.emberGlow);
  if (ground === UNCOVERED) return toRgb(digit ? colours.soilLine : colours.soil);
  return toRgb(look.neutral.table);
}

// Grounds

function fill(ctx: Pen, size: number, colour: string): void {
  ctx.fillStyle = colour;
  ctx.fillRect(0, 0, size, size);
}

function drawSoil(ctx: Pen, size: number, { grain }: Tile, colours: Colours): void {
  fill(ctx, size, colours.soil);
  ctx.fillStyle = colours.soilLine;
  const line = Math.max(1, Math.round(size * 0.02));
  ctx.fillRect(0, size - line, size, line);
  ctx.fillRect(size - line, 0, line, size);
  if (size < 18) return;
  ctx.fillStyle = colours.speck;
  for (let speck = 0; speck < 3; speck++) {
    const x = size * (0.1 + (((grain >> (speck * 4)) & 15) / 15) * 0.8);
    const y = size * (0.1 + (((grain >> (speck * 3 + 4)) & 15) / 15) * 0.8);
    ctx.fillRect(x, y, Math.max(1, size * 0.035), Math.max(1, size * 0.035));
  }
}

/** A shallow crater: it is walked over like any other ground. */
function drawSite(ctx: Pen, size: number, { grain }: Tile, colours: Colours): void {
  fill(ctx, size, colours.ash);
  const middle = size / 2;
  const turn = ((grain & 63) / 63) * Math.PI;
  ctx.fillStyle = colours.ashRim;
  ctx.beginPath();
  for (let point = 0; point < 14; point++) {
    const angle = turn + (point / 14) * 2 * Math.PI;
    const far = size * (point % 2 ? 0.33 : 0.45);
    ctx.lineTo(middle + Math.cos(angle) * far, middle + Math.sin(angle) * far);
  }
  ctx.fill();
  ctx.fillStyle = colours.crater;
  ctx.beginPath();
  ctx.ellipse(middle, middle, size * 0.27, size * 0.25, 0, 0, 7);
  ctx.fill();
}

function drawLit(ctx: Pen, size: number, colours: Colours): void {
  fill(ctx, size, colours.ember);
  drawBomb(ctx, size * 0.48, size * 0.58, size * 0.25, colours.bomb, colours.emberGlow);
}

export function drawBomb(ctx: Pen, x: number, y: number, radius: number, colour: string, spark: string): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = radius * 0.3;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(x + radius * 0.5, y - radius * 0.6);
  ctx.quadraticCurveTo(x + radius * 0.9, y - radius * 1.6, x + radius * 1.35, y - radius * 1.35);
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.fill();
  ctx.fillStyle = "rgb(255 255 255 / 0.35)";
  ctx.beginPath();
  ctx.arc(x - radius * 0.35, y - radius * 0.35, radius * 0.22, 0, 7);
  ctx.fill();
  ctx.fillStyle = spark;
  ctx.beginPath();
  ctx.arc(x + radius * 1.4, y - radius * 1.35, radius * 0.3, 0, 7);
  ctx.fill();
}

// What stands on them

/** The more bombs, the larger: it is told apart without colour too. It makes room for flags that lie there. */
function drawDigit(ctx: Pen, size: number, { digit, loot }: Tile, colours: Colours): void {
  ctx.fillStyle = colours.digits[digit] ?? colours.digits[8];
  ctx.font = `700 ${Math.round(size * (0.46 + Math.min(digit, 5) * 0.025))}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  if (loot) ctx.fillText(String(digit), size * 0.36, size * 0.4);
  else ctx.fillText(String(digit), size / 2, size * 0.535);
}

/** Red: a pennant. Green, on a bomb: a square sheet with a check mark. */
export function drawFlag(ctx: Pen, x: number, y: number, size: number, isGreen: boolean, colours: Colours): void {
  const pole = Math.max(1.5, size * 0.1);
  ctx.fillStyle = "rgb(0 0 0 / 0.22)";
  ctx.beginPath();
  ctx.ellipse(x + size * 0.22, y + size, size * 0.26, size * 0.08, 0, 0, 7);
  ctx.fill();
  ctx.fillStyle = colours.pole;
  ctx.fillRect(x + size * 0.12, y, pole, size);
  ctx.fillStyle = isGreen ? colours.green : colours.red;
  ctx.beginPath();
  const left = x + size * 0.12 + pole;
  if (isGreen) ctx.roundRect(left, y, size * 0.68, size * 0.56, size * 0.05);
  else {
    ctx.moveTo(left, y);
    ctx.lineTo(left + size * 0.66, y + size * 0.28);
    ctx.lineTo(left, y + size * 0.56);
    ctx.closePath();
  }
  ctx.fill();
  if (isGreen) drawCheck(ctx, left + size * 0.34, y + size * 0.29, size * 0.2, colours);
}

function drawCheck(ctx: Pen, x: number, y: number, size: number, colours: Colours): void {
  ctx.strokeStyle = colours.soil;
  ctx.lineWidth = Math.max(1.5, size * 0.42);
  ctx.lineCap = ctx.lineJoin = "round";
  ctx.beginPath();
  ctx.moveTo(x - size * 0.9, y);
  ctx.lineTo(x - size * 0.2, y + size * 0.7);
  ctx.lineTo(x + size * 0.95, y - size * 0.7);
  ctx.stroke();
}

/** Flags that lie about: a bundle in the corner, with how many. */
function drawLoot(ctx: Pen, size: number, count: number, colours: Colours, look: Look): void {
  const radius = size * 0.2;
  const wide = radius * (count > 9 ? 3 : 2.4);
  const [x, y] = [size * 0.96 - wide, size * 0.76];
  ctx.fillStyle = look.theme === "dark" ? "#1d2329" : "#ffffff";
  ctx.strokeStyle = colours.red;
  ctx.lineWidth = Math.max(1, size * 0.035);
  ctx.beginPath();
  ctx.roundRect(x, y - radius * 0.9, wide, radius * 1.8, radius * 0.6);
  ctx.fill();
  ctx.stroke();
  if (size < 22) return;
  drawFlag(ctx, x + radius * 0.12, y - radius * 0.58, radius * 1.15, false, colours);
  ctx.fillStyle = look.theme === "dark" ? "#e9ecef" : "#1d2126";
  ctx.font = `700 ${Math.round(radius * 1.25)}px ${FONT}`;
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  ctx.fillText(count > 99 ? "99" : String(count), x + wide - radius * 0.3, y + radius * 0.06);
}
