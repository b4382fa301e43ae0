/** Draws above the board: starting cells, the frontier, what a blast would take, ice, what moves. */

import { mix } from "../../../core/colours";
import { isFrozen, ownerOf, pointedAt, type Session } from "../model/ground";
import { drawLens } from "./lens";
import { drawBlasts, drawClaims } from "./motion";
import { drawPreview, isAttacking, litCells } from "./preview";
import { drawStarts } from "./starts";
import type { Effects } from "./tops";
import { Story } from "../model/story.svelte";

/** Css pixels of a cell that a finger hits. */
export const LEAST_TOUCH = 32;

export function drawEffects(at: Effects): void {
  const { session } = at;
  const story = Story.of(session);
  story.size = at.box(0).size / (window.devicePixelRatio || 1);
  if (!session.facts.stage) return drawStarts(at);
  if (session.facts.stage > 1) drawFrontier(at);
  drawIce(at);
  drawClaims(at, story);
  drawBlasts(at, story);
  const cell = pointedAt(session);
  if (cell >= 0) story.isLow = at.box(cell).y > at.ctx.canvas.height / 2;
  if (cell >= 0) drawPreview(at, cell);
  if (cell >= 0 && !isFrozen(session)) drawLens(at, cell, story.size);
}

// Paths in cell units, made once for each frame that came.

interface Paths { version: number; frontier: Path2D; ice: Path2D }

function pathsOf(session: Session): Paths {
  const kept = session.own<Paths>("area-attack.paths", () => ({ version: -1, frontier: new Path2D(), ice: new Path2D() }));
  if (kept.version === session.version) return kept;
  const { view } = session;
  const { width } = view.rect;
  const frozen = view.facts.frozen.map((until, seat) => until > 0 && seat !== session.seat);
  kept.version = session.version;
  kept.frontier = new Path2D();
  kept.ice = new Path2D();
  for (let cell = 0; cell < view.layers.owner.length; cell++) {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    if (frozen[ownerOf(view, cell)]) kept.ice.rect(x, y, 1, 1);
  }
  for (const cell of litCells(session)) kept.frontier.rect((cell % width) + 0.06, Math.floor(cell / width) + 0.06, 0.88, 0.88);
  return kept;
}

function onBoard({ ctx, box }: Effects, draw: (size: number) => void): void {
  const { x, y, size } = box(0);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  draw(size);
  ctx.restore();
}

/** Where one may open from stage 2 on: lit. */
function drawFrontier(at: Effects): void {
  const { ctx, session, look } = at;
  const { frontier } = pathsOf(session);
  const colour = isAttacking(session) ? look.neutral.danger : look.neutral.accent;
  onBoard(at, (size) => {
    ctx.fillStyle = mix(colour, "#ffffff", look.theme === "dark" ? 0 : 0.6);
    ctx.globalAlpha = 0.42;
    ctx.fill(frontier);
    if (size < 9) return;
    ctx.globalAlpha = 0.9;
    ctx.lineWidth = Math.max(0.06, 1.5 / size);
    ctx.strokeStyle = colour;
    ctx.stroke(frontier);
  });
}

/** Others' ground under ice while they are frozen: pale, with cracks across it. */
function drawIce(at: Effects): void {
  const { ctx, session, look } = at;
  if (!session.facts.frozen.some((until, seat) => until > 0 && seat !== session.seat)) return;
  const { ice } = pathsOf(session);
  const { width, height } = session.view.rect;
  onBoard(at, (size) => {
    ctx.clip(ice);
    ctx.globalAlpha = 0.55;
    ctx.fillStyle = mix("#dff3ff", look.neutral.table, look.theme === "dark" ? 0.25 : 0);
    ctx.fillRect(0, 0, width, height);
    ctx.globalAlpha = 0.9;
    ctx.strokeStyle = "#ffffff";
    ctx.lineWidth = Math.max(0.08, 1.2 / size);
    ctx.beginPath();
    for (let line = -height; line < width; line += 1.5) {
      const bend = (line * 7.3) % 1.4;
      ctx.moveTo(line, 0);
      ctx.lineTo(line + height * 0.4 + bend, height * 0.4);
      ctx.lineTo(line + height, height);
    }
    ctx.stroke();
  });
}
