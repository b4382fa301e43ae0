/** Draws what moves by itself: fresh claims that ripple, and ground that was blown up and reset. */

import { FONT } from "../../../core/fonts";
import { turfOf } from "../../../board/turf";
import type { Effects } from "./tops";
import { BLAST_MS, CLAIM_MS, FLOAT_FROM, FLOAT_MS, type Blast, type Claim, type Story } from "../model/story.svelte";

const BLOWN_MS = 520, LAID_MS = 340;

export function drawClaims(at: Effects, story: Story): void {
  if (at.look.isStill) return;
  for (const claim of story.claims) drawClaim(at, claim, performance.now() - claim.since);
}

/** The cover goes from the clicked cell outwards. */
function drawClaim(at: Effects, { cells, own, from }: Claim, age: number): void {
  const { ctx, box, look } = at;
  ctx.fillStyle = turfOf(look).turf;
  for (const { cell, delay } of cells) {
    const share = Math.min(1, Math.max(0, (age - delay) / CLAIM_MS));
    if (share >= 1) continue;
    const { x, y, size } = box(cell);
    const inset = (size * share) / 2;
    ctx.globalAlpha = 1 - share * 0.4;
    ctx.fillRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset);
  }
  ctx.globalAlpha = 1;
  if (own >= FLOAT_FROM && age < FLOAT_MS) drawFloat(at, from, `+${own}`, age / FLOAT_MS);
}

function drawFloat({ ctx, box }: Effects, cell: number, text: string, share: number): void {
  const { x, y, size } = box(cell);
  const dots = window.devicePixelRatio || 1;
  ctx.globalAlpha = 1 - share ** 2;
  ctx.font = `800 ${Math.round(20 * dots)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = 5 * dots;
  ctx.strokeStyle = "#14181d";
  ctx.fillStyle = "#ffffff";
  const top = y - (10 + 34 * share) * dots;
  ctx.strokeText(text, x + size / 2, top);
  ctx.fillText(text, x + size / 2, top);
  ctx.globalAlpha = 1;
}

export function drawBlasts(at: Effects, story: Story): void {
  for (const blast of story.blasts) {
    const age = performance.now() - blast.since;
    if (at.look.isStill) drawMark(at, blast);
    else drawBlast(at, blast, age);
  }
}

/** First the old ground is thrown off, then covers come down on it, ring by ring. */
function drawBlast(at: Effects, blast: Blast, age: number): void {
  const { ctx, box, session, look } = at;
  const centre = box(blast.cell);
  const [cx, cy] = [centre.x + centre.size / 2, centre.y + centre.size / 2];
  const radius = session.facts.terms.blast_radius + 0.5;
  for (const [cell, owner] of blast.before) {
    const { x, y, size } = box(cell);
    const far = Math.hypot(x - centre.x, y - centre.y) / size;
    const blown = Math.max(0, (age - far * 45) / BLOWN_MS);
    const laid = (age - BLOWN_MS * 0.7 - far * 55) / LAID_MS;
    if (cell !== blast.cell && laid < 1) drawBare(at, { x, y, size }, Math.max(0, laid));
    if (blown >= 1) continue;
    const [dx, dy] = [x + size / 2 - cx, y + size / 2 - cy];
    const side = size * (1 - blown);
    ctx.globalAlpha = 1 - blown;
    ctx.fillStyle = owner ? look.colour(owner - 1) : turfOf(look).turf;
    ctx.fillRect(x + dx * blown * 0.7 + (size - side) / 2, y + dy * blown * 0.7 + (size - side) / 2, side, side);
  }
  drawShock(at, cx, cy, radius * centre.size, age);
}

/** The bare ground, and the cover that grows on it. */
function drawBare({ ctx, look }: Effects, { x, y, size }: { x: number; y: number; size: number }, laid: number): void {
  ctx.globalAlpha = 1;
  ctx.fillStyle = turfOf(look).earth;
  ctx.fillRect(x, y, size, size);
  const side = size * laid;
  ctx.fillStyle = turfOf(look).turf;
  ctx.fillRect(x + (size - side) / 2, y + (size - side) / 2, side, side);
}

function drawShock({ ctx, look }: Effects, x: number, y: number, radius: number, age: number): void {
  const share = Math.min(1, age / 460);
  ctx.globalAlpha = 0.75 * (1 - share);
  ctx.fillStyle = "#ffd27a";
  ctx.beginPath();
  ctx.arc(x, y, radius * Math.sqrt(share) * 0.8, 0, 7);
  ctx.fill();
  const fade = Math.max(0, 1 - age / BLAST_MS);
  ctx.globalAlpha = fade;
  ctx.lineWidth = Math.max(2, radius * 0.1 * fade);
  ctx.strokeStyle = look.neutral.danger;
  ctx.beginPath();
  ctx.arc(x, y, radius * Math.min(1.12, 0.2 + share), 0, 7);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Without movement: the region is framed for a moment. */
function drawMark({ ctx, box, session, look }: Effects, { cell }: Blast): void {
  const { x, y, size } = box(cell);
  ctx.lineWidth = Math.max(3, size * 0.15);
  ctx.strokeStyle = look.neutral.danger;
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size / 2, (session.facts.terms.blast_radius + 0.6) * size, 0, 7);
  ctx.stroke();
}
