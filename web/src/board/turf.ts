/** Covered ground: turf with a lit and a shaded edge, and tufts of grass. The mine games share it. */

import type { Look } from "../core/look";

export interface Turf {
  turf: string;
  turfLight: string;
  turfShade: string;
  blade: string;
  /** Turf that cannot be opened now: long grass, without edges. */
  meadow: string;
  meadowLine: string;
  /** Bare earth. */
  earth: string;
}

export const TURF: Record<Look["theme"], Turf> = {
  light: {
    turf: "#a5bd8b", turfLight: "#b9ce9f", turfShade: "#8aa56f", blade: "#7d9a62",
    meadow: "#93ab7a", meadowLine: "#87a06e", earth: "#e2d3b3",
  },
  dark: {
    turf: "#4f6243", turfLight: "#5e7450", turfShade: "#3d4e35", blade: "#6f885f",
    meadow: "#425238", meadowLine: "#3a4932", earth: "#4a4234",
  },
};

export function turfOf(look: Look): Turf {
  return TURF[look.theme];
}

type Pen = CanvasRenderingContext2D;

const EDGES_FROM = 8, BLADES_FROM = 18; // device pixels per cell

/** A number that is always the same for the same place: no two tiles look alike. */
export function grainOf(x: number, y: number): number {
  const mixed = Math.imul(x + 17, 0x9e3779b1) ^ Math.imul(y + 31, 0x85ebca77);
  return (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 0) & 0xffff;
}

/** Raised: light from the upper left. */
export function drawTurf(ctx: Pen, size: number, grain: number, colours: Turf): void {
  ctx.fillStyle = colours.turf;
  ctx.fillRect(0, 0, size, size);
  if (size < EDGES_FROM) return;
  const edge = Math.max(1, Math.round(size * 0.05));
  ctx.fillStyle = colours.turfLight;
  ctx.fillRect(0, 0, size, edge);
  ctx.fillRect(0, 0, edge, size);
  ctx.fillStyle = colours.turfShade;
  ctx.fillRect(0, size - edge, size, edge);
  ctx.fillRect(size - edge, 0, edge, size);
  if (size >= BLADES_FROM) drawBlades(ctx, size, grain, 1 + (grain & 1), colours.blade);
}

/** Flat, with a tuft here and there. */
export function drawMeadow(ctx: Pen, size: number, grain: number, colours: Turf): void {
  ctx.fillStyle = colours.meadow;
  ctx.fillRect(0, 0, size, size);
  if (size < EDGES_FROM) return;
  ctx.fillStyle = colours.meadowLine;
  ctx.fillRect(0, size - 1, size, 1);
  ctx.fillRect(size - 1, 0, 1, size);
  if (size >= BLADES_FROM && grain % 3 === 0) drawBlades(ctx, size, grain, 1, colours.meadowLine);
}

export function drawBlades(ctx: Pen, size: number, grain: number, tufts: number, ink: string): void {
  ctx.strokeStyle = ink;
  ctx.lineWidth = Math.max(1, size * 0.03);
  ctx.lineCap = "round";
  ctx.beginPath();
  for (let tuft = 0; tuft < tufts; tuft++) {
    const x = size * (0.22 + (((grain >> (3 + tuft * 5)) & 15) / 15) * 0.55);
    const y = size * (0.32 + (((grain >> (7 + tuft * 4)) & 15) / 15) * 0.5);
    for (const lean of [-0.06, 0, 0.06]) {
      ctx.moveTo(x + lean * size * 0.5, y);
      ctx.lineTo(x + lean * size * 1.3, y - size * (lean ? 0.07 : 0.1));
    }
  }
  ctx.stroke();
}
