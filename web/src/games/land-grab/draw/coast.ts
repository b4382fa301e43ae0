/** The shoreline: closed loops around the land, a little wavering as if drawn by hand. */

import { WATER, type Island } from "../model/tiles";

type Spot = [x: number, y: number];

const WAVER = 0.05;
const ALONG = [0.24, 0.5, 0.76]; // where an edge is bent; its corners are cut

const KNOWN = new WeakMap<Uint8Array, Path2D>();

/** The land's outline in cell units. Water stays water, so that it is worked out once. */
export function coastOf(view: Island): Path2D {
  const { ground } = view.layers;
  let path = KNOWN.get(ground);
  if (!path) {
    path = new Path2D();
    const loops = loopsOf(padded(ground, view.rect.width), view.rect.width + 2);
    for (const loop of loops) addSmooth(path, loop.flatMap(bent).map(([x, y]) => [x - 1, y - 1]));
    KNOWN.set(ground, path);
  }
  return path;
}

/** One tile more on each side, like the tile beside it: where land meets the edge there is no shore. */
function padded(ground: Uint8Array, width: number): Uint8Array {
  const height = ground.length / width;
  const within = (at: number, length: number) => Math.min(Math.max(at, 0), length - 1);
  return Uint8Array.from({ length: (width + 2) * (height + 2) }, (_, at) => {
    const x = within((at % (width + 2)) - 1, width), y = within(Math.floor(at / (width + 2)) - 1, height);
    return ground[y * width + x];
  });
}

/** An edge with the land at its right hand. */
type Edge = [from: Spot, to: Spot];

/** The loops of edges around the land; tiles that meet at a corner only stay apart. */
export function loopsOf(ground: Uint8Array, width: number): Edge[][] {
  const edges = new Map<string, Edge[]>();
  for (const edge of edgesOf(ground, width)) {
    const key = edge[0].join();
    edges.set(key, [...(edges.get(key) ?? []), edge]);
  }
  const loops: Edge[][] = [];
  for (const start of [...edges.values()].flat()) {
    const loop: Edge[] = [];
    for (let edge: Edge | undefined = start; edge && take(edges, edge); edge = nextOf(edges, edge)) loop.push(edge);
    if (loop.length) loops.push(loop);
  }
  return loops;
}

function edgesOf(ground: Uint8Array, width: number): Edge[] {
  const height = ground.length / width;
  const isSea = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height || ground[y * width + x] === WATER;
  const edges: Edge[] = [];
  for (let cell = 0; cell < ground.length; cell++) {
    const x = cell % width, y = Math.floor(cell / width);
    if (isSea(x, y)) continue;
    if (isSea(x, y - 1)) edges.push([[x, y], [x + 1, y]]);
    if (isSea(x + 1, y)) edges.push([[x + 1, y], [x + 1, y + 1]]);
    if (isSea(x, y + 1)) edges.push([[x + 1, y + 1], [x, y + 1]]);
    if (isSea(x - 1, y)) edges.push([[x, y + 1], [x, y]]);
  }
  return edges;
}

/** Take an edge out; false if it has gone already. */
function take(edges: Map<string, Edge[]>, edge: Edge): boolean {
  const list = edges.get(edge[0].join()) ?? [];
  const at = list.indexOf(edge);
  if (at < 0) return false;
  list.splice(at, 1);
  return true;
}

/** The edge that goes on from here: where there are two, the one that turns right. */
function nextOf(edges: Map<string, Edge[]>, [from, to]: Edge): Edge | undefined {
  const list = edges.get(to.join()) ?? [];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const isRight = ([a, b]: Edge) => b[0] - a[0] === -dy && b[1] - a[1] === dx;
  return list.find(isRight) ?? list[0];
}

/** A number from 0 to 1 that is always the same for the same place. */
export function chance(x: number, y: number, which = 0): number {
  let hash = Math.imul(x * 2 + 101, 374761393) ^ Math.imul(y * 2 + 67, 668265263) ^ Math.imul(which + 1, 1274126177);
  hash = Math.imul(hash ^ (hash >>> 13), 1103515245);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

function bent([from, to]: Edge): Spot[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return ALONG.map((along, which) => {
    const off = (chance(from[0] + to[0], from[1] + to[1], which) - 0.5) * 2 * WAVER;
    return [from[0] + dx * along - dy * off, from[1] + dy * along + dx * off];
  });
}

/** Through the middles of the lines, with the points as handles. */
function addSmooth(path: Path2D, points: Spot[]): void {
  const middle = (at: number): Spot => {
    const [a, b] = [points[at % points.length], points[(at + 1) % points.length]];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };
  path.moveTo(...middle(points.length - 1));
  points.forEach((point, at) => path.quadraticCurveTo(...point, ...middle(at)));
  path.closePath();
}
