/**
 * What a viewer knows: facts and layers, moved on by frames.
 *
 * The same as `match/patches.py` on the other side: a frame holds a whole view, or what differs.
 */

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Viewers that are no seat: what all may know, and everything. */
export const PUBLIC = -1, TRUTH = -2;

export interface View<F = Record<string, unknown>> {
  viewer: number;
  facts: F;
  rect: Rect;
  /** Bytes over the rectangle, row by row; the game's legend says what they mean. */
  layers: Record<string, Uint8Array>;
}

export interface Outcome {
  ending: string;
  places: number[];
  scores: number[];
}

/** What everybody knows of a match, whatever the game. */
export interface Table {
  awaited: number[];
  /** By seat: what was left when its charge began, and when that was (-1: it rests). */
  clocks: [number, number][];
  outcome: Outcome | null;
}

export type Notice = [code: string, facts: Record<string, unknown>];

/** A message of the wire; see docs/protocol.md. */
export interface Frame {
  is: "frame";
  number: number;
  now: number;
  view?: {
    viewer: number;
    facts: Record<string, unknown>;
    rect: [number, number, number, number];
    layers: Record<string, Uint8Array>;
  };
  table?: Table;
  facts?: Record<string, ["=" | "+", unknown]>;
  rect?: [number, number, number, number];
  layers?: Record<string, Uint8Array>;
  cells?: Record<string, Uint8Array>;
  notices?: Notice[];
}

/** Which cells a frame changed: places in the layers, or everything. */
export type Changed = ReadonlySet<number> | "all";

function toRect([x, y, width, height]: [number, number, number, number]): Rect {
  return { x, y, width, height };
}

/** Layers are written in place later, and the frame's own bytes are a film's or the socket's. */
function copied(layers: Record<string, Uint8Array>): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(layers).map(([name, bytes]) => [name, bytes.slice()]));
}

/** The view after a frame, and which cells look different. Layers are written in place. */
export function applyFrame<F>(view: View<F> | null, frame: Frame): { view: View<F>; changed: Changed } {
  if (frame.view) {
    const layers = copied(frame.view.layers);
    const rect = toRect(frame.view.rect);
    return {
      view: { viewer: frame.view.viewer, facts: frame.view.facts as F, rect, layers },
      changed: "all",
    };
  }
  if (!view) throw new Error("a patch came before any view");
  const facts = frame.facts ? applyFacts(view.facts, frame.facts) : view.facts;
  if (frame.rect) {
    const layers = frame.layers ? copied(frame.layers) : view.layers;
    return { view: { ...view, facts, rect: toRect(frame.rect), layers }, changed: "all" };
  }
  const changed = new Set<number>();
  for (const [name, packed] of Object.entries(frame.cells ?? {})) {
    const layer = view.layers[name];
    if (layer) unpackCells(packed, layer, changed);
  }
  return { view: { ...view, facts }, changed };
}

function applyFacts<F>(facts: F, changes: Record<string, ["=" | "+", unknown]>): F {
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
