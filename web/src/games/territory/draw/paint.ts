/** Draws a square: its owner's colour and letter, the units large, what it yields, if it is full. */

import { toRgb, type Rgb } from "../../../core/colours";
import { FONT } from "../../../core/fonts";
import type { Look } from "../../../core/look";
import { drawPattern } from "../../../core/patterns";
import type { CellPaint } from "../../../board/screen";
import { drawBlades, grainOf } from "../../../board/turf";
import { letterOf, ownerAt, SIDE, squareOf, type Ground, type Known, type Square } from "../model/facts";

type Pen = CanvasRenderingContext2D;

export function paint({ ctx, x, y, size, cell, view, look }: CellPaint<Known>): void {
  paintSquare(ctx, x, y, size, squareOf(view, cell), look);
}

export function pixelOf(cell: number, view: Ground, look: Look): Rgb {
  const owner = ownerAt(view, cell);
  return owner >= 0 ? look.rgb(owner) : toRgb(groundOf(cell, look));
}

interface Fields { grass: readonly [string, string]; furrow: string; blade: string; line: string; wall: string; roof: string; ink: string }

const LIGHT: Fields = {
  grass: ["#c3d3a4", "#b8ca98"], furrow: "#a9bd86", blade: "#92aa70", line: "#9fb37d", wall: "#fbf3df", roof: "#b5532f", ink: "#40372a",
};
const DARK: Fields = {
  grass: ["#4c5b41", "#46553c"], furrow: "#556649", blade: "#687c58", line: "#3a4732", wall: "#d8ccb2", roof: "#a5563a", ink: "#191c18",
};

function fieldsOf(look: Look): Fields {
  return look.theme === "dark" ? DARK : LIGHT;
}

/** Free ground is chequered a little, so that rows and columns are easy to follow. */
function groundOf(cell: number, look: Look): string {
  return fieldsOf(look).grass[((cell % SIDE) + Math.floor(cell / SIDE)) % 2];
}

/** A ploughed field here and there, grass elsewhere. */
function drawField(ctx: Pen, x: number, y: number, size: number, cell: number, look: Look): void {
  if (size < 18) return;
  const { blade, furrow } = fieldsOf(look);
  const grain = grainOf(cell % SIDE, Math.floor(cell / SIDE));
  ctx.save();
  ctx.translate(x, y);
  if (grain % 4) {
    for (const part of [0, 1]) {
      ctx.translate(part * size * 0.12, part * size * 0.1);
      drawBlades(ctx, size * 0.8, grain >> part, 2, blade);
    }
  } else drawFurrows(ctx, size, grain & 16 ? 1 : -1, furrow);
  ctx.restore();
}

function drawFurrows(ctx: Pen, size: number, lean: number, ink: string): void {
  ctx.strokeStyle = ink;
  ctx.lineWidth = Math.max(1, size * 0.035);
  ctx.lineCap = "round";
  ctx.beginPath();
  for (let row = 0; row < 5; row++) {
    const top = size * (0.2 + 0.15 * row);
    ctx.moveTo(size * 0.14, top + lean * size * 0.05);
    ctx.quadraticCurveTo(size * 0.5, top - lean * size * 0.03, size * 0.86, top - lean * size * 0.05);
  }
  ctx.stroke();
}

export function paintSquare(ctx: Pen, x: number, y: number, size: number, square: Square, look: Look): void {
  const { owner } = square;
  const fill = owner >= 0 ? look.colour(owner) : groundOf(square.cell, look);
  const ink = owner >= 0 ? look.ink(owner) : look.neutral.ink;
  ctx.fillStyle = fill;
  ctx.fillRect(x, y, size, size);
  if (owner >= 0) drawPattern(ctx, look.pattern(owner), x, y, size, ink);
  else if (!square.isResource) drawField(ctx, x, y, size, square.cell, look);
  drawFrame(ctx, x, y, size, square, look);
  if (square.isResource) drawResource(ctx, x, y, size, owner >= 0, look);
  if (size < 16 || owner < 0) return;
  drawUnits(ctx, x + size / 2, y + size * 0.55, size, square.units, ink);
  drawLetter(ctx, x, y, size, letterOf(owner), look.pattern(owner) === "none" ? "" : fill, ink);
  if (square.isFull) drawFull(ctx, x, y, size, ink);
}

/** Own squares have a white line inside: they are told without colour. */
function drawFrame(ctx: Pen, x: number, y: number, size: number, square: Square, look: Look): void {
  const thin = Math.max(1, Math.round(size / 48));
  ctx.lineWidth = thin;
  ctx.strokeStyle = square.owner >= 0 ? "rgb(20 24 29 / 0.45)" : fieldsOf(look).line;
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

/** A farm: large on free ground, small in the corner of a held square. */
function drawResource(ctx: Pen, x: number, y: number, size: number, isHeld: boolean, look: Look): void {
  ctx.save();
  ctx.translate(x, y);
  if (isHeld) {
    ctx.translate(size * 0.66, size * 0.06);
    size *= 0.3;
  } else {
    ctx.translate(size * 0.22, size * 0.2);
    size *= 0.56;
  }
  ctx.scale(size, size);
  drawFarm(ctx, fieldsOf(look));
  ctx.restore();
}

/** A house with its barn, in a box of 1 x 1. */
function drawFarm(ctx: Pen, { wall, roof, ink }: Fields): void {
  const shape = (fill: string, ...spots: [number, number][]) => {
    ctx.beginPath();
    for (const spot of spots) ctx.lineTo(...spot);
    ctx.closePath();
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.stroke();
  };
  ctx.lineWidth = 0.055;
  ctx.lineJoin = ctx.lineCap = "round";
  ctx.strokeStyle = ink;
  shape(wall, [0.5, 0.9], [0.5, 0.58], [0.94, 0.58], [0.94, 0.9]);
  shape(roof, [0.44, 0.6], [0.56, 0.42], [0.88, 0.42], [1, 0.6]);
  shape(wall, [0.1, 0.9], [0.1, 0.46], [0.34, 0.22], [0.58, 0.46], [0.58, 0.9]);
  shape(roof, [0, 0.52], [0.34, 0.1], [0.68, 0.52], [0.58, 0.56], [0.34, 0.28], [0.1, 0.56]);
  shape(ink, [0.26, 0.9], [0.26, 0.64], [0.42, 0.64], [0.42, 0.9]);
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
