/** Paints one tile: the sea and its shore, the ground, and what is built on it. */

import { inkOn, mix, toRgb, type Rgb } from "../../../core/colours";
import type { Look } from "../../../core/look";
import { drawPattern } from "../../../core/patterns";
import type { CellPaint } from "../../../board/screen";
import { coastOf } from "./coast";
import {
  drawCoin, drawFarm, drawForest, drawGrass, drawMine, drawMountain, drawResort, drawWaves, pen, type Brush,
} from "./drawings";
import { aroundOf, FARM, FOREST, LAND, MINE, MOUNTAIN, ownerOf, WATER, type Known, type Island } from "../model/tiles";

interface Colours { sand: string; leaf: string; rock: string; paper: string; shore: string }

const LIGHT: Colours = { sand: "#eadfc4", leaf: "#c9d8b6", rock: "#ddd8cd", paper: "#fffdf7", shore: "#6d6350" };
const DARK: Colours = { sand: "#4c4a43", leaf: "#4a5d49", rock: "#54565a", paper: "#e4e0d5", shore: "#9b958a" };

export function coloursOf(look: Look): Colours {
  return look.theme === "dark" ? DARK : LIGHT;
}

export function paint({ ctx, x, y, size, cell, view, look }: CellPaint<Known>): void {
  ctx.beginPath();
  ctx.rect(x, y, size, size);
  ctx.clip();
  ctx.translate(x, y);
  ctx.scale(size, size);
  const brush = { ctx, size, ink: look.neutral.ink, ...coloursOf(look) };
  paintGround(brush, cell, view, look);
  if (view.layers.built[cell]) paintPlot(brush, cell, view, look);
}

// Grounds

function paintGround(brush: Brush, cell: number, view: Island, look: Look): void {
  const { ground } = view.layers;
  const column = cell % view.rect.width, row = Math.floor(cell / view.rect.width);
  const isSea = ground[cell] === WATER;
  const isShore = aroundOf(view, cell).some((each) => (ground[each] === WATER) !== isSea);
  brush.ctx.fillStyle = isSea ? look.neutral.water : look.neutral.land;
  brush.ctx.fillRect(0, 0, 1, 1);
  if (isShore) paintShore(brush, column, row, view, look);
  if (isSea) {
    if (!isShore) drawWaves({ ...brush, ink: look.neutral.waterInk }, column, row);
    return;
  }
  paintLines(brush, cell, view, look);
  if (view.layers.built[cell]) return;
  if (ground[cell] === LAND) drawGrass({ ...brush, ink: look.neutral.faint }, column, row);
  if (ground[cell] === FOREST) drawForest({ ...brush, ink: treeInk(look) }, column, row);
  if (ground[cell] === MOUNTAIN) drawMountain({ ...brush, paper: snow(look) }, column, row);
}

function treeInk(look: Look): string {
  return look.theme === "dark" ? "#a9bfa4" : "#48603f";
}

function snow(look: Look): string {
  return look.theme === "dark" ? "#8e9296" : "#fffdf7";
}

/** Shallows and two lines of surf in the water, then the land with its sand and its outline. */
function paintShore(brush: Brush, column: number, row: number, view: Island, look: Look): void {
  const { ctx } = brush;
  const { water, waterInk, land } = look.neutral;
  const { sand, shore } = coloursOf(look);
  const coast = coastOf(view);
  const along = (width: number, colour: string) => {
    pen(brush, width, colour);
    ctx.stroke(coast);
  };
  ctx.save();
  ctx.translate(-column, -row);
  ctx.fillStyle = water;
  ctx.fillRect(column, row, 1, 1);
  along(0.84, mix(water, waterInk, 0.4));
  along(0.78, water);
  along(0.52, mix(water, waterInk, 0.7));
  along(0.46, mix(water, waterInk, 0.22));
  ctx.fillStyle = land;
  ctx.fill(coast);
  ctx.save();
  ctx.clip(coast);
  along(0.2, sand);
  ctx.restore();
  along(0.035, shore);
  ctx.restore();
}

/** Thin lines between tiles, short of the corners, so that they can be counted. */
function paintLines(brush: Brush, cell: number, view: Island, look: Look): void {
  const { ctx, size } = brush;
  const { ground } = view.layers;
  const { width } = view.rect;
  const thin = Math.max(1, Math.round(size / 48)) / size;
  ctx.fillStyle = look.neutral.line;
  ctx.globalAlpha = 0.6;
  if (cell >= width && ground[cell - width] !== WATER) ctx.fillRect(0.16, 0, 0.68, thin);
  if (cell % width && ground[cell - 1] !== WATER) ctx.fillRect(0, 0.16, thin, 0.68);
  ctx.globalAlpha = 1;
}

// What is built

const INSET = 0.055, ROUND = 0.17;

/** The owner's colour, flat, and the building in ink on it. */
export function paintPlot(brush: Brush, cell: number, view: Island, look: Look): void {
  const { ctx, size } = brush;
  const owner = ownerOf(view, cell);
  const built = view.layers.built[cell];
  const ink = look.ink(owner);
  const plot = { ...brush, ink, paper: mix(look.colour(owner), inkOn(ink), 0.28) };
  outlinePlot(ctx, INSET);
  ctx.fillStyle = look.colour(owner);
  ctx.fill();
  pen(plot, 0.03, mix(look.colour(owner), "#14181d", 0.45));
  ctx.stroke();
  if (owner === view.viewer) paintMineLine(plot);
  ctx.save();
  ctx.scale(1 / size, 1 / size);
  drawPattern(ctx, look.pattern(owner), size * INSET, size * INSET, size * (1 - 2 * INSET), ink);
  ctx.restore();
  ctx.save();
  paintBuilding(plot, built);
  ctx.restore();
  if (built !== FARM) paintYield(plot, view.layers.yield[cell]);
}

function outlinePlot(ctx: CanvasRenderingContext2D, inset: number): void {
  ctx.beginPath();
  ctx.roundRect(inset, inset, 1 - 2 * inset, 1 - 2 * inset, ROUND - inset / 2);
}

/** A white line inside: mine, without needing the colour. */
function paintMineLine(brush: Brush): void {
  if (brush.size < 20) return;
  brush.ctx.globalAlpha = 0.9;
  pen(brush, 0.03, "#ffffff");
  outlinePlot(brush.ctx, INSET + 0.035);
  brush.ctx.stroke();
  brush.ctx.globalAlpha = 1;
}

function paintBuilding(brush: Brush, built: number): void {
  if (brush.size < 14) return;
  if (built === FARM) return drawFarm(brush);
  // Where the coin takes much of the tile, the drawing makes room for it.
  if (brush.size < 34) brush.ctx.transform(0.84, 0, 0, 0.84, 0.03, 0);
  if (built === MINE) drawMine(brush);
  else drawResort(brush);
}

function paintYield(brush: Brush, amount: number): void {
  const radius = Math.max(0.17, Math.min(0.27, 6.5 / brush.size));
  const place = 0.93 - radius;
  drawCoin({ ...brush, ink: "#14181d", paper: "#fffdf7" }, place, place, radius, String(amount));
}

// One pixel per tile

export function pixelOf(cell: number, view: Island, look: Look): Rgb {
  const owner = ownerOf(view, cell);
  if (owner >= 0) return look.rgb(owner);
  const ground = view.layers.ground[cell];
  const { water, land } = look.neutral;
  const { leaf, rock } = coloursOf(look);
  return toRgb(ground === WATER ? water : ground === FOREST ? leaf : ground === MOUNTAIN ? rock : land);
}
