/** Draws above the board: drafted moves as numbered arrows, the picked square, a drag under way. */

import type { Look } from "../../../core/look";
import type { EffectPaint } from "../../../board/screen";
import { Drafts } from "../model/drafts.svelte";
import {
  directionOf, DIRECTIONS, goalOf, isMine, isPlaying, moveFrom, startOf, type Known, type Move,
  type Session,
} from "../model/facts";
import { drawDisc, paperOf, write } from "./paint";
import { drawShow } from "./scene";
import { Show } from "../model/show.svelte";

type Effects = EffectPaint<Known>;
type Pen = CanvasRenderingContext2D;
interface Line { x1: number; y1: number; x2: number; y2: number; size: number }

export function drawEffects(at: Effects): void {
  const { session } = at;
  const show = Show.of(session);
  if (show.step) return drawShow(at, show.step, show.share);
  if (!isPlaying(session)) return;
  const drafts = Drafts.of(session);
  if (drafts.picked >= 0) drawPicked(at, drafts.picked);
  drafts.moves.forEach((move, number) => drawMove(at, move, number, number === drafts.chosen, drafts.isSheetSealed));
  if (session.dragging) drawDrag(at, session.dragging);
}

/** The squares that units may leave; once one is picked, those that they may go to. */
export function litSquares(session: Session): number[] {
  if (!isPlaying(session)) return [];
  const { picked } = Drafts.of(session);
  if (picked >= 0) return goalsFrom(picked);
  return [...session.view.layers.owner.keys()].filter((cell) => isMine(session.view, cell));
}

function goalsFrom(cell: number): number[] {
  return DIRECTIONS.map((direction) => goalOf(moveFrom(cell, direction, 1))).filter((goal) => goal >= 0);
}

export function lineOf({ box }: Effects, from: number, to: number): Line {
  const [a, b] = [box(from), box(to)];
  const size = a.size;
  const [dx, dy] = [(b.x - a.x) / size, (b.y - a.y) / size];
  const [x, y] = [a.x + size / 2, a.y + size / 2];
  // From the edge of the one square to beside the number of the other.
  return { x1: x + dx * size * 0.44, y1: y + dy * size * 0.44, x2: x + dx * size * 0.85, y2: y + dy * size * 0.85, size };
}

export function drawArrow(ctx: Pen, line: Line, colour: string, rim: string): void {
  const { x1, y1, x2, y2, size } = line;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = size * 0.15;
  ctx.lineCap = ctx.lineJoin = "round";
  for (const [width, ink] of [[size * 0.15, rim], [size * 0.09, colour]] as const) {
    ctx.lineWidth = width;
    ctx.strokeStyle = ink;
    ctx.beginPath();
    ctx.moveTo(x1, y1);
    ctx.lineTo(x2, y2);
    ctx.moveTo(x2 - (ux + uy) * head, y2 - (uy - ux) * head);
    ctx.lineTo(x2, y2);
    ctx.lineTo(x2 - (ux - uy) * head, y2 - (uy + ux) * head);
    ctx.stroke();
  }
}

function drawMove(at: Effects, move: Move, number: number, isChosen: boolean, isSealed: boolean): void {
  const [from, to] = [startOf(move), goalOf(move)];
  if (from < 0 || to < 0) return;
  const { ctx, look } = at;
  const isWrong = !isMine(at.session.view, from);
  const { accent, danger } = look.neutral;
  const line = lineOf(at, from, to);
  ctx.globalAlpha = isSealed || isChosen ? 1 : 0.92;
  drawArrow(ctx, line, isWrong ? danger : accent, paperOf(look));
  ctx.globalAlpha = 1;
  drawTag(ctx, line, String(move.units), String(number + 1), isWrong ? danger : accent, look, isChosen);
}

/** How many go, with the move's number at its corner. */
function drawTag(ctx: Pen, { x1: x, y1: y, x2, size }: Line, units: string, number: string, colour: string, look: Look, isChosen: boolean): void {
  const high = size * 0.3;
  const wide = Math.max(high, high * (0.5 + 0.4 * units.length));
  ctx.beginPath();
  ctx.roundRect(x - wide / 2, y - high / 2, wide, high, high / 2);
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.lineWidth = Math.max(1.5, size * (isChosen ? 0.05 : 0.03));
  ctx.strokeStyle = isChosen ? look.neutral.ink : paperOf(look);
  ctx.stroke();
  const onAccent = look.theme === "dark" ? "#06251b" : "#ffffff";
  write(ctx, units, x, y, high * 0.68, onAccent, 750);
  // Beside the arrow, where it covers neither the units nor the head.
  const [nx, ny] = x === x2 ? [x + wide / 2 + size * 0.07, y] : [x, y - high / 2 - size * 0.06];
  drawDisc(ctx, nx, ny, size * 0.095, paperOf(look), colour, size * 0.025);
  write(ctx, number, nx, ny, size * 0.13, look.neutral.ink, 650);
}

function drawPicked(at: Effects, cell: number): void {
  const { ctx, box, look } = at;
  const { x, y, size } = box(cell);
  ctx.lineWidth = size * 0.08;
  ctx.strokeStyle = look.neutral.accent;
  ctx.strokeRect(x + size * 0.04, y + size * 0.04, size * 0.92, size * 0.92);
  for (const goal of goalsFrom(cell)) {
    ctx.globalAlpha = 0.6;
    drawArrow(ctx, shortened(lineOf(at, cell, goal)), look.neutral.accent, paperOf(look));
    ctx.globalAlpha = 1;
  }
}

/** Only the hint of an arrow, across the edge. */
function shortened({ x1, y1, x2, y2, size }: Line): Line {
  return { x1: x1 + (x2 - x1) * 0.25, y1: y1 + (y2 - y1) * 0.25, x2: x1 + (x2 - x1) * 0.6, y2: y1 + (y2 - y1) * 0.6, size: size * 0.7 };
}

function drawDrag(at: Effects, { from, to }: { from: number; to: number }): void {
  const { ctx, session, look } = at;
  if (!isMine(session.view, from)) return;
  if (to < 0 || to === from || !directionOf(from, to)) return drawPicked(at, from);
  ctx.globalAlpha = 0.8;
  drawArrow(ctx, lineOf(at, from, to), look.neutral.accent, paperOf(look));
  ctx.globalAlpha = 1;
}
