/** Draws above the board: the last build, what moves, and by its neighbours what one may do. */

import { drawLegal } from "./legal";
import { paintPlot } from "./paint";
import { pen } from "./drawings";
import { drawReasons } from "./reasons";
import { BOUNCE_MS, Story } from "../model/story.svelte";
import { inTile, pointedAt, type Effects } from "./tops";

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

function whereOn({ ctx, box }: Effects): (cell: number) => { x: number; y: number } {
  const { canvas } = ctx;
  return (cell) => {
    const page = canvas.getBoundingClientRect();
    const scale = page.width / canvas.width;
    const { x, y, size } = box(cell);
    return { x: page.left + (x + size / 2) * scale, y: page.top + (y + size / 2) * scale };
  };
}

// Corners around the last build

function drawLastBuild(at: Effects): void {
  const cell = at.session.facts.last_cell;
  if (cell < 0) return;
  const corners = new Path2D(CORNERS);
  inTile(at, cell, (brush) => {
    for (const [width, colour] of [[0.1, "#14181d"], [0.045, "#ffffff"]] as const) {
      pen(brush, width, colour);
      brush.ctx.stroke(corners);
    }
  });
}

const CORNERS =
  "M.02 .24V.1Q.02 .02 .1 .02H.24M.76 .02H.9Q.98 .02 .98 .1V.24M.98 .76V.9Q.98 .98 .9 .98H.76M.24 .98H.1Q.02 .98 .02 .9V.76";

// A new building comes down and settles

function drawBounce(at: Effects, { cell, since }: { cell: number; since: number }): void {
  const { session, look } = at;
  const scale = bounceAt((performance.now() - since) / BOUNCE_MS);
  inTile(at, cell, (brush) => {
    const { ctx } = brush;
    ctx.translate(0.5, 0.5);
    ctx.scale(scale, scale);
    ctx.translate(-0.5, -0.5);
    // Its shadow, the farther away the higher it is.
    ctx.fillStyle = "rgb(0 0 0 / 0.3)";
    ctx.beginPath();
    ctx.roundRect(0.06, 0.06 + (scale - 1) * 0.5, 0.88, 0.88, 0.16);
    ctx.fill();
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
