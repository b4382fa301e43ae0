/** Draws where one may build, and what a settlement would yield there. */

import { mix } from "../../../core/colours";
import type { Look } from "../../../core/look";
import { drawCoin, pen, type Brush } from "./drawings";
import { aroundOf, buildOf, giversOf, isFree, isLegal, plannerOf, yieldOf, type Session } from "../model/tiles";
import { inTile, pointedAt, type Effects } from "./tops";

/** Nearly the whole island, before one's first farm: then a dot each is enough. */
const MANY = 36;

/** Where a click builds. While something is on its way, nothing is lit. */
export function litTiles(session: Session): number[] {
  const { view, canAct, pending } = session;
  if (!canAct || pending.length) return [];
  return [...view.layers.legal.keys()].filter((cell) => isLegal(view, cell, buildOf(session)));
}

export function drawLegal(at: Effects): void {
  const { session, look } = at;
  const { view } = session;
  const build = buildOf(session);
  const seat = plannerOf(view);
  const pointed = pointedAt(session);
  const near = new Set(pointed >= 0 && isLegal(view, pointed, build) ? [pointed, ...aroundOf(view, pointed)] : []);
  const tagged = new Set(near.size && build === "settle" ? giversOf(view, pointed, seat).map((each) => each.cell) : []);
  const isMany = view.layers.legal.filter((may) => may).length > MANY;
  const lit = new Set(litTiles(session));
  for (let cell = 0; cell < view.layers.legal.length; cell++) {
    const canBuild = lit.has(cell);
    const isPointed = cell === pointed;
    if (canBuild) inTile(at, cell, (brush) => (isMany && !isPointed ? dotTile(brush, look) : lightTile(brush, look, isPointed)));
    // A farm opens the tiles around it: what they would yield is shown as one points at it.
    const isShown = build === "settle" ? canBuild : near.has(cell) && isFree(view, cell);
    if (!isShown || tagged.has(cell)) continue;
    inTile(at, cell, (brush) => drawPreview(brush, look, yieldOf(view, cell, seat), isPointed));
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
  const { paper, ink } = previewInks(look, amount > 1 || isPointed);
  brush.ctx.globalAlpha = isPointed ? 1 : 0.85 + 0.15 * share;
  drawCoin({ ...brush, ink, paper }, 0.5, 0.5, isPointed ? 0.27 : 0.17 + 0.07 * share, String(amount));
}

/** Of the number and what is behind it: even a low one can be read. */
export function previewInks(look: Look, isStrong: boolean): { paper: string; ink: string } {
  const { accent, faint } = look.neutral;
  return { paper: look.theme === "dark" ? "#20262c" : "#ffffff", ink: isStrong ? accent : mix(accent, faint, 0.25) };
}
