/**
 * Bitmaps of 16 x 16 cells, painted once and kept; a changed cell is painted again in its place.
 * Far out, where a cell is a few pixels, there is one picture with a pixel for each cell instead.
 */

import type { Look } from "../core/look";
import type { Topology } from "../core/topology";
import type { Changed, View } from "../core/view";
import type { GameScreen } from "./screen";
import type { Camera, Extent } from "../core/camera";

const SIDE = 16;
const KEPT = 160;

interface Chunk {
  canvas: HTMLCanvasElement;
  ctx: CanvasRenderingContext2D;
  /** Cells to be painted; "all" for a new one. */
  dirty: Set<number> | "all";
}

export interface Scene {
  screen: GameScreen<never>;
  view: View<never>;
  topology: Topology;
  look: Look;
}

export class Chunks {
  #chunks = new Map<number, Chunk>();
  #size = 0;
  #key = "";
  #pixels: HTMLCanvasElement | null = null;
  #image: ImageData | null = null;
  #dirtyPixels: Set<number> | "all" = "all";

  /** These cells look different now. */
  change(changed: Changed, width: number): void {
    if (changed === "all") {
      for (const chunk of this.#chunks.values()) chunk.dirty = "all";
      this.#dirtyPixels = "all";
      return;
    }
    for (const cell of changed) {
      const chunk = this.#chunks.get(chunkOf(cell, width));
      if (chunk && chunk.dirty !== "all") chunk.dirty.add(cell);
      if (this.#dirtyPixels !== "all") this.#dirtyPixels.add(cell);
    }
  }

  /** Draw what the camera sees. */
  draw(ctx: CanvasRenderingContext2D, scene: Scene, camera: Camera, canvas: Extent, isSettled: boolean): void {
    const size = Math.round(camera.size);
    if (this.#renew(scene) || (isSettled && size !== this.#size)) {
      this.#size = size;
      this.#chunks.clear();
    }
    for (const index of seen(scene.topology, camera, canvas)) this.#drawChunk(ctx, scene, camera, index);
  }

  /** With other colours, or on another board, nothing of what was painted holds: then true. */
  #renew({ look, topology }: Scene): boolean {
    const key = `${look.key} ${topology.shape} ${topology.width}x${topology.height}`;
    if (key === this.#key) return false;
    this.#key = key;
    this.#dirtyPixels = "all";
    this.#chunks.clear();
    return true;
  }

  #drawChunk(ctx: CanvasRenderingContext2D, scene: Scene, camera: Camera, index: number): void {
    const chunk = this.#chunk(scene, index);
    const { x, y } = originOf(scene.topology, index);
    const scale = camera.size / this.#size;
    const edge = edgeOf(scene.topology, this.#size) * scale;
    const [left, top] = [camera.x + x * camera.size, camera.y + y * camera.size];
    ctx.drawImage(chunk.canvas, Math.round(left) - edge, Math.round(top) - edge, chunk.canvas.width * scale, chunk.canvas.height * scale);
  }

  #chunk(scene: Scene, index: number): Chunk {
    let chunk = this.#chunks.get(index);
    if (chunk) this.#chunks.delete(index); // to the end: the least used is the first
    else chunk = newChunk(scene.topology, index, this.#size);
    this.#chunks.set(index, chunk);
    if (this.#chunks.size > KEPT) this.#chunks.delete(this.#chunks.keys().next().value!);
    if (chunk.dirty === "all" || chunk.dirty.size) this.#paint(chunk, scene, index);
    return chunk;
  }

  #paint(chunk: Chunk, scene: Scene, index: number): void {
    const { topology } = scene;
    const cells = chunk.dirty === "all" ? cellsOf(topology, index) : chunk.dirty;
    const origin = originOf(topology, index);
    const size = this.#size;
    const edge = edgeOf(topology, size);
    for (const cell of cells) {
      const at = topology.corner(cell);
      const x = Math.round((at.x - origin.x) * size) + edge;
      const y = Math.round((at.y - origin.y) * size) + edge;
      chunk.ctx.save();
      scene.screen.paint({ ctx: chunk.ctx, x, y, size, cell, view: scene.view, look: scene.look });
      chunk.ctx.restore();
    }
    chunk.dirty = new Set();
  }

  /** One pixel per cell, for zooming far out and for the minimap; see `spread` for where it belongs on the board. */
  pixels(scene: Scene): HTMLCanvasElement {
    this.#renew(scene);
    const { topology } = scene;
    const cells = topology.width * topology.height;
    const { width, height } = pixelExtent(topology);
    if (!this.#pixels || this.#pixels.width !== width || this.#pixels.height !== height) {
      this.#pixels = Object.assign(document.createElement("canvas"), { width, height });
      this.#image = new ImageData(width, height);
      this.#dirtyPixels = "all";
    }
    const dirty = this.#dirtyPixels === "all" ? Array.from({ length: cells }, (_, cell) => cell) : this.#dirtyPixels;
    const data = this.#image!.data;
    let isChanged = false;
    for (const cell of dirty) {
      const [red, green, blue] = scene.screen.pixel(cell, scene.view, scene.look);
      for (const at of pixelsOf(topology, cell)) data.set([red, green, blue, 255], at * 4);
      isChanged = true;
    }
    this.#dirtyPixels = new Set();
    if (isChanged) this.#pixels.getContext("2d")!.putImageData(this.#image!, 0, 0);
    return this.#pixels;
  }
}

/** Hexes are two pixels wide, so that odd rows can be shoved by one. */
function pixelExtent({ shape, width, height }: Topology): Extent {
  return shape === "hex" ? { width: 2 * width + 1, height } : { width, height };
}

function pixelsOf({ shape, width }: Topology, cell: number): number[] {
  if (shape === "square") return [cell];
  const row = Math.floor(cell / width);
  const at = row * (2 * width + 1) + 2 * (cell % width) + (row % 2);
  return [at, at + 1];
}

/** Where the picture of `pixels` lies on the board, in cell units: rows of hexes are less than a cell apart. */
export function spread({ shape, width, height, row }: Topology): { y: number; width: number; height: number } {
  return shape === "hex" ? { y: (1 - row) / 2, width: width + 0.5, height: height * row } : { y: 0, width, height };
}

function chunkOf(cell: number, width: number): number {
  const across = Math.ceil(width / SIDE);
  return Math.floor(Math.floor(cell / width) / SIDE) * across + Math.floor((cell % width) / SIDE);
}

function placeOf(topology: Topology, index: number): [number, number] {
  const across = Math.ceil(topology.width / SIDE);
  return [(index % across) * SIDE, Math.floor(index / across) * SIDE];
}

/**
 * Pixels of room around a chunk: a hex is a little higher than its box, and is painted a little over its
 * outline, so that no gap is seen between hexes.
 */
function edgeOf(topology: Topology, size: number): number {
  return topology.shape === "hex" ? 2 + Math.ceil(0.08 * size) : 0;
}

function originOf(topology: Topology, index: number): { x: number; y: number } {
  const [left, top] = placeOf(topology, index);
  return topology.corner(top * topology.width + left);
}

function cellsOf(topology: Topology, index: number): number[] {
  const [left, top] = placeOf(topology, index);
  const cells = [];
  for (let y = top; y < Math.min(top + SIDE, topology.height); y++) {
    for (let x = left; x < Math.min(left + SIDE, topology.width); x++) cells.push(y * topology.width + x);
  }
  return cells;
}

function newChunk(topology: Topology, index: number, size: number): Chunk {
  const [left, top] = placeOf(topology, index);
  const columns = Math.min(SIDE, topology.width - left) + (topology.shape === "hex" ? 0.5 : 0);
  const rows = Math.min(SIDE, topology.height - top);
  const edges = 2 * edgeOf(topology, size);
  const width = Math.ceil(columns * size) + edges;
  const height = Math.ceil(((rows - 1) * topology.row + 1) * size) + edges;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  return { canvas, ctx: canvas.getContext("2d")!, dirty: "all" };
}

function seen(topology: Topology, camera: Camera, canvas: Extent): number[] {
  const across = Math.ceil(topology.width / SIDE);
  const down = Math.ceil(topology.height / SIDE);
  const span = SIDE * camera.size;
  const clamp = (value: number, most: number) => Math.min(Math.max(Math.floor(value), 0), most);
  const [left, right] = [clamp(-camera.x / span - 0.1, across - 1), clamp((canvas.width - camera.x) / span, across - 1)];
  const high = span * topology.row;
  const [top, bottom] = [clamp(-camera.y / high - 0.1, down - 1), clamp((canvas.height - camera.y) / high, down - 1)];
  const found = [];
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) found.push(y * across + x);
  return found;
}
