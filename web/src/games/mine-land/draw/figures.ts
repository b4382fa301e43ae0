/** The people on the tiles: small figures in their colours, fanned out where several stand. */

import type { Look } from "../../../core/look";
import { FONT } from "../../../core/fonts";

type Pen = CanvasRenderingContext2D;

export interface Figure { seat: number; /** The tile's middle in the picture. */ x: number; y: number; isMe: boolean; name: string; /** Below it, instead of nothing for oneself. */ label?: string }

/** Where figures stand around a tile's middle, by how many there are; more are only counted. */
const FANS = [
  [[0, 0]],
  [[-0.2, 0.06], [0.22, -0.06]],
  [[0, 0.18], [-0.26, -0.14], [0.26, -0.14]],
  [[-0.21, 0.2], [0.24, 0.2], [-0.21, -0.24], [0.24, -0.24]],
] as const;
const SIZES = [1, 0.74, 0.62, 0.54];
const MOST_DRAWN = 4;
/** Among others one must find oneself at once: large and in front, with the others around. */
const BESIDE_ME = [[0.31, -0.24], [0.33, 0.24], [-0.33, 0.24]] as const;
const MY_SIZE = 0.86, BESIDE_SIZE = 0.52;

/** Where each of those on a tile is drawn, as shares of it, and how large; oneself comes first. */
export function places(drawn: readonly Figure[]): { dx: number; dy: number; size: number }[] {
  const count = drawn.length;
  if (count === 1 || !drawn[0].isMe) return FANS[count - 1].map(([dx, dy]) => ({ dx, dy, size: SIZES[count - 1] }));
  const others = BESIDE_ME.slice(0, count - 1).map(([dx, dy]) => ({ dx, dy, size: BESIDE_SIZE }));
  return [{ dx: -0.02, dy: 0.02, size: MY_SIZE }, ...others];
}

/** Tiles with their people, each with the places they are drawn at. */
export function fanned(figures: readonly Figure[]): { drawn: Figure[]; hidden: number; at: Figure }[] {
  const tiles = new Map<string, Figure[]>();
  for (const figure of figures) {
    const key = `${Math.round(figure.x)} ${Math.round(figure.y)}`;
    tiles.set(key, [...(tiles.get(key) ?? []), figure]);
  }
  return [...tiles.values()].map((here) => {
    const sorted = here.toSorted((a, b) => Number(b.isMe) - Number(a.isMe) || a.seat - b.seat);
    return { drawn: sorted.slice(0, MOST_DRAWN), hidden: Math.max(0, sorted.length - MOST_DRAWN), at: sorted[0] };
  });
}

export function drawFigures(ctx: Pen, figures: readonly Figure[], size: number, look: Look, scale: number): void {
  const tiles = fanned(figures).toSorted((a, b) => a.at.y - b.at.y);
  for (const { drawn, hidden, at } of tiles) {
    const fan = places(drawn);
    for (let place = drawn.length - 1; place >= 0; place--) { // the first one, perhaps oneself, is in front
      const { dx, dy, size: share } = fan[place];
      const figure = drawn[place];
      drawFigure(ctx, figure.x + dx * size, figure.y + dy * size, size * share, figure, look);
    }
    if (hidden) drawCount(ctx, at.x + size * 0.4, at.y - size * 0.44, size, `+${hidden}`, look);
  }
  const taken: Label[] = [];
  for (const { drawn, hidden } of tiles) drawNames(ctx, drawn, hidden, size, look, scale, taken);
}

/** A digger: boots, a coat in the player's colour with their letter, a face, a helmet; mine has a lamp. */
export function drawFigure(ctx: Pen, x: number, y: number, size: number, { seat, isMe, name }: Figure, look: Look): void {
  const unit = size * 0.84;
  ctx.save();
  ctx.translate(x, y + size * 0.06);
  ctx.lineJoin = "round";
  const rim = Math.max(1.2, unit * 0.045);
  ctx.fillStyle = "rgb(0 0 0 / 0.25)";
  ctx.beginPath();
  ctx.ellipse(0, unit * 0.4, unit * 0.27, unit * 0.08, 0, 0, 7);
  ctx.fill();
  const coat = new Path2D();
  coat.roundRect(-unit * 0.23, -unit * 0.08, unit * 0.46, unit * 0.46, [unit * 0.2, unit * 0.2, unit * 0.08, unit * 0.08]);
  const head = new Path2D();
  head.arc(0, -unit * 0.2, unit * 0.17, 0, 7);
  const helmet = new Path2D();
  helmet.moveTo(-unit * 0.23, -unit * 0.22);
  helmet.quadraticCurveTo(-unit * 0.19, -unit * 0.46, 0, -unit * 0.46);
  helmet.quadraticCurveTo(unit * 0.19, -unit * 0.46, unit * 0.23, -unit * 0.22);
  helmet.closePath();
  if (isMe) {
    ctx.strokeStyle = "#ffffff";
    ctx.lineWidth = rim * 4;
    for (const part of [coat, head, helmet]) ctx.stroke(part);
  }
  ctx.strokeStyle = "#14181d";
  ctx.lineWidth = rim * 2;
  for (const part of [coat, head, helmet]) ctx.stroke(part);
  ctx.fillStyle = look.colour(seat);
  ctx.fill(coat);
  ctx.fillStyle = "#f2d9bd";
  ctx.fill(head);
  ctx.fillStyle = look.colour(seat);
  ctx.fill(helmet);
  ctx.lineWidth = rim;
  ctx.stroke(helmet);
  ctx.fillStyle = "#14181d";
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.arc(side * unit * 0.065, -unit * 0.15, unit * 0.024, 0, 7);
    ctx.fill();
  }
  if (isMe) drawLamp(ctx, unit, rim);
  ctx.fillStyle = look.ink(seat);
  ctx.font = `700 ${Math.round(unit * 0.24)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  if (unit >= 20) ctx.fillText(name.slice(0, 1).toUpperCase(), 0, unit * 0.18);
  ctx.restore();
}

function drawLamp(ctx: Pen, unit: number, rim: number): void {
  ctx.fillStyle = "#ffe9a8";
  ctx.strokeStyle = "#14181d";
  ctx.lineWidth = rim;
  ctx.beginPath();
  ctx.arc(0, -unit * 0.35, unit * 0.07, 0, 7);
  ctx.fill();
  ctx.stroke();
}

function drawCount(ctx: Pen, x: number, y: number, size: number, text: string, look: Look): void {
  const high = Math.max(10, size * 0.24);
  ctx.font = `700 ${Math.round(high)}px ${FONT}`;
  const wide = ctx.measureText(text).width + high * 0.7;
  ctx.fillStyle = look.theme === "dark" ? "#e9ecef" : "#14181d";
  ctx.beginPath();
  ctx.roundRect(x - wide / 2, y - high * 0.65, wide, high * 1.3, high * 0.65);
  ctx.fill();
  ctx.fillStyle = look.theme === "dark" ? "#14181d" : "#ffffff";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, x, y + high * 0.05);
}

/** Where a name stands: its middle, and how far it reaches. */
export interface Label { x: number; y: number; wide: number; high: number }

/** The first of these places that no other name has; null if there is none. */
export function freePlace(wanted: readonly Label[], taken: readonly Label[]): Label | null {
  const meets = (a: Label, b: Label) => 2 * Math.abs(a.x - b.x) < a.wide + b.wide && 2 * Math.abs(a.y - b.y) < a.high + b.high;
  return wanted.find((each) => !taken.some((other) => meets(each, other))) ?? null;
}

/** Below a figure and above it, as far as a name there can be read whole; none if the figure is out of the picture. */
export function labelsOf(at: { x: number; y: number }, size: number, wide: number, high: number, picture: { width: number; height: number }): Label[] {
  if (at.x < 0 || at.x > picture.width) return [];
  const least = (wide + high) / 2; // clear of the frame that a mode may have
  const x = Math.min(Math.max(at.x, least), picture.width - least);
  const places = [0.56, -0.58].map((down) => ({ x, y: at.y + size * down, wide, high }));
  return places.filter(({ y }) => y >= high / 2 && y <= picture.height - high / 2);
}

/** The names of the others below them, or above: one or two in full, of more only how many; or what is said of oneself. */
function drawNames(ctx: Pen, drawn: readonly Figure[], hidden: number, size: number, look: Look, scale: number, taken: Label[]): void {
  const others = drawn.filter((figure) => !figure.isMe);
  if (size < 22 * scale) return;
  const names = others.length + hidden > 2 ? "" : others.map((figure) => short(figure.name)).join(", ");
  const text = drawn[0].label || names;
  if (!text) return;
  const { x, y } = drawn[0];
  const high = Math.max(10 * scale, Math.min(13 * scale, size * 0.22));
  ctx.font = `600 ${Math.round(high)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const wide = ctx.measureText(text).width + high * 0.8;
  const label = freePlace(labelsOf({ x, y }, size, wide, high * 1.3, ctx.canvas), taken);
  if (!label) return; // the letter on the coat is left
  taken.push(label);
  ctx.fillStyle = look.theme === "dark" ? "rgb(16 20 26 / 0.82)" : "rgb(255 255 255 / 0.86)";
  ctx.beginPath();
  ctx.roundRect(label.x - wide / 2, label.y - high * 0.62, wide, label.high, high * 0.4);
  ctx.fill();
  ctx.fillStyle = look.theme === "dark" ? "#e9ecef" : "#1d2126";
  ctx.fillText(text, label.x, label.y + high * 0.06);
}

function short(name: string): string {
  return name.length > 14 ? `${name.slice(0, 13)}…` : name;
}
