/** Draws one cell: covered, somebody's, a crater or a mine in plain sight. */

import { mix, toRgb, type Rgb } from "../../../core/colours";
import { digitInk } from "../../../core/digits";
import { FONT } from "../../../core/fonts";
import type { Look } from "../../../core/look";
import type { CellPaint } from "../../../board/screen";
import { drawMeadow, drawTurf, grainOf, turfOf } from "../../../board/turf";
import { drawCrater, drawFlag, drawMine, drawStrike, inBox, type Pen } from "./drawings";
import { CRATER, digitOf, HIDDEN_MINE, isCovered, isDone, isOwn, MINE, ownerOf, type Known, type Field } from "../model/ground";
import { drawTexture } from "./textures";

type At = CellPaint<Known>;

const EDGES_FROM = 8, PICTURES_FROM = 9; // device pixels per cell

/** Ground that this player may not open now stands back. */
function isBarred({ viewer, facts, layers }: Field, cell: number): boolean {
  return viewer >= 0 && facts.stage > 0 && !facts.ending && !layers.legal[cell];
}

function fillOf(view: Field, cell: number, look: Look): string {
  const owner = ownerOf(view, cell);
  if (owner >= 0) return look.colour(owner);
  const { turf, meadow, earth } = turfOf(look);
  if (view.layers.ground[cell] === CRATER || view.layers.ground[cell] === MINE) return earth;
  return isBarred(view, cell) ? meadow : turf;
}

/** Far out: what has been worked off is a little darker, so that one's edge is seen. */
export function pixelOf(cell: number, view: Field, look: Look): Rgb {
  const fill = fillOf(view, cell, look);
  if (view.layers.ground[cell] === MINE || view.layers.ground[cell] === HIDDEN_MINE) return toRgb(look.neutral.ink);
  if (view.layers.flag[cell]) return toRgb(look.neutral.danger);
  return toRgb(digitOf(view, cell) > 0 ? mix(fill, look.ink(ownerOf(view, cell)), 0.22) : fill);
}

export function paint(at: At): void {
  const { ctx, x, y, size, cell, view, look } = at;
  ctx.beginPath();
  ctx.rect(x, y, size, size);
  ctx.clip();
  ctx.fillStyle = fillOf(view, cell, look);
  ctx.fillRect(x, y, size, size);
  if (isCovered(view, cell)) return paintCovered(at);
  if (view.layers.owner[cell]) return paintOwned(at);
  paintBare(at);
}

/** Turf, and long grass where nothing may be opened now. */
function paintCovered({ ctx, x, y, size, cell, view, look }: At): void {
  const grain = grainOf(cell % view.rect.width, Math.floor(cell / view.rect.width));
  ctx.save();
  ctx.translate(x, y);
  (isBarred(view, cell) ? drawMeadow : drawTurf)(ctx, size, grain, turfOf(look));
  ctx.restore();
  if (size < PICTURES_FROM) return paintDot(ctx, x, y, size, view, cell, look);
  if (view.layers.ground[cell] === HIDDEN_MINE) {
    ctx.globalAlpha = 0.75;
    inBox(ctx, { x, y, size }, (pen) => drawMine(pen, look.neutral.ink, turfOf(look).turf));
  }
  if (view.layers.flag[cell]) inBox(ctx, { x, y, size }, (pen) => drawFlag(pen, look.neutral.danger, look.neutral.ink));
}

/** A flag, or in replays a mine, where there is no room for a picture. */
function paintDot(ctx: Pen, x: number, y: number, size: number, view: Field, cell: number, look: Look): void {
  const isMine = view.layers.ground[cell] === HIDDEN_MINE;
  if (!view.layers.flag[cell] && !isMine) return;
  ctx.fillStyle = isMine ? look.neutral.ink : look.neutral.danger;
  ctx.fillRect(x + size * 0.25, y + size * 0.25, size * 0.5, size * 0.5);
}

function paintBare({ ctx, x, y, size, cell, view, look }: At): void {
  drawLine(ctx, x, y, size, mix(turfOf(look).earth, look.neutral.ink, 0.25));
  inBox(ctx, { x, y, size }, (pen) => {
    if (view.layers.ground[cell] === CRATER) return drawCrater(pen, look);
    drawMine(pen, look.neutral.ink, turfOf(look).earth);
    drawStrike(pen, look.neutral.danger);
  });
}

/** Mine with its number; others' flat, with a texture. */
function paintOwned(at: At): void {
  const { ctx, x, y, size, cell, view, look } = at;
  const owner = ownerOf(view, cell);
  const number = digitOf(view, cell);
  if (number < 0) drawTexture(ctx, owner, x, y, size, look.ink(owner));
  if (size >= EDGES_FROM) {
    ctx.globalAlpha = number < 0 ? 0.07 : 0.16;
    drawLine(ctx, x, y, size, look.ink(owner));
    ctx.globalAlpha = 1;
  }
  paintRim(at, owner);
  if (number > 0) paintNumber(at, owner, number);
}

function drawLine(ctx: Pen, x: number, y: number, size: number, colour: string): void {
  const wide = Math.max(1, Math.round(size / 32));
  ctx.fillStyle = colour;
  ctx.fillRect(x, y + size - wide, size, wide);
  ctx.fillRect(x + size - wide, y, wide, size);
}

/** Where an area ends: a dark line, and on one's own a light one within. */
function paintRim({ ctx, x, y, size, cell, view, look }: At, owner: number): void {
  const { width, height } = view.rect;
  const [column, row] = [cell % width, Math.floor(cell / width)];
  const differs = (dx: number, dy: number) => {
    const [nx, ny] = [column + dx, row + dy];
    if (nx < 0 || ny < 0 || nx >= width || ny >= height) return true;
    return ownerOf(view, ny * width + nx) !== owner;
  };
  const sides: [boolean, number, number][] = [
    [differs(0, -1), 0, -1], [differs(0, 1), 0, 1], [differs(-1, 0), -1, 0], [differs(1, 0), 1, 0],
  ];
  const wide = Math.max(1, Math.floor(size * 0.06));
  const stroke = (colour: string, from: number, thick: number) => {
    ctx.fillStyle = colour;
    for (const [isEdge, dx, dy] of sides) {
      if (!isEdge) continue;
      if (dy) ctx.fillRect(x, dy < 0 ? y + from : y + size - from - thick, size, thick);
      else ctx.fillRect(dx < 0 ? x + from : x + size - from - thick, y, thick, size);
    }
  };
  if (isOwn(view, cell) && size >= 12) stroke("#ffffff", wide, wide);
  stroke(mix(look.colour(owner), "#000000", 0.55), 0, wide);
}

/** What a number stands on: pale, or deep in the dark, so that each number has its own colour. */
export function plateOf(look: Look, owner: number): string {
  return mix(look.colour(owner), look.theme === "dark" ? "#1b2127" : "#ffffff", look.theme === "dark" ? 0.74 : 0.84);
}

/** One's own numbers fill small cells: they are to be read at any size. Those that are done sink into the ground. */
function paintNumber({ ctx, x, y, size, cell, view, look }: At, owner: number, number: number): void {
  const high = size < 14 ? size * 0.98 : size < 24 ? size * 0.78 : size * 0.66;
  if (view.viewer >= 0 && isDone(view, cell)) {
    ctx.globalAlpha = 0.6;
    ctx.fillStyle = look.ink(owner);
  } else {
    const edge = size < 14 ? 0 : Math.max(2, Math.round(size * 0.1));
    ctx.fillStyle = plateOf(look, owner);
    ctx.beginPath();
    ctx.roundRect(x + edge, y + edge, size - 2 * edge, size - 2 * edge, edge);
    ctx.fill();
    ctx.fillStyle = digitInk(plateOf(look, owner), number);
  }
  ctx.font = `${number > 2 ? 800 : 700} ${Math.round(high)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillText(String(number), x + size / 2, y + size / 2 + high * 0.36);
}
