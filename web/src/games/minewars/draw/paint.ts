/** Draws one tile: ground, whose it is, what is seen of it, what stands, lies and is written there. */

import { mix, toRgb, type Rgb } from "../../../core/colours";
import { digitInk } from "../../../core/digits";
import { FONT } from "../../../core/fonts";
import type { Look } from "../../../core/look";
import { drawPattern } from "../../../core/patterns";
import type { CellPaint } from "../../../board/screen";
import { drawKind, type Pen } from "./art";
import { fillOf, inkOf } from "./colours";
import { paintEdges } from "./edges";
import {
  BARRICADE, boardOf, BRIDGE, DECOY, digitOf, FOG, isLand, isOwn, LIMITED, MINE, ownerOf, ROAD, SHOWN_EMPTY, standing, STRUCTURES, toCome, TOWER, touching, TRAP, WATER,
  type Known, type Field,
} from "../model/facts";
import { paintBridge, paintRoad } from "./roads";
import { drawBevel, stamp, trace } from "./stamps";
import { drawBarricade, drawCity, drawDecoy, drawFlag, drawMine, drawNothing, drawSkull, drawSmoke, drawTower, drawTrap } from "./things";

type At = CellPaint<Known>;

const PICTURES_FROM = 10, DIGITS_FROM = 9; // device pixels per cell

function fillAt(view: Field, cell: number, look: Look): string {
  const { kind, owner, sight, reach } = view.layers;
  return fillOf(look, kind[cell], owner[cell], sight[cell], reach[cell] > 0);
}

/** Far out and on the small map: cities and walls stand out, fog is dark. */
export function pixelOf(cell: number, view: Field, look: Look): Rgb {
  const { city, skull } = view.layers;
  const fill = fillAt(view, cell, look);
  if (city[cell]) return toRgb(view.layers.owner[cell] ? mix(fill, "#000000", 0.35) : look.neutral.ink);
  if (skull[cell]) return toRgb(look.neutral.danger);
  if (digitOf(view, cell) > 0) return toRgb(mix(fill, look.ink(ownerOf(view, cell)), 0.2));
  if (view.layers.kind[cell] > 4 && view.layers.owner[cell]) return toRgb(mix(fill, look.ink(ownerOf(view, cell)), 0.35));
  return toRgb(fill);
}

export function paint(at: At): void {
  const { view, cell } = at;
  paintGround(at);
  if (at.size >= PICTURES_FROM && view.layers.owner[cell]) {
    const { x, y, size, look } = at;
    drawPattern(at.ctx, look.pattern(ownerOf(view, cell)), x, y, size, look.ink(ownerOf(view, cell)));
  }
  paintEdges(at);
  if (at.size < DIGITS_FROM) return;
  paintStructure(at);
  if (view.layers.city[cell]) paintCity(at);
  paintItem(at);
  paintDigit(at);
  paintMarks(at);
}

/** The fill goes a little over the outline, so that no gap is seen between hexes. */
function paintGround({ ctx, x, y, size, cell, view, look }: At): void {
  const { kind, owner, sight, reach, city } = view.layers;
  const board = boardOf(view);
  const turn = (cell * 7 + Math.floor(cell / view.rect.width) * 3) % 4;
  const isCovered = sight[cell] === LIMITED && isLand(view, cell) && !standing(view, cell);
  const name = ["g", board.shape, look.key, kind[cell], owner[cell], sight[cell], reach[cell], turn, isCovered, city[cell] > 0].join();
  const fill = fillAt(view, cell, look);
  stamp(ctx, name, x, y, size, (pen) => {
    trace(pen, board, -0.7 / size);
    pen.fillStyle = fill;
    pen.fill();
    if (isCovered && size >= 8) drawBevel(pen, board, look);
    else if (size >= 8 && kind[cell] !== WATER) drawSeam(pen, board, look, fill);
    if (size < PICTURES_FROM || city[cell]) return;
    pen.globalAlpha = owner[cell] && kind[cell] < 5 ? 0.55 : 1;
    drawKind(pen, kind[cell], inkOf(look, kind[cell], owner[cell], sight[cell]), fill, turn);
  });
}

/** A faint line between tiles of one kind. */
function drawSeam(ctx: Pen, board: ReturnType<typeof boardOf>, look: Look, fill: string): void {
  trace(ctx, board, 0.012);
  ctx.lineWidth = 0.025;
  ctx.globalAlpha = 0.5;
  ctx.strokeStyle = mix(fill, look.theme === "dark" ? "#000000" : "#5b5340", 0.35);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** The ink of things on this tile, and what is light in them. */
function inks({ view, cell, look }: At): { ink: string; light: string } {
  const owner = ownerOf(view, cell);
  const ink = owner >= 0 ? look.ink(owner) : look.neutral.ink;
  return { ink, light: owner >= 0 ? look.colour(owner) : fillAt(view, cell, look) };
}

function paintStructure(at: At): void {
  const { ctx, x, y, size, cell, view, look } = at;
  const [done, coming] = [standing(view, cell), toCome(view, cell)];
  const kind = done || coming;
  if (!kind) return;
  if (kind === BRIDGE) paintBridge(at);
  if (kind === ROAD) paintRoad(at, !done);
  if (kind === TOWER || kind === BARRICADE) {
    const { ink, light } = inks(at);
    const wall = done ? mix(light, "#ffffff", 0.45) : "transparent";
    const name = ["s", kind, done > 0, ink, light].join();
    stamp(ctx, name, x, y, size, (pen) => {
      if (!done) pen.setLineDash([0.09, 0.07]);
      pen.globalAlpha = done ? 1 : 0.75;
      (kind === TOWER ? drawTower : drawBarricade)(pen, done ? "#14181d" : ink, wall);
    });
  }
  if (done) paintDamage(at, view.facts.terms.hp[STRUCTURES[done]] ?? 0, look);
}

/** What a structure still bears, once it has been hit. */
function paintDamage({ ctx, x, y, size, cell, view }: At, whole: number, look: Look): void {
  const left = view.layers.hp[cell];
  if (!left || left >= whole || size < 14) return;
  const [wide, high] = [size * 0.7, Math.max(2, size * 0.1)];
  const [from, top] = [x + (size - wide) / 2, y + size * 0.86 - high];
  ctx.fillStyle = "#14181d";
  ctx.fillRect(from - 1, top - 1, wide + 2, high + 2);
  ctx.fillStyle = look.theme === "dark" ? "#ff8a7a" : "#e8604c";
  ctx.fillRect(from, top, (wide * left) / whole, high);
}

function paintCity(at: At): void {
  const { ctx, x, y, size } = at;
  const { light } = inks(at);
  const name = ["c", light].join();
  stamp(ctx, name, x, y, size, (pen) => drawCity(pen, "#14181d", mix(light, "#ffffff", 0.62)));
}

const DRAWN: Record<number, (ctx: Pen, ink: string, light: string) => void> = { [MINE]: drawMine, [DECOY]: drawDecoy, [TRAP]: drawTrap, [SHOWN_EMPTY]: drawNothing };

function paintItem(at: At): void {
  const { ctx, x, y, size, cell, view } = at;
  const item = view.layers.item[cell];
  if (!item) return;
  const { ink, light } = inks(at);
  stamp(ctx, ["i", item, ink, light].join(), x, y, size, (pen) => DRAWN[item]?.(pen, ink, light));
}

/** Larger the more it counts; beside an item it is small, in the corner. */
function paintDigit({ ctx, x, y, size, cell, view, look }: At): void {
  const number = digitOf(view, cell);
  if (number <= 0) return;
  const fill = look.colour(ownerOf(view, cell));
  const structure = standing(view, cell) || toCome(view, cell);
  const isAside = view.layers.item[cell] > 0 || structure === TOWER || structure === BARRICADE;
  const high = size * (isAside ? 0.36 : size < 16 ? 0.8 : 0.5 + Math.min(number, 6) * 0.025);
  const [left, base] = isAside ? [x + size * 0.22, y + size * 0.4] : [x + size / 2, y + size / 2 + high * 0.36];
  ctx.globalAlpha = isOwn(view, cell) && isDone(view, cell) ? 0.65 : 1;
  ctx.font = `${number > 2 ? 800 : 700} ${Math.round(high)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.lineJoin = "round";
  ctx.lineWidth = size * 0.1;
  ctx.strokeStyle = fill;
  ctx.strokeText(String(number), left, base);
  ctx.fillStyle = digitInk(fill, number);
  ctx.fillText(String(number), left, base);
  if (view.layers.star[cell]) paintStar(ctx, left + high * 0.48, base - high * 0.6, size * 0.1, ctx.fillStyle, fill);
  ctx.globalAlpha = 1;
}

function paintStar(ctx: Pen, x: number, y: number, radius: number, ink: string, halo: string): void {
  ctx.lineCap = "round";
  ctx.beginPath();
  for (let way = 0; way < 3; way++) {
    const [dx, dy] = [Math.sin((way * Math.PI) / 3) * radius, Math.cos((way * Math.PI) / 3) * radius];
    ctx.moveTo(x - dx, y - dy);
    ctx.lineTo(x + dx, y + dy);
  }
  for (const [colour, width] of [[halo, 1.4], [ink, 0.55]] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(1, radius * width);
    ctx.stroke();
  }
}

/** Every foreign tile around a digit is flagged or shown: nothing is left to find. */
function isDone(view: Field, cell: number): boolean {
  const { flag, item } = view.layers;
  return touching(view, cell).every((near) => isOwn(view, near) || !isLand(view, near) || flag[near] || item[near]);
}

function paintMarks(at: At): void {
  const { ctx, x, y, size, cell, view, look } = at;
  const { smoke, skull, flag, sight } = view.layers;
  if (skull[cell]) {
    const isSmall = digitOf(view, cell) > 0 || view.layers.item[cell] > 0 || standing(view, cell) > 0;
    const side = Math.round(size * (isSmall ? 0.42 : 0.8));
    const [left, top] = isSmall ? [x + size - side - size * 0.06, y + size * 0.52] : [x + (size - side) / 2, y + (size - side) / 2];
    const bone = sight[cell] === FOG ? "#c9ccd0" : "#ffffff";
    stamp(ctx, `k${bone}`, Math.round(left), Math.round(top), side, (pen) => drawSkull(pen, bone, "#14181d"));
  }
  if (smoke[cell]) {
    const puff = look.theme === "dark" ? "#8b929a" : "#d9dcdf";
    stamp(ctx, `p${puff}`, x, y, size, (pen) => drawSmoke(pen, puff, "#4b525a"));
  }
  if (flag[cell]) stamp(ctx, `f${look.theme}`, x, y, size, (pen) => drawFlag(pen, look.theme === "dark" ? "#ff6b5e" : "#c9281f", "#14181d"));
}
