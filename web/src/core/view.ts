/**
 * What a viewer knows: facts and layers, moved on by frames.
 *
 * The same as `match/patches.py` on the other side: a frame holds a whole view, or what differs.
 */

import type { Frame, Rect as Corners } from "../../../docs/wire";

export { PUBLIC, TRUTH } from "./game.gen";
export type { Frame, Outcome, Table } from "../../../docs/wire";

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What views of a game hold; a game's own are in its `facts.gen.ts`. */
export interface Known {
  facts: object;
  /** By name: bytes over the rectangle, row by row; the game's legend says what they mean. */
  layers: Record<string, Uint8Array>;
}

/** Of a game that is not known by name. */
export interface Anything extends Known {
  facts: Record<string, unknown>;
}

export interface View<K extends Known = Anything> {
  viewer: number;
  facts: K["facts"];
  rect: Rect;
  layers: K["layers"];
}

export type Notice = NonNullable<Frame["notices"]>[number];

/** Which cells a frame changed: places in the layers, or everything. */
export type Changed = ReadonlySet<number> | "all";

function toRect([x, y, width, height]: Corners): Rect {
  return { x, y, width, height };
}

/** Layers are written in place later, and the frame's own bytes are a film's or the socket's. */
function copied<K extends Known>(layers: Known["layers"]): K["layers"] {
  return Object.fromEntries(Object.entries(layers).map(([name, bytes]) => [name, bytes.slice()]));
}

/** The view after a frame, and which cells look different. Layers are written in place. */
export function applyFrame<K extends Known = Anything>(view: View<K> | null, frame: Frame): { view: View<K>; changed: Changed } {
  if (frame.view) {
    const { viewer, facts, rect, layers } = frame.view;
    return { view: { viewer, facts: facts as K["facts"], rect: toRect(rect), layers: copied<K>(layers) }, changed: "all" };
  }
  if (!view) throw new Error("a patch came before any view");
  const facts = frame.facts ? applyFacts<K["facts"]>(view.facts, frame.facts) : view.facts;
  if (frame.rect) {
    const layers = frame.layers ? copied<K>(frame.layers) : view.layers;
    return { view: { ...view, facts, rect: toRect(frame.rect), layers }, changed: "all" };
  }
  const changed = new Set<number>();
  for (const [name, packed] of Object.entries(frame.cells ?? {})) {
    const layer = (view.layers as Known["layers"])[name];
    if (layer) unpackCells(packed, layer, changed);
  }
  return { view: { ...view, facts }, changed };
}

function applyFacts<F>(facts: F, changes: NonNullable<Frame["facts"]>): F {
  const next = { ...facts } as Record<string, unknown>;
  for (const [name, [how, value]] of Object.entries(changes)) {
    next[name] = how === "=" ? value : [...(next[name] as unknown[]), ...(value as unknown[])];
  }
  return next as F;
}

/** 32-bit little-endian words, place << 8 | value. */
function unpackCells(packed: Uint8Array, layer: Uint8Array, changed: Set<number>): void {
  const words = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let at = 0; at < packed.byteLength; at += 4) {
    const word = words.getUint32(at, true);
    layer[word >>> 8] = word & 255;
    changed.add(word >>> 8);
  }
}

/** The same place of the board in a window that has moved; -1 if it is out of sight. */
export function movedCell(cell: number, from: Rect, to: Rect): number {
  if (cell < 0) return -1;
  const [x, y] = [(cell % from.width) + from.x - to.x, Math.floor(cell / from.width) + from.y - to.y];
  return x >= 0 && y >= 0 && x < to.width && y < to.height ? y * to.width + x : -1;
}
