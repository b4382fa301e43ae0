/**
 * Our drawings, in one ink style, each in a box of 1 x 1. What a brush calls `ink` is the line,
 * `paper` what is behind it.
 */

import { FONT } from "../../../core/fonts";
import { chance } from "./coast";

export interface Brush {
  ctx: CanvasRenderingContext2D;
  /** Device pixels per cell: lines are never thinner than one. */
  size: number;
  ink: string;
  paper: string;
  /** Fills of trees, and of rock. */
  leaf: string;
  rock: string;
}

type Spot = [number, number];

export function pen(brush: Brush, width: number, colour = brush.ink): void {
  brush.ctx.lineWidth = Math.max(width, 1 / brush.size);
  brush.ctx.lineCap = brush.ctx.lineJoin = "round";
  brush.ctx.strokeStyle = colour;
}

export function lines(brush: Brush, ...polylines: Spot[][]): void {
  const { ctx } = brush;
  ctx.beginPath();
  for (const [first, ...rest] of polylines) {
    ctx.moveTo(...first);
    for (const spot of rest) ctx.lineTo(...spot);
  }
  ctx.stroke();
}

function shape(brush: Brush, fill: string, ...spots: Spot[]): void {
  const { ctx } = brush;
  ctx.beginPath();
  for (const spot of spots) ctx.lineTo(...spot);
  ctx.closePath();
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.stroke();
}

// Grounds

/** Small strokes on open water. */
export function drawWaves(brush: Brush, x: number, y: number): void {
  const { ctx } = brush;
  pen(brush, 0.03);
  const count = chance(x, y, 9) < 0.55 ? 1 : 2;
  for (let which = 0; which < count; which++) {
    const left = 0.16 + 0.38 * chance(x, y, 10 + which);
    const top = 0.28 + 0.42 * which + 0.12 * chance(x, y, 20 + which);
    ctx.beginPath();
    ctx.moveTo(left, top);
    ctx.quadraticCurveTo(left + 0.07, top - 0.09, left + 0.15, top);
    ctx.quadraticCurveTo(left + 0.23, top + 0.09, left + 0.31, top);
    ctx.stroke();
  }
}

/** A tuft here and there. */
export function drawGrass(brush: Brush, x: number, y: number): void {
  if (brush.size < 30 || chance(x, y, 40) < 0.4) return;
  pen(brush, 0.022);
  const count = chance(x, y, 41) < 0.5 ? 1 : 2;
  for (let which = 0; which < count; which++) {
    const left = 0.24 + 0.5 * chance(x, y, 42 + which);
    const foot = 0.36 + 0.36 * which + 0.12 * chance(x, y, 50 + which);
    lines(brush, [[left - 0.05, foot - 0.06], [left - 0.015, foot]], [[left, foot - 0.09], [left, foot]], [[left + 0.05, foot - 0.06], [left + 0.015, foot]]);
  }
}

// Where trees stand, from back to front: x, foot, height.
const TREES = [[0.3, 0.45, 0.32], [0.66, 0.43, 0.32], [0.5, 0.65, 0.38], [0.22, 0.8, 0.36], [0.79, 0.78, 0.36], [0.52, 0.93, 0.36]];
const FEW_TREES = [[0.32, 0.5, 0.4], [0.7, 0.56, 0.42], [0.46, 0.88, 0.46]];

export function drawForest(brush: Brush, x: number, y: number): void {
  pen(brush, 0.026);
  const trees = brush.size < 34 ? FEW_TREES : TREES;
  trees.forEach(([at, foot, high], which) => {
    const sway = (chance(x, y, which) - 0.5) * 0.08;
    const height = high * (0.92 + 0.16 * chance(x, y, 30 + which));
    drawTree(brush, at + sway, foot + sway / 3, height);
  });
}

function drawTree(brush: Brush, x: number, foot: number, high: number): void {
  const { ctx } = brush;
  const top = foot - high, half = high * 0.36, low = foot - high * 0.16;
  lines(brush, [[x, foot], [x, low]]);
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.quadraticCurveTo(x + half * 0.35, top + high * 0.5, x + half, low);
  ctx.quadraticCurveTo(x, low + high * 0.09, x - half, low);
  ctx.quadraticCurveTo(x - half * 0.35, top + high * 0.5, x, top);
  ctx.fillStyle = brush.leaf;
  ctx.fill();
  ctx.stroke();
  if (brush.size >= 34) lines(brush, [[x + half * 0.1, top + high * 0.38], [x + half * 0.42, low - high * 0.04]]);
}

export function drawMountain(brush: Brush, x: number, y: number): void {
  const lean = (chance(x, y) - 0.5) * 0.1;
  pen(brush, 0.03);
  drawPeak(brush, 0.7 + lean / 2, 0.36, 0.26, 0.82);
  drawPeak(brush, 0.4 + lean, 0.14, 0.34, 0.88);
}

function drawPeak(brush: Brush, x: number, top: number, half: number, foot: number): void {
  const high = foot - top;
  const at = (across: number, down: number): Spot => [x + across * half, top + down * high];
  shape(brush, brush.rock, at(-1, 1), at(-0.42, 0.36), at(0, 0), at(0.4, 0.4), at(1, 1));
  shape(brush, brush.paper, at(0, 0), at(0.33, 0.33), at(0.12, 0.28), at(0, 0.42), at(-0.16, 0.27), at(-0.36, 0.33));
  if (brush.size < 30) return;
  lines(brush, [at(0.22, 0.52), at(0.44, 0.92)], [at(0.48, 0.62), at(0.68, 0.92)], [at(-0.02, 0.6), at(0.14, 0.9)]);
}

// Buildings, on their owner's colour

/** Furrows under a small barn. */
export function drawFarm(brush: Brush): void {
  const { ctx } = brush;
  const isSmall = brush.size < 30;
  pen(brush, isSmall ? 0.05 : 0.032);
  for (const row of isSmall ? [0.36, 0.56, 0.76] : [0.5, 0.62, 0.74, 0.86]) {
    ctx.beginPath();
    ctx.moveTo(0.16, row);
    ctx.bezierCurveTo(0.38, row - 0.1, 0.62, row + 0.07, 0.84, row - 0.03);
    ctx.stroke();
  }
  if (isSmall) return;
  shape(brush, brush.paper, [0.2, 0.42], [0.2, 0.28], [0.32, 0.17], [0.44, 0.28], [0.44, 0.42]);
  lines(brush, [[0.28, 0.42], [0.28, 0.33], [0.36, 0.33], [0.36, 0.42]]);
  for (const x of [0.58, 0.69, 0.8]) drawSprout(brush, x, 0.4);
}

function drawSprout(brush: Brush, x: number, foot: number): void {
  const { ctx } = brush;
  lines(brush, [[x, foot], [x, foot - 0.16]]);
  ctx.beginPath();
  ctx.moveTo(x, foot - 0.07);
  ctx.quadraticCurveTo(x + 0.045, foot - 0.08, x + 0.045, foot - 0.13);
  ctx.moveTo(x, foot - 0.11);
  ctx.quadraticCurveTo(x - 0.045, foot - 0.12, x - 0.045, foot - 0.17);
  ctx.stroke();
}

/** A headframe with its wheel, a shed and the heap. */
export function drawMine(brush: Brush): void {
  const { ctx } = brush;
  pen(brush, brush.size < 30 ? 0.055 : 0.035);
  shape(brush, brush.paper, [0.14, 0.74], [0.14, 0.58], [0.24, 0.5], [0.34, 0.58], [0.34, 0.74]);
  lines(brush, [[0.3, 0.74], [0.45, 0.24], [0.51, 0.24], [0.66, 0.74]], [[0.39, 0.46], [0.57, 0.46]]);
  if (brush.size >= 30) lines(brush, [[0.39, 0.46], [0.62, 0.62]], [[0.57, 0.46], [0.34, 0.62]]);
  ctx.beginPath();
  ctx.arc(0.48, 0.24, 0.11, 0, 7);
  ctx.fillStyle = brush.paper;
  ctx.fill();
  ctx.stroke();
  lines(brush, [[0.48, 0.16], [0.48, 0.32]], [[0.4, 0.24], [0.56, 0.24]], [[0.1, 0.745], [0.7, 0.745]]);
}

/** A parasol with a deck chair. */
export function drawResort(brush: Brush): void {
  const { ctx } = brush;
  pen(brush, brush.size < 30 ? 0.055 : 0.035);
  lines(brush, [[0.43, 0.2], [0.48, 0.76]], [[0.14, 0.77], [0.7, 0.77]]);
  ctx.beginPath();
  ctx.moveTo(0.12, 0.47);
  ctx.bezierCurveTo(0.13, 0.26, 0.27, 0.17, 0.42, 0.16);
  ctx.bezierCurveTo(0.6, 0.15, 0.73, 0.23, 0.78, 0.41);
  ctx.quadraticCurveTo(0.69, 0.34, 0.61, 0.43);
  ctx.quadraticCurveTo(0.52, 0.36, 0.44, 0.45);
  ctx.quadraticCurveTo(0.36, 0.38, 0.28, 0.46);
  ctx.quadraticCurveTo(0.2, 0.4, 0.12, 0.47);
  ctx.fillStyle = brush.paper;
  ctx.fill();
  ctx.stroke();
  if (brush.size < 30) return;
  ctx.beginPath();
  ctx.moveTo(0.28, 0.455);
  ctx.quadraticCurveTo(0.3, 0.28, 0.42, 0.16);
  ctx.quadraticCurveTo(0.57, 0.26, 0.61, 0.42);
  ctx.stroke();
  lines(brush, [[0.16, 0.58], [0.22, 0.69], [0.4, 0.69]], [[0.24, 0.69], [0.21, 0.77]], [[0.38, 0.69], [0.4, 0.77]]);
}

/** A number on a coin, its middle at (x, y). */
export function drawCoin(brush: Brush, x: number, y: number, radius: number, text: string): void {
  const { ctx } = brush;
  pen(brush, 0.03);
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.fillStyle = brush.paper;
  ctx.fill();
  ctx.stroke();
  writeAt(brush, x, y, radius * 1.5, text);
}

/** Letters are set in device pixels: browsers keep a least size for small fonts. */
export function writeAt(brush: Brush, x: number, y: number, high: number, text: string, colour = brush.ink): void {
  const { ctx, size } = brush;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(1 / size, 1 / size);
  ctx.font = `700 ${Math.round(high * size)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = colour;
  ctx.fillText(text, 0, Math.round(high * size * 0.05));
  ctx.restore();
}
