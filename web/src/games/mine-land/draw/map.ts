/** The explored world as a picture: a pixel a tile, painted page by page where something is new. */

import { Atlas, PAGE } from "../../../board/atlas";
import type { Look } from "../../../core/look";
import type { Known, Session, Spot } from "../model/facts";
import { keepMap } from "../model/keep";
import { pixelOfTile } from "./paint";

export const SCALES = [1, 2, 3, 4, 6, 8];

export class WorldMap {
  #atlas: Atlas<Known>;
  #canvas: HTMLCanvasElement | null = null;
  #dirty = new Set<string>();
  #key = "";

  constructor(session: Session) {
    this.#atlas = Atlas.of(session);
    this.#atlas.onChange.add((x, y) => this.#dirty.add(`${Math.floor(x / PAGE)},${Math.floor(y / PAGE)}`));
    this.#atlas.onForget.add(() => this.#forget());
    if (session.id && !session.isReplay) void keepMap(this.#atlas, session.id, session.view).then(() => session.redraw());
  }

  static of(session: Session): WorldMap {
    return session.own("mine-land.map", () => new WorldMap(session));
  }

  /** How many tiles have been seen. */
  get count(): number {
    return this.#atlas.count;
  }

  /** The middle of what has been seen, and how far it reaches across and down. */
  get bounds(): { middle: Spot; width: number; height: number } {
    const corners = [...this.#atlas.pages.values()].map(({ rect }) => rect);
    const span = (axis: "x" | "y") => {
      const places = corners.map((rect) => rect[axis]);
      return [Math.min(...places), Math.max(...places) + PAGE];
    };
    const [[left, right], [top, bottom]] = [span("x"), span("y")];
    return { middle: { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) }, width: right - left, height: bottom - top };
  }

  /** Draw the tiles around a middle, each with this size in pixels. */
  draw(ctx: CanvasRenderingContext2D, middle: Spot, size: number, look: Look, world: { width: number; height: number }): void {
    const { width, height } = ctx.canvas;
    const picture = this.#picture(look, world);
    const [left, top] = [Math.round(width / 2 - (middle.x + 0.5) * size), Math.round(height / 2 - (middle.y + 0.5) * size)];
    ctx.imageSmoothingEnabled = false;
    ctx.clearRect(0, 0, width, height);
    ctx.drawImage(picture, left, top, world.width * size, world.height * size);
    ctx.strokeStyle = look.neutral.faint;
    ctx.lineWidth = 2;
    ctx.strokeRect(left - 1, top - 1, world.width * size + 2, world.height * size + 2);
  }

  #forget(): void {
    this.#canvas = null;
    this.#dirty.clear();
  }

  #picture(look: Look, { width, height }: { width: number; height: number }): HTMLCanvasElement {
    if (!this.#canvas || this.#key !== look.key) {
      this.#key = look.key;
      this.#canvas = Object.assign(document.createElement("canvas"), { width, height });
      for (const key of this.#atlas.pages.keys()) this.#dirty.add(key);
    }
    const ctx = this.#canvas.getContext("2d")!;
    for (const key of this.#dirty) this.#paint(ctx, key, look);
    this.#dirty.clear();
    return this.#canvas;
  }

  #paint(ctx: CanvasRenderingContext2D, key: string, look: Look): void {
    const page = this.#atlas.pages.get(key);
    if (!page) return;
    const image = new ImageData(PAGE, PAGE);
    const { ground, flag, digit } = page.layers;
    page.seen.forEach((isSeen, cell) => {
      if (isSeen) image.data.set([...pixelOfTile(ground[cell], flag[cell], digit[cell], look), 255], cell * 4);
    });
    ctx.putImageData(image, page.rect.x, page.rect.y);
  }
}
