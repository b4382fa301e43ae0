/** Draws above the board: drafted moves as numbered arrows, the picked square, a drag under way. */

import { FONT } from "../../../core/fonts";
import { t } from "../../../core/texts";
import type { EffectPaint } from "../../../board/screen";
import { Drafts } from "../model/drafts.svelte";
import {
  directionOf, DIRECTIONS, goalOf, isMine, isPlaying, moveFrom, ownerAt, SIDE, startOf, type Known, type Move,
  type Session,
} from "../model/facts";
import { drawDisc, write } from "./paint";
import { drawShow } from "./scene";
import { Show } from "../model/show.svelte";

type Effects = EffectPaint<Known>;
type Pen = CanvasRenderingContext2D;
interface Line { x1: number; y1: number; x2: number; y2: number; size: number }

export function drawEffects(at: Effects): void {
  const { session } = at;
  const show = Show.of(session);
  if (show.step) return drawShow(at, show.step, show.share);
  if (session.facts.round === 1 && !session.isOver) drawNames(at);
  if (!isPlaying(session)) return;
  const drafts = Drafts.of(session);
  if (drafts.picked >= 0) drawPicked(at, drafts.picked);
  const isMany = drafts.moves.length > 1;
  drafts.moves.forEach((move, number) => drawMove(at, move, isMany ? String(number + 1) : "", number === drafts.chosen, drafts.isSheetSealed));
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
  return { x1: x + dx * size * 0.44, y1: y + dy * size * 0.44, x2: x + dx * size * 0.8, y2: y + dy * size * 0.8, size };
}

export function drawArrow(ctx: Pen, line: Line, colour: string, rim: string): void {
  const { x1, y1, x2, y2, size } = line;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = size * 0.15;
  ctx.lineCap = ctx.lineJoin = "round";
  for (const [width, ink] of [[size * 0.17, rim], [size * 0.1, colour]] as const) {
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

function drawMove(at: Effects, move: Move, number: string, isChosen: boolean, isSealed: boolean): void {
  const [from, to] = [startOf(move), goalOf(move)];
  if (from < 0 || to < 0) return;
  const { ctx, look } = at;
  const isWrong = !isMine(at.session.view, from);
  const inks = isWrong ? { colour: look.neutral.danger, rim: look.theme === "dark" ? "#14181d" : "#ffffff" } : inksOf(at);
  const line = lineOf(at, from, to);
  ctx.globalAlpha = isSealed || isChosen ? 1 : 0.92;
  drawArrow(ctx, line, inks.colour, inks.rim);
  ctx.globalAlpha = 1;
  drawTag(ctx, line, String(move.units), number, inks, isChosen);
}

interface Inks { colour: string; rim: string }

/** One's own colour, with an edge that can be seen on it and beside it. */
function inksOf({ look, session }: Effects): Inks {
  return { colour: look.colour(session.seat), rim: look.ink(session.seat) };
}

/** How many go, with the move's number at its corner if there are several. */
function drawTag(ctx: Pen, { x1: x, y1: y, x2, size }: Line, units: string, number: string, { colour, rim }: Inks, isChosen: boolean): void {
  const high = size * 0.3;
  const wide = Math.max(high, high * (0.5 + 0.4 * units.length));
  ctx.beginPath();
  ctx.roundRect(x - wide / 2, y - high / 2, wide, high, high / 2);
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.lineWidth = Math.max(1.5, size * (isChosen ? 0.06 : 0.03));
  ctx.strokeStyle = rim;
  ctx.stroke();
  write(ctx, units, x, y, high * 0.68, rim, 750);
  if (!number) return;
  // Beside the arrow, where it covers neither the units nor the head.
  const [nx, ny] = x === x2 ? [x + wide / 2 + size * 0.07, y] : [x, y - high / 2 - size * 0.06];
  drawDisc(ctx, nx, ny, size * 0.095, rim, colour, size * 0.025);
  write(ctx, number, nx, ny, size * 0.13, colour, 700);
}

function drawPicked(at: Effects, cell: number): void {
  const { ctx, box } = at;
  const { x, y, size } = box(cell);
  ctx.lineWidth = size * 0.08;
  const { colour, rim } = inksOf(at);
  ctx.strokeStyle = rim;
  ctx.strokeRect(x + size * 0.04, y + size * 0.04, size * 0.92, size * 0.92);
  for (const goal of goalsFrom(cell)) {
    ctx.globalAlpha = 0.85;
    drawArrow(ctx, shortened(lineOf(at, cell, goal)), colour, rim);
    ctx.globalAlpha = 1;
  }
}

/** Only the hint of an arrow, across the edge. */
function shortened({ x1, y1, x2, y2, size }: Line): Line {
  return { x1: x1 + (x2 - x1) * 0.25, y1: y1 + (y2 - y1) * 0.25, x2: x1 + (x2 - x1) * 0.6, y2: y1 + (y2 - y1) * 0.6, size: size * 0.7 };
}

function drawDrag(at: Effects, { from, to }: { from: number; to: number }): void {
  const { ctx, session } = at;
  if (!isMine(session.view, from)) return;
  if (to < 0 || to === from || !directionOf(from, to)) return drawPicked(at, from);
  ctx.globalAlpha = 0.8;
  const { colour, rim } = inksOf(at);
  drawArrow(ctx, lineOf(at, from, to), colour, rim);
  ctx.globalAlpha = 1;
}

/** In the first round every start has its player's name: above the square, or below it in the top row. */
function drawNames(at: Effects): void {
  const { session } = at;
  session.view.layers.owner.forEach((_, cell) => ownerAt(session.view, cell) >= 0 && drawName(at, cell, ownerAt(session.view, cell)));
}

function drawName({ ctx, box, session, look }: Effects, cell: number, seat: number): void {
  const { x, y, size } = box(cell);
  const text = seat === session.seat ? t("territory.youStart") : session.name(seat);
  const high = Math.max(size * 0.24, 13 * (window.devicePixelRatio || 1));
  ctx.font = `700 ${Math.round(high * 0.7)}px ${FONT}`;
  const wide = Math.min(ctx.measureText(text).width + high * 0.9, ctx.canvas.width);
  const middle = Math.min(Math.max(x + size / 2, wide / 2), ctx.canvas.width - wide / 2);
  const top = cell < SIDE ? y + size + high * 0.15 : y - high * 1.15;
  ctx.beginPath();
  ctx.roundRect(middle - wide / 2, top, wide, high, high / 2);
  ctx.fillStyle = look.colour(seat);
  ctx.fill();
  ctx.lineWidth = Math.max(1, high * 0.08);
  ctx.strokeStyle = look.ink(seat);
  ctx.stroke();
  write(ctx, text, middle, top + high / 2, high * 0.7, look.ink(seat), 700);
}
