/** Draws why a tile yields what it does, and whom a build would hurt: small labels around it. */

import { pen, writeAt } from "./drawings";
import { coloursOf } from "./paint";
import { buildOf, giversOf, harmedBy, isFree, isLegal, ownerOf, plannerOf } from "../model/tiles";
import type { Effects } from "./tops";

export function drawReasons(at: Effects, cell: number): void {
  const { session, look } = at;
  const { view } = session;
  const { accent, danger } = look.neutral;
  const seat = view.layers.built[cell] ? ownerOf(view, cell) : plannerOf(view);
  const build = buildOf(session);
  const isSettled = view.layers.built[cell] > 1;
  const isPlanned = isFree(view, cell) && session.canAct && isLegal(view, cell, build);
  if (isSettled || (isPlanned && build === "settle")) {
    for (const giver of giversOf(view, cell, seat)) {
      drawTag(at, tagSpot(at, cell, giver.cell), giver.amount > 0 ? "+1" : "−1", giver.amount > 0 ? accent : danger);
    }
  }
  if (!isPlanned) return;
  for (const harmed of harmedBy(view, cell, seat, build)) drawTag(at, cornerSpot(at, harmed), "−1", danger);
}

interface Spot { x: number; y: number; size: number }

/** On the neighbour, near the tile that it gives to. */
function tagSpot({ box }: Effects, from: number, to: number): Spot {
  const [a, b] = [box(from), box(to)];
  const along = (one: number, other: number) => one + (other - one) * 0.72 + a.size / 2;
  return { x: along(a.x, b.x), y: along(a.y, b.y), size: a.size };
}

/** In the corner across from the coin with its yield. */
function cornerSpot({ box }: Effects, cell: number): Spot {
  const { x, y, size } = box(cell);
  return { x: x + size * 0.26, y: y + size * 0.22, size };
}

/** A small label. */
function drawTag({ ctx, look }: Effects, { x, y, size }: Spot, text: string, colour: string): void {
  const brush = { ctx, size, ink: look.neutral.ink, ...coloursOf(look) };
  const high = Math.max(0.3, Math.min(0.5, 13 / size));
  ctx.save();
  ctx.translate(x, y);
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
