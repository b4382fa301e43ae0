/**
 * Bitmaps of a world whose window moves: 8 x 8 cells each, at their places in the world, painted
 * from what the atlas has. A step paints one new row; what was painted stays, so nothing flickers.
 */

import type { Look } from "../core/look";
import type { Known } from "../core/view";
import type { Following, GameScreen } from "./screen";
import type { Atlas } from "./atlas";
import type { Camera, Extent } from "../core/camera";

const SIDE = 8;
const KEPT = 40;

interface Ground {
  canvas: HTMLCanvasElement;
  ctx: CanvasRenderingContext2D;
  /** Cells to be painted, as `y * SIDE + x`; "all" for a new one. */
  dirty: Set<number> | "all";
}

export class Grounds<K extends Known> {
  #grounds = new Map<string, Ground>();
  #size = 0;
  #key = "";
  #atlas: Atlas<K>;
  #stops: (() => void)[];

  /** `changed` is called when something must be drawn again. */
  constructor(atlas: Atlas<K>, changed: () => void) {
    this.#atlas = atlas;
    const mark = (x: number, y: number) => {
      this.#mark(x, y);
      changed();
    };
    const forget = () => this.#grounds.clear();
    atlas.onChange.add(mark);
    atlas.onForget.add(forget);
    this.#stops = [() => atlas.onChange.delete(mark), () => atlas.onForget.delete(forget)];
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #mark(x: number, y: number): void {
    const ground = this.#grounds.get(`${Math.floor(x / SIDE)},${Math.floor(y / SIDE)}`);
    if (ground && ground.dirty !== "all") ground.dirty.add((y % SIDE) * SIDE + (x % SIDE));
  }

  /** The camera says where the world's own corner is. */
  draw(ctx: CanvasRenderingContext2D, screen: GameScreen<K>, look: Look, camera: Camera, canvas: Extent): void {
    const size = Math.round(camera.size);
    if (look.key !== this.#key || size !== this.#size) {
      [this.#key, this.#size] = [look.key, size];
      this.#grounds.clear();
    }
    const span = SIDE * size;
    const from = (at: number) => Math.max(0, Math.floor(-at / span));
    const to = (at: number, length: number) => Math.floor((length - 1 - at) / span);
    for (let row = from(camera.y); row <= to(camera.y, canvas.height); row++) {
      for (let column = from(camera.x); column <= to(camera.x, canvas.width); column++) {
        const ground = this.#ground(screen, look, column, row);
        if (ground) ctx.drawImage(ground.canvas, Math.round(camera.x) + column * span, Math.round(camera.y) + row * span);
      }
    }
  }

  #ground(screen: GameScreen<K>, look: Look, column: number, row: number): Ground | null {
    if (!this.#atlas.at(column * SIDE, row * SIDE)) return null; // a page holds whole grounds
    const key = `${column},${row}`;
    let ground = this.#grounds.get(key);
    if (ground) this.#grounds.delete(key); // to the end: the least used is the first
    else ground = newGround(this.#size);
    this.#grounds.set(key, ground);
    if (this.#grounds.size > KEPT) this.#grounds.delete(this.#grounds.keys().next().value!);
    if (ground.dirty === "all" || ground.dirty.size) this.#paint(ground, screen, look, column, row);
    return ground;
  }

  #paint(ground: Ground, screen: GameScreen<K>, look: Look, column: number, row: number): void {
    const places = ground.dirty === "all" ? Array(SIDE * SIDE).keys() : ground.dirty;
    const size = this.#size;
    for (const place of places) {
      const [x, y] = [place % SIDE, Math.floor(place / SIDE)];
      const { page, cell } = this.#atlas.at(column * SIDE + x, row * SIDE + y)!;
      if (!page.seen[cell]) continue;
      ground.ctx.save();
      screen.paint({ ctx: ground.ctx, x: x * size, y: y * size, size, cell, view: page, look });
      ground.ctx.restore();
    }
    ground.dirty = new Set();
  }
}

function newGround(size: number): Ground {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE * size, height: SIDE * size });
  return { canvas, ctx: canvas.getContext("2d")!, dirty: "all" };
}

/** The largest whole cell size at which the window is seen, with its middle in the middle. */
export function aimed(at: Following, canvas: Extent, edge: number): Camera {
  const across = 2 * at.sight + 1;
  const size = Math.max(1, Math.floor((Math.min(canvas.width, canvas.height) - 2 * edge) / across));
  return { x: Math.round(canvas.width / 2 - at.x * size), y: Math.round(canvas.height / 2 - at.y * size), size };
}

/** Outside the window all is memory: it is veiled. The world's edge is a line. */
export function drawVeil(ctx: CanvasRenderingContext2D, at: Following, camera: Camera, canvas: Extent, look: Look, scale: number): void {
  const side = (2 * at.sight + 1) * camera.size;
  const left = camera.x + (at.x - at.sight - 0.5) * camera.size;
  const top = camera.y + (at.y - at.sight - 0.5) * camera.size;
  ctx.fillStyle = look.neutral.table;
  ctx.globalAlpha = 0.66;
  ctx.beginPath();
  ctx.rect(0, 0, canvas.width, canvas.height);
  ctx.rect(left, top, side, side);
  ctx.fill("evenodd");
  ctx.globalAlpha = 1;
  ctx.strokeStyle = look.neutral.faint;
  ctx.lineWidth = 1.5 * scale;
  const [x, y] = [Math.max(left, camera.x), Math.max(top, camera.y)];
  const right = Math.min(left + side, camera.x + at.world.width * camera.size);
  const bottom = Math.min(top + side, camera.y + at.world.height * camera.size);
  ctx.strokeRect(x, y, right - x, bottom - y);
  ctx.strokeStyle = look.neutral.ink;
  ctx.lineWidth = 3 * scale;
  ctx.strokeRect(camera.x, camera.y, at.world.width * camera.size, at.world.height * camera.size);
}
