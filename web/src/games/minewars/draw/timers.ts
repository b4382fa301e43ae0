/** Draws small clocks where things take their time: protection, delayed actions, holds; and cities' tags. */

import { FONT } from "../../../core/fonts";
import { number } from "../../../core/texts";
import { drawOutline, pathOf, type Effects } from "./tops";
import { isPlaying, KINDS, protectedUntil, type City, type Session } from "../model/facts";
import { ringOf } from "../model/groups";
import { moneyOf } from "../model/money";

/** More clocks than this are one line around all that land, which fades. */
const MOST_CLOCKS = 90;

interface Protected { version: number; cells: number[] }

function protectedTiles(session: Session): number[] {
  const kept = session.own<Protected>("minewars.protected", () => ({ version: -1, cells: [] }));
  if (kept.version !== session.version) {
    const layer = session.view.layers.protected;
    kept.version = session.version;
    kept.cells = [];
    for (let cell = 0; cell < layer.length; cell++) if (layer[cell]) kept.cells.push(cell);
  }
  return kept.cells;
}

/** Is a clock running that must be drawn again and again? */
export function isTicking(session: Session): boolean {
  const { own, cities } = session.facts;
  return protectedTiles(session).length > 0 || own.deeds.length > 0 || cities.some((city) => !!city.hold_by);
}

/** Fresh land: a thin ring that runs out. */
export function drawProtection(at: Effects): void {
  const { ctx, box, session } = at;
  const cells = protectedTiles(session);
  const { size } = box(0);
  if (!cells.length || size < 8 || session.isOver) return;
  const time = session.now();
  const { protect_ms } = session.facts.terms;
  const isOn = ({ x, y }: { x: number; y: number }) => x > -size && y > -size && x < ctx.canvas.width && y < ctx.canvas.height;
  const seen = cells.filter((cell) => isOn(box(cell)));
  const shares = new Map<number, number[]>();
  for (const cell of seen) {
    const until = protectedUntil(session.view, cell, time);
    const tiles = shares.get(until);
    if (tiles) tiles.push(cell);
    else shares.set(until, [cell]);
  }
  ctx.lineCap = "round";
  for (const [until, tiles] of shares) {
    const share = Math.min(1, Math.max(0, (until - time) / protect_ms));
    if (seen.length > MOST_CLOCKS) {
      ctx.globalAlpha = 0.2 + 0.8 * share;
      drawOutline(at, new Set(tiles), "#14181d", size * 0.06);
      ctx.globalAlpha = 1;
      continue;
    }
    ringPath(at, tiles, share);
    ctx.lineWidth = Math.max(2, size * 0.1);
    ctx.strokeStyle = "rgb(20 24 29 / 0.55)";
    ctx.stroke();
    ctx.lineWidth = Math.max(1, size * 0.055);
    ctx.strokeStyle = "#ffffff";
    ctx.stroke();
  }
}

function ringPath({ ctx, box }: Effects, cells: readonly number[], share: number): void {
  ctx.beginPath();
  for (const cell of cells) {
    const { x, y, size } = box(cell);
    const [cx, cy] = [x + size / 2, y + size / 2];
    ctx.moveTo(cx, cy - size * 0.36);
    ctx.arc(cx, cy, size * 0.36, -Math.PI / 2, -Math.PI / 2 + share * 2 * Math.PI);
  }
}

/** A clock on a dark disc, with what is left of it. */
function drawClock({ ctx }: Effects, x: number, y: number, radius: number, share: number, colour: string): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.fillStyle = "rgb(20 24 29 / 0.82)";
  ctx.fill();
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.arc(x, y, radius * 0.78, -Math.PI / 2, -Math.PI / 2 + share * 2 * Math.PI);
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.fill();
}

/** One's own delayed actions: the tile is framed, and a clock runs out in its corner. */
export function drawDeeds(at: Effects): void {
  const { ctx, box, session, look } = at;
  const { own, terms } = session.facts;
  const time = session.now();
  for (const { what, cells, at: due } of own.deeds) {
    const verb = what.split("_")[0];
    const name = verb === "harvest" ? `harvest_${KINDS[session.view.layers.kind[cells[0]]]}` : verb;
    const share = Math.min(1, Math.max(0, (due - time) / (terms.delays[name] || 1000)));
    const colour = verb === "strike" || verb === "smoke" ? look.neutral.danger : look.neutral.accent;
    const { size } = box(cells[0]);
    pathOf(at, cells, 0.06);
    ctx.setLineDash([size * 0.14, size * 0.1]);
    ctx.lineWidth = Math.max(1.5, size * 0.07);
    ctx.strokeStyle = colour;
    ctx.stroke();
    ctx.setLineDash([]);
    for (const cell of cells) {
      const { x, y } = box(cell);
      drawClock(at, x + size * 0.8, y + size * 0.2, Math.max(5, size * 0.2), share, colour);
    }
  }
}

/** A hold: a ring around the city that fills, in the holder's colour. */
export function drawHolds(at: Effects): void {
  const { ctx, box, session, look } = at;
  const { cities, terms } = session.facts;
  for (const city of cities) {
    if (!city.hold_by || session.isOver) continue;
    const { x, y, size } = box(city.cell);
    const share = 1 - Math.min(1, Math.max(0, ((city.hold_until ?? 0) - session.now()) / Math.max(1, terms.hold_ms)));
    const [cx, cy, radius] = [x + size / 2, y + size / 2, size * 0.95];
    ctx.lineCap = "round";
    for (const [colour, width, end] of [["rgb(20 24 29 / 0.75)", 0.3, 1], [look.colour(city.hold_by - 1), 0.18, share]] as const) {
      ctx.beginPath();
      ctx.arc(cx, cy, radius, -Math.PI / 2, -Math.PI / 2 + end * 2 * Math.PI);
      ctx.strokeStyle = colour;
      ctx.lineWidth = Math.max(3, size * width);
      ctx.stroke();
    }
  }
}

/** Below an own city its money; below one that somebody is about to hold, how much of its ring. */
export function drawCityTags(at: Effects): void {
  const { box, session } = at;
  const { cities } = session.facts;
  const { size } = box(0);
  if (size < 18 * (window.devicePixelRatio || 1)) return;
  for (const city of cities) {
    const text = tagOf(session, city);
    if (text) drawTag(at, city.cell, text);
  }
}

export function tagOf(session: Session, city: City): string {
  const isMine = session.seat >= 0 && city.owner === session.seat + 1;
  if (isMine && isPlaying(session)) return number(moneyOf(city, session.now()));
  if (session.seat < 0 || session.isOver) return "";
  const { tiles, held } = ringOf(session.view, city.cell);
  return held ? `${held}/${tiles}` : "";
}

function drawTag({ ctx, box, look }: Effects, cell: number, text: string): void {
  const { x, y, size } = box(cell);
  const dots = window.devicePixelRatio || 1;
  const high = Math.min(16 * dots, Math.max(11 * dots, size * 0.34));
  ctx.font = `700 ${Math.round(high * 0.78)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const wide = ctx.measureText(text).width + high * 0.7;
  const [left, top] = [x + (size - wide) / 2, y + size * 0.9];
  ctx.beginPath();
  ctx.roundRect(left, top, wide, high, high / 2);
  ctx.fillStyle = look.theme === "dark" ? "#e9ecef" : "#14181d";
  ctx.globalAlpha = 0.9;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.fillStyle = look.theme === "dark" ? "#14181d" : "#ffffff";
  ctx.fillText(text, x + size / 2, top + high * 0.54);
}
