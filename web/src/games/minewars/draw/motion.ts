/** Draws what moves by itself: fresh land that ripples, explosions, sums that rise. */

import { FONT } from "../../../core/fonts";
import { groundsOf } from "./colours";
import { pathOf, type Effects } from "./tops";
import { BLAST_MS, CLAIM_MS, FLOAT_MS, type Blast, type Story } from "../model/story.svelte";

/** The old colour shrinks away, from the clicked tile outwards. */
export function drawClaims(at: Effects, story: Story): void {
  const { ctx, look } = at;
  if (look.isStill) return;
  for (const { cells, since } of story.claims) {
    const age = performance.now() - since;
    for (const { cell, delay, fill } of cells) {
      const share = Math.min(1, Math.max(0, (age - delay) / CLAIM_MS));
      if (share >= 1) continue;
      pathOf(at, [cell], share / 2);
      ctx.globalAlpha = 1 - share * 0.4;
      ctx.fillStyle = fill ? look.colour(fill - 1) : groundsOf(look).covered;
      ctx.fill();
    }
  }
  ctx.globalAlpha = 1;
}

export function drawBlasts(at: Effects, story: Story): void {
  for (const blast of story.blasts) drawBlast(at, blast, performance.now() - blast.since);
}

/** A ring that opens and fades, with debris; without movement a frame. Never a flash of the whole board. */
function drawBlast(at: Effects, { cell, isFlash }: Blast, age: number): void {
  const { ctx, box, look } = at;
  const { x, y, size } = box(cell);
  const [cx, cy] = [x + size / 2, y + size / 2];
  const share = look.isStill ? 0.5 : Math.min(1, age / BLAST_MS);
  const colour = isFlash ? "#ffe9a8" : "#ff9d3c";
  ctx.globalAlpha = look.isStill ? 0.9 : (1 - share) * 0.9;
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(cx, cy, size * (0.25 + 0.65 * Math.sqrt(share)), 0, 7);
  if (!look.isStill) ctx.fill();
  ctx.lineWidth = Math.max(2, size * 0.14 * (1 - share * 0.6));
  ctx.strokeStyle = isFlash ? "#b58900" : look.neutral.danger;
  ctx.beginPath();
  ctx.arc(cx, cy, size * (0.35 + 0.9 * Math.sqrt(share)), 0, 7);
  ctx.stroke();
  if (!look.isStill && !isFlash) drawDebris(ctx, cx, cy, size, share);
  ctx.globalAlpha = 1;
}

function drawDebris(ctx: CanvasRenderingContext2D, x: number, y: number, size: number, share: number): void {
  ctx.fillStyle = "#3a2c20";
  for (let piece = 0; piece < 9; piece++) {
    const turn = piece * 2.4;
    const far = size * (0.3 + share * (0.7 + (piece % 3) * 0.25));
    const side = size * 0.12 * (1 - share);
    ctx.fillRect(x + Math.cos(turn) * far - side / 2, y + Math.sin(turn) * far + share * share * size * 0.3 - side / 2, side, side);
  }
}

/** Words that rise from a tile: what one has earned. */
export function drawFloats({ ctx, box, look }: Effects, story: Story): void {
  const dots = window.devicePixelRatio || 1;
  for (const { cell, text, since } of story.floats) {
    const share = look.isStill ? 0.2 : Math.min(1, (performance.now() - since) / FLOAT_MS);
    const { x, y, size } = box(cell);
    ctx.globalAlpha = 1 - share ** 2;
    ctx.font = `800 ${Math.round(19 * dots)}px ${FONT}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    ctx.lineWidth = 5 * dots;
    ctx.strokeStyle = "#14181d";
    ctx.fillStyle = "#ffffff";
    const top = y - (8 + 30 * share) * dots;
    ctx.strokeText(text, x + size / 2, top);
    ctx.fillText(text, x + size / 2, top);
  }
  ctx.globalAlpha = 1;
}
