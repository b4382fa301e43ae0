/** Draws above the board: where one may build, what it would yield and cost, and what moves. */

import { mix } from "../../core/colours";
import type { Look } from "../../core/look";
import type { EffectPaint } from "../screen";
import { drawCoin, pen, writeAt, type Brush } from "./drawings";
import { coloursOf, paintPlot } from "./paint";
import { BOUNCE_MS, Story } from "./story.svelte";
import {
  aroundOf, buildOf, giversOf, harmedBy, isFree, isLegal, ownerOf, plannerOf, yieldOf,
  type Facts, type Session,
} from "./tiles";

type Effects = EffectPaint<Facts>;

export function drawEffects(at: Effects): void {
  const { session, look } = at;
  const story = Story.of(session);
  story.where = whereOn(at);
  drawLastBuild(at);
  if (session.canAct && !session.pending.length) drawLegal(at);
  const cell = pointedAt(session);
  if (cell >= 0) drawReasons(at, cell);
  if (!look.isStill && story.built && story.isBouncing) drawBounce(at, story.built);
}

/** The tile somebody looks at: asked about, under the pointer, or under the cursor. */
export function pointedAt(session: Session): number {
  if (session.asking) return session.asking.cell;
  return session.hover >= 0 ? session.hover : session.cursor;
}

function whereOn({ ctx, box }: Effects): (cell: number) => { x: number; y: number } {
  const { canvas } = ctx;
  return (cell) => {
    const page = canvas.getBoundingClientRect();
    const scale = page.width / canvas.width;
    const { x, y, size } = box(cell);
    return { x: page.left + (x + size / 2) * scale, y: page.top + (y + size / 2) * scale };
  };
}

/** Draw in a tile's own box of 1 x 1. */
function inTile({ ctx, box, look }: Effects, cell: number, draw: (brush: Brush) => void): void {
  const { x, y, size } = box(cell);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  draw({ ctx, size, ink: look.neutral.ink, ...coloursOf(look) });
  ctx.restore();
}

// Corners around the last build

function drawLastBuild(at: Effects): void {
  const cell = at.session.facts.last_cell;
  if (cell < 0) return;
  inTile(at, cell, (brush) => {
    for (const [width, colour] of [[0.1, "#14181d"], [0.045, "#ffffff"]] as const) {
      pen(brush, width, colour);
      brush.ctx.stroke(CORNERS);
    }
  });
}

const CORNERS = typeof Path2D === "undefined" ? (null as unknown as Path2D) : new Path2D(
  "M.02 .24V.1Q.02 .02 .1 .02H.24M.76 .02H.9Q.98 .02 .98 .1V.24M.98 .76V.9Q.98 .98 .9 .98H.76M.24 .98H.1Q.02 .98 .02 .9V.76",
);

// Where one may build

/** Nearly the whole island, before one's first farm: then a dot each is enough. */
const MANY = 36;

function drawLegal(at: Effects): void {
  const { session, look } = at;
  const { view } = session;
  const build = buildOf(session);
  const seat = plannerOf(view);
  const pointed = pointedAt(session);
  const near = new Set(pointed >= 0 && isLegal(view, pointed, build) ? [pointed, ...aroundOf(view, pointed)] : []);
  const isMany = view.layers.legal.filter((may) => may).length > MANY;
  for (let cell = 0; cell < view.layers.legal.length; cell++) {
    const canBuild = isLegal(view, cell, build);
    if (canBuild) inTile(at, cell, (brush) => (isMany && cell !== pointed ? dotTile : lightTile)(brush, look, cell === pointed));
    // A farm opens the tiles around it: what they would yield is shown as one points at it.
    const isShown = build === "settle" ? canBuild : near.has(cell) && isFree(view, cell);
    if (isShown) inTile(at, cell, (brush) => drawPreview(brush, look, yieldOf(view, cell, seat), cell === pointed));
  }
}

function dotTile(brush: Brush, look: Look): void {
  const { ctx } = brush;
  ctx.beginPath();
  ctx.arc(0.5, 0.5, 0.1, 0, 7);
  ctx.globalAlpha = 0.75;
  ctx.fillStyle = look.neutral.accent;
  ctx.fill();
  pen(brush, 0.03, look.neutral.land);
  ctx.stroke();
}

function lightTile(brush: Brush, look: Look, isPointed: boolean): void {
  const { ctx } = brush;
  ctx.beginPath();
  ctx.roundRect(0.08, 0.08, 0.84, 0.84, 0.14);
  ctx.fillStyle = look.neutral.accent;
  ctx.globalAlpha = isPointed ? 0.32 : 0.13;
  ctx.fill();
  ctx.globalAlpha = isPointed ? 1 : 0.5;
  pen(brush, isPointed ? 0.06 : 0.035, look.neutral.accent);
  ctx.stroke();
}

/** The more it yields, the more it stands out. */
function drawPreview(brush: Brush, look: Look, amount: number, isPointed: boolean): void {
  const share = Math.min(1, amount / 4);
  const paper = look.theme === "dark" ? "#20262c" : "#ffffff";
  brush.ctx.globalAlpha = isPointed ? 1 : 0.5 + 0.5 * share;
  const ink = amount > 1 || isPointed ? look.neutral.accent : mix(look.neutral.accent, look.neutral.faint, 0.6);
  drawCoin({ ...brush, ink, paper }, 0.5, 0.5, isPointed ? 0.27 : 0.17 + 0.07 * share, String(amount));
}

// Why a tile yields what it does, and whom a build would hurt

function drawReasons(at: Effects, cell: number): void {
  const { session, look } = at;
  const { view } = session;
  const { accent, danger } = look.neutral;
  const seat = view.layers.built[cell] ? ownerOf(view, cell) : plannerOf(view);
  const build = buildOf(session);
  const isSettled = view.layers.built[cell] > 1;
  const isPlanned = isFree(view, cell) && session.canAct && isLegal(view, cell, build);
  if (isSettled || (isPlanned && build === "settle")) {
    for (const giver of giversOf(view, cell, seat)) {
      drawTag(at, cell, giver.cell, 0.72, giver.amount > 0 ? "+1" : "−1", giver.amount > 0 ? accent : danger);
    }
  }
  if (!isPlanned) return;
  for (const harmed of harmedBy(view, cell, seat, build)) drawTag(at, cell, harmed, 0.8, "−1", danger);
}

/** A small label on the way from one tile to its neighbour. */
function drawTag({ ctx, box, look }: Effects, from: number, to: number, share: number, text: string, colour: string): void {
  const [a, b] = [box(from), box(to)];
  const size = a.size;
  const brush = { ctx, size, ink: look.neutral.ink, ...coloursOf(look) };
  const high = Math.max(0.3, Math.min(0.5, 13 / size));
  ctx.save();
  ctx.translate(a.x + (b.x - a.x) * share + size / 2, a.y + (b.y - a.y) * share + size / 2);
  ctx.scale(size, size);
  ctx.beginPath();
  ctx.roundRect(-high * 0.72, -high / 2, high * 1.44, high, high / 2);
  ctx.fillStyle = colour;
  ctx.fill();
  pen(brush, 0.03, look.theme === "dark" ? "#14181d" : "#ffffff");
  ctx.stroke();
  writeAt(brush, 0, 0, high * 0.78, text, look.theme === "dark" ? "#14181d" : "#ffffff");
  ctx.restore();
}

// A new building comes down and settles

function drawBounce(at: Effects, { cell, since }: { cell: number; since: number }): void {
  const { session, look } = at;
  const scale = bounceAt((performance.now() - since) / BOUNCE_MS);
  inTile(at, cell, (brush) => {
    brush.ctx.translate(0.5, 0.5);
    brush.ctx.scale(scale, scale);
    brush.ctx.translate(-0.5, -0.5);
    brush.ctx.shadowColor = "rgb(0 0 0 / 0.45)";
    brush.ctx.shadowBlur = (scale - 1) * brush.size * 0.6;
    paintPlot(brush, cell, session.view, look);
  });
}

/** From 1.4 down to 1, with a small hop; never below 1, so that it covers what is beneath. */
export function bounceAt(share: number): number {
  if (share >= 1) return 1;
  const fall = 0.45;
  if (share < fall) return 1 + 0.4 * (1 - (share / fall) ** 2);
  const hop = (share - fall) / (1 - fall);
  return 1 + 0.1 * Math.sin(hop * Math.PI) * (1 - hop);
}
