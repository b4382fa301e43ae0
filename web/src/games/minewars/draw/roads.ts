/** Roads and bridges run from tile to tile: they are drawn towards what they lead to. */

import type { Look } from "../../../core/look";
import type { CellPaint } from "../../../board/screen";
import { besideOf, boardOf, BRIDGE, ROAD, standing, toCome, touching, type Known, type Field } from "../model/facts";
import { drawBridge } from "./things";

type At = CellPaint<Known>;

/** The road tiles, cities and bridges that a road leads to. */
export function roadWays(view: Field, cell: number): number[] {
  const { layers } = view;
  const owner = layers.owner[cell];
  const along = touching(view, cell).filter((near) => (standing(view, near) === ROAD || layers.city[near]) && layers.owner[near] === owner);
  const bridges = besideOf(view, cell).filter((near) => near >= 0 && standing(view, near) === BRIDGE);
  return [...along, ...bridges];
}

export function paintRoad({ ctx, x, y, size, cell, view, look }: At, isToCome: boolean): void {
  const board = boardOf(view);
  const here = board.corner(cell);
  const middle = { x: x + size / 2, y: y + size / 2 };
  const ways = isToCome ? [] : roadWays(view, cell);
  ctx.beginPath();
  for (const near of ways) {
    const there = board.corner(near);
    ctx.moveTo(middle.x, middle.y);
    ctx.lineTo(middle.x + ((there.x - here.x) * size) / 2, middle.y + ((there.y - here.y) * size) / 2);
  }
  if (!ways.length) {
    const half = isToCome ? 0.36 : 0.2;
    ctx.moveTo(middle.x - size * half, middle.y);
    ctx.lineTo(middle.x + size * half, middle.y);
  }
  ctx.lineCap = isToCome ? "butt" : "round";
  ctx.lineJoin = "round";
  if (isToCome) ctx.setLineDash([size * 0.09, size * 0.07]);
  for (const [colour, width] of roadColours(look)) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(1, width * size);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

function roadColours(look: Look): [string, number][] {
  return look.theme === "dark" ? [["#1b1712", 0.26], ["#b8a184", 0.16]] : [["#4a3a26", 0.26], ["#e2c99d", 0.16]];
}

/** How an axis is turned against the way from left to right: that of a square goes up and down first, of a hex up to the right. */
export function angleOf(view: Field, axis: number): number {
  const degrees = boardOf(view).outline.length === 4 ? -90 + 90 * axis : -60 + 60 * axis;
  return (degrees * Math.PI) / 180;
}

export function paintBridge({ ctx, x, y, size, cell, view, look }: At): void {
  const axis = Math.max(0, view.layers.axis[cell] - 1);
  const isLight = look.theme === "light";
  ctx.save();
  ctx.translate(x + size / 2, y + size / 2);
  ctx.rotate(angleOf(view, axis));
  ctx.scale(size, size);
  ctx.translate(-0.5, -0.5);
  if (toCome(view, cell)) {
    ctx.globalAlpha = 0.65;
    ctx.setLineDash([0.1, 0.08]);
  }
  drawBridge(ctx, isLight ? "#3c2d1a" : "#1b140b", toCome(view, cell) ? "transparent" : isLight ? "#caa873" : "#9c8460");
  ctx.restore();
}
