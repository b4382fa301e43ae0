/** Small drawings in a box of 1 x 1: mine, crater, flag, pin, snowflake. */

import { FONT } from "../../../core/fonts";
import type { Look } from "../../../core/look";

export type Pen = CanvasRenderingContext2D;
export interface Spot { x: number; y: number; size: number }

/** Draw in a cell's own box of 1 x 1. */
export function inBox(ctx: Pen, { x, y, size }: Spot, draw: (ctx: Pen) => void): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  ctx.lineCap = ctx.lineJoin = "round";
  draw(ctx);
  ctx.restore();
}

function disc(ctx: Pen, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
}

export function drawMine(ctx: Pen, ink: string, shine: string): void {
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineWidth = 0.08;
  ctx.beginPath();
  for (let way = 0; way < 8; way++) {
    const [dx, dy] = [Math.cos((way * Math.PI) / 4), Math.sin((way * Math.PI) / 4)];
    ctx.moveTo(0.5 + dx * 0.2, 0.5 + dy * 0.2);
    ctx.lineTo(0.5 + dx * 0.34, 0.5 + dy * 0.34);
  }
  ctx.stroke();
  disc(ctx, 0.5, 0.5, 0.23);
  ctx.fill();
  disc(ctx, 0.43, 0.43, 0.06);
  ctx.fillStyle = shine;
  ctx.fill();
}

/** Struck through: it can never be uncovered again. */
export function drawStrike(ctx: Pen, ink: string): void {
  ctx.strokeStyle = ink;
  ctx.lineWidth = 0.07;
  ctx.beginPath();
  ctx.moveTo(0.17, 0.83);
  ctx.lineTo(0.83, 0.17);
  ctx.stroke();
}

export function drawCrater(ctx: Pen, look: Look): void {
  const isDark = look.theme === "dark";
  ctx.fillStyle = isDark ? "#0b0d10" : "#57524a";
  disc(ctx, 0.5, 0.5, 0.36);
  ctx.fill();
  ctx.fillStyle = isDark ? "#000000" : "#2f2c27";
  disc(ctx, 0.53, 0.55, 0.25);
  ctx.fill();
  ctx.strokeStyle = isDark ? "#4b5157" : "#8b8477";
  ctx.lineWidth = 0.06;
  ctx.beginPath();
  ctx.arc(0.5, 0.5, 0.36, Math.PI * 0.9, Math.PI * 1.7);
  ctx.stroke();
}

export function drawFlag(ctx: Pen, cloth: string, ink: string): void {
  ctx.strokeStyle = ink;
  ctx.lineWidth = 0.08;
  ctx.beginPath();
  ctx.moveTo(0.36, 0.2);
  ctx.lineTo(0.36, 0.82);
  ctx.moveTo(0.24, 0.82);
  ctx.lineTo(0.52, 0.82);
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(0.36, 0.18);
  ctx.lineTo(0.78, 0.34);
  ctx.lineTo(0.36, 0.52);
  ctx.closePath();
  ctx.fillStyle = cloth;
  ctx.fill();
  ctx.lineWidth = 0.04;
  ctx.stroke();
}

/** Where somebody begins: a drop that stands on its point, at (x, y). */
export function drawPin(ctx: Pen, x: number, y: number, high: number, fill: string, rim: string, ink: string, letter: string): void {
  const radius = high * 0.34, top = y - high + radius;
  ctx.save();
  ctx.beginPath();
  ctx.arc(x, top, radius, Math.PI * 0.85, Math.PI * 0.15);
  ctx.lineTo(x, y);
  ctx.closePath();
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.lineJoin = "round";
  ctx.lineWidth = Math.max(1.5, high * 0.05);
  ctx.strokeStyle = rim;
  ctx.stroke();
  ctx.fillStyle = ink;
  ctx.font = `700 ${Math.round(radius * 1.15)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(letter, x, top + radius * 0.06);
  ctx.restore();
}

export function drawTick(ctx: Pen, x: number, y: number, size: number, colour: string): void {
  ctx.save();
  disc(ctx, x, y, size / 2);
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.strokeStyle = "#ffffff";
  ctx.lineWidth = size * 0.13;
  ctx.lineCap = ctx.lineJoin = "round";
  ctx.beginPath();
  ctx.moveTo(x - size * 0.22, y + size * 0.02);
  ctx.lineTo(x - size * 0.05, y + size * 0.19);
  ctx.lineTo(x + size * 0.24, y - size * 0.17);
  ctx.stroke();
  ctx.restore();
}
