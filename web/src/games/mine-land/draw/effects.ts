/** Draws above the tiles: what is in reach, the people, blasts, and points that rise. */

import type { Look } from "../../../core/look";
import { t } from "../../../core/texts";
import type { EffectPaint } from "../../../board/screen";
import { litTiles } from "../input/clicks";
import { coloursOf } from "./colours";
import { cellOf, isWalkable, isWindow, LIT, mayAct, WAYS, type Known, type Session, type Spot, type Window } from "../model/facts";
import { drawFigures, type Figure } from "./figures";
import { Motion } from "./motion";
import { FONT } from "../../../core/fonts";
import { drawFlag } from "./paint";
import { BOOM_MS, FALL_MS, FLOAT_MS, SIDE_MS, Story } from "../model/story";
import { Walk } from "../model/walk.svelte";

type At = EffectPaint<Known>;

/** A place of the world in the picture: its middle, and how large a tile is. */
function placer({ box, session }: At): (spot: Spot) => { x: number; y: number; size: number } {
  const { rect } = session.view;
  const corner = box(0);
  const { size } = corner;
  return ({ x, y }) => ({ x: corner.x + (x - rect.x + 0.5) * size, y: corner.y + (y - rect.y + 0.5) * size, size });
}

export function drawEffects(at: At): void {
  const { session } = at;
  const now = performance.now();
  if (!isWindow(session.view)) return drawTruth(at, now);
  if (mayAct(session)) drawReach(at);
  if (isLit(session)) drawLit(at, now);
  drawBooms(at, now);
  drawPeople(at, now);
  drawFalls(at, now);
  drawSides(at, now);
  drawFloats(at, now);
}

/** The whole world of a round that is over: all who are on the board, where they are. */
function drawTruth(at: At, now: number): void {
  const { ctx, session, look } = at;
  const place = placer(at);
  drawBooms(at, now);
  const figures = session.facts.walkers.map(([seat, x, y]) => figureOf(at, seat, place({ x, y }), false));
  drawFigures(ctx, figures, Math.max(place({ x: 0, y: 0 }).size, 14), look, window.devicePixelRatio || 1);
}

// What one can reach

function drawReach(at: At): void {
  const { ctx, session, look, box } = at;
  const { view } = session;
  const { place } = Walk.of(session);
  const isFlagging = session.mode === "flag";
  const colours = coloursOf(look);
  for (const cell of litTiles(session)) {
    const { x, y, size } = box(cell);
    outlineTile(ctx, x, y, size, isFlagging ? colours.red : look.neutral.accent, look);
  }
  for (const { dx, dy } of Object.values(WAYS)) {
    const cell = cellOf(view, { x: place.x + dx, y: place.y + dy });
    if (isWalkable(view, cell)) drawDot(at, box(cell), dx, dy);
  }
}

function outlineTile(ctx: CanvasRenderingContext2D, x: number, y: number, size: number, colour: string, look: Look): void {
  const wide = Math.max(1.5, size * 0.045);
  ctx.globalAlpha = 0.9;
  ctx.lineWidth = wide * 2;
  ctx.strokeStyle = look.theme === "dark" ? "rgb(0 0 0 / 0.5)" : "rgb(255 255 255 / 0.75)";
  ctx.beginPath();
  ctx.roundRect(x + wide * 1.6, y + wide * 1.6, size - wide * 3.2, size - wide * 3.2, size * 0.12);
  ctx.stroke();
  ctx.lineWidth = wide;
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** At the tile's edge towards the walker: numbers stay clear. */
function drawDot({ ctx, look }: At, { x, y, size }: { x: number; y: number; size: number }, dx: number, dy: number): void {
  ctx.fillStyle = look.neutral.accent;
  ctx.strokeStyle = look.theme === "dark" ? "#14181d" : "#ffffff";
  ctx.lineWidth = Math.max(1, size * 0.03);
  ctx.beginPath();
  ctx.arc(x + size * (0.5 - dx * 0.36), y + size * (0.5 - dy * 0.36), Math.max(2.5, size * 0.07), 0, 7);
  ctx.fill();
  ctx.stroke();
}

// People

function drawPeople(at: At, now: number): void {
  const { ctx, session, look } = at;
  const { view } = session;
  const place = placer(at);
  const motion = Motion.of(session);
  const figures: Figure[] = motion.others(now).map(({ seat, spot }) => figureOf(at, seat, place(spot), false));
  const isHere = !view.facts.is_dead && !view.facts.is_away && view.facts.at[0] >= 0;
  const label = !view.facts.score && mayAct(session) ? t("mine-land.you") : undefined; // until one has found oneself
  if (isHere) figures.push({ ...figureOf(at, view.viewer, place(motion.middle(now)), true), label });
  const { size } = place({ x: 0, y: 0 });
  drawFigures(ctx, figures, size, look, window.devicePixelRatio || 1);
  for (const { x, y, digit } of numbersUnder(view)) {
    const corner = place({ x, y });
    drawBadge(ctx, corner.x - size * 0.33, corner.y - size * 0.31, size, digit, look);
  }
}

/** The numbers that somebody stands on: a figure would hide them. */
export function numbersUnder(view: Window): { x: number; y: number; digit: number }[] {
  const { facts, layers } = view;
  const own = facts.is_dead || facts.is_away ? [] : [facts.at];
  const spots = [...own, ...facts.walkers.map(([, x, y]) => [x, y] as const)].map(([x, y]) => ({ x, y }));
  const found = spots.map((spot) => ({ ...spot, digit: layers.digit[cellOf(view, spot)] ?? 0 }));
  return found.filter(({ x, y, digit }, place) => digit && found.findIndex((each) => each.x === x && each.y === y) === place);
}

/** A number in a corner of its tile, on a plate of the tile's own ground. */
function drawBadge(ctx: CanvasRenderingContext2D, x: number, y: number, size: number, digit: number, look: Look): void {
  const colours = coloursOf(look);
  const half = size * 0.17;
  ctx.fillStyle = colours.soil;
  ctx.strokeStyle = colours.digits[digit];
  ctx.lineWidth = Math.max(1, size * 0.025);
  ctx.beginPath();
  ctx.roundRect(x - half, y - half, 2 * half, 2 * half, half * 0.5);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = colours.digits[digit];
  ctx.font = `800 ${Math.round(size * 0.3)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(String(digit), x, y + size * 0.015);
}

function figureOf({ session }: At, seat: number, { x, y }: Spot, isMe: boolean): Figure {
  return { seat, x, y, isMe, name: session.name(seat) };
}

/** A player who has died leaves a helmet on the ground for a moment; your own stays. */
function drawFalls(at: At, now: number): void {
  const { ctx, session } = at;
  const { facts, viewer } = session.view;
  for (const { x, y, seat, since } of Story.of(session).falls) {
    ctx.globalAlpha = Math.max(0, Math.min(1, 2 * (1 - (now - since) / FALL_MS)));
    if (seat !== viewer) drawHelmet(at, { x, y }, seat);
  }
  ctx.globalAlpha = 1;
  if (facts.is_dead && facts.watching < 0) drawHelmet(at, { x: facts.at[0], y: facts.at[1] }, viewer);
}

function drawHelmet(at: At, spot: Spot, seat: number): void {
  const { ctx, look } = at;
  const { x, y, size } = placer(at)(spot);
  ctx.fillStyle = look.colour(seat);
  ctx.strokeStyle = "#14181d";
  ctx.lineWidth = size * 0.05;
  ctx.beginPath();
  ctx.ellipse(x, y + size * 0.18, size * 0.24, size * 0.22, -0.3, Math.PI, 0);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
}

// Blasts

/** Does a bomb in the window go off next? What the dead hold in memory stands still. */
export function isLit(session: Session): boolean {
  const { layers, facts } = session.view;
  const isHeld = (facts.is_dead && facts.watching < 0) || facts.is_away || !!facts.ending;
  return !isHeld && layers.ground.includes(LIT);
}

/** A bomb that is about to go off has a ring around it, which closes in. */
function drawLit(at: At, now: number): void {
  const { ctx, session, look, box } = at;
  const { ground } = session.view.layers;
  const colour = coloursOf(look).emberGlow;
  for (let cell = ground.indexOf(LIT); cell >= 0; cell = ground.indexOf(LIT, cell + 1)) {
    const { x, y, size } = box(cell);
    const swell = look.isStill ? 0.5 : (now % 400) / 400;
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(2, size * 0.06);
    ctx.beginPath();
    ctx.arc(x + size / 2, y + size / 2, size * (0.62 - swell * 0.16), 0, 7);
    ctx.stroke();
  }
}

/** A soft disc as far as it reaches, and a ring that goes outward; without movement only the ring. */
function drawBooms(at: At, now: number): void {
  const { ctx, session, look } = at;
  const place = placer(at);
  const far = session.facts.terms.blast_radius + 0.5;
  for (const boom of Story.of(session).booms) {
    const { x, y, size } = place(boom);
    const share = Math.min(1, (now - boom.since) / BOOM_MS);
    const reach = far * size * (look.isStill ? 1 : 1 - (1 - Math.min(1, share * 2.2)) ** 3);
    ctx.globalAlpha = look.isStill ? 1 : (1 - share) ** 1.5;
    if (!look.isStill) drawGlow(ctx, x, y, reach, look);
    ctx.lineWidth = Math.max(2, size * 0.05);
    ctx.strokeStyle = coloursOf(look).emberGlow;
    ctx.beginPath();
    ctx.arc(x, y, Math.max(1, reach), 0, 7);
    ctx.stroke();
    ctx.globalAlpha = 1;
  }
}

function drawGlow(ctx: CanvasRenderingContext2D, x: number, y: number, reach: number, look: Look): void {
  if (reach < 1) return;
  const glow = ctx.createRadialGradient(x, y, 0, x, y, reach);
  const isDark = look.theme === "dark";
  glow.addColorStop(0, isDark ? "rgb(255 214 150 / 0.6)" : "rgb(255 236 190 / 0.8)");
  glow.addColorStop(0.4, isDark ? "rgb(255 150 70 / 0.22)" : "rgb(250 176 92 / 0.3)");
  glow.addColorStop(1, "rgb(217 72 15 / 0)");
  ctx.fillStyle = glow;
  ctx.beginPath();
  ctx.arc(x, y, reach, 0, 7);
  ctx.fill();
}

/** Where a chain came in: the window's edge on that side glows, with a point inward. */
function drawSides(at: At, now: number): void {
  const { ctx, session, look } = at;
  const { sight } = session.facts.terms;
  const place = placer(at);
  const middle = place(Motion.of(session).middle(now));
  const half = (sight + 0.5) * middle.size;
  for (const { dx, dy, since } of Story.of(session).sides) {
    ctx.globalAlpha = look.isStill ? 0.9 : Math.max(0, 1 - (now - since) / SIDE_MS);
    ctx.fillStyle = ctx.strokeStyle = coloursOf(look).emberGlow;
    const [x, y] = [middle.x + dx * half, middle.y + dy * half];
    const deep = middle.size * 0.75;
    ctx.beginPath();
    const across = { x: -dy, y: dx };
    ctx.moveTo(x - dx * deep, y - dy * deep);
    ctx.lineTo(x + across.x * deep, y + across.y * deep);
    ctx.lineTo(x - across.x * deep, y - across.y * deep);
    ctx.closePath();
    ctx.fill();
    drawEdge(ctx, middle, half, dx, dy, middle.size * 0.12);
    ctx.globalAlpha = 1;
  }
}

function drawEdge(ctx: CanvasRenderingContext2D, middle: Spot, half: number, dx: number, dy: number, wide: number): void {
  if (dx) ctx.fillRect(middle.x + dx * half - (dx > 0 ? wide : 0), middle.y - half, wide, 2 * half);
  if (dy) ctx.fillRect(middle.x - half, middle.y + dy * half - (dy > 0 ? wide : 0), 2 * half, wide);
}

// Points

function drawFloats(at: At, now: number): void {
  const { ctx, session, look } = at;
  const place = placer(at);
  for (const float of Story.of(session).floats) {
    const { x, y, size } = place(float);
    const share = (now - float.since) / FLOAT_MS;
    const rise = look.isStill ? 0.3 : 0.2 + share * 0.7;
    ctx.globalAlpha = Math.min(1, 2.5 * (1 - share));
    ctx.font = `800 ${Math.round(Math.max(13, size * (float.isGood ? 0.44 : 0.34)))}px ${FONT}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    ctx.lineWidth = size * 0.1;
    ctx.strokeStyle = look.theme === "dark" ? "#10141a" : "#ffffff";
    ctx.strokeText(float.text, x, y - rise * size);
    ctx.fillStyle = look.neutral.accent;
    ctx.fillText(float.text, x, y - rise * size);
    if (float.isFlag) drawFlag(ctx, x + size * 0.3, y - (rise + 0.2) * size, size * 0.4, false, coloursOf(look));
    ctx.globalAlpha = 1;
  }
}
