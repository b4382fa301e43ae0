/** Where things end: whose land, what one sees, which city's region, the coast. Drawn within the tile. */

import { mix } from "../../../core/colours";
import type { Topology } from "../../../core/topology";
import type { CellPaint } from "../../../board/screen";
import { groundsOf } from "./colours";
import { besideOf, boardOf, isOwn, WATER, type Known, type Field } from "../model/facts";

type At = CellPaint<Known>;

export interface Edges { owner: number[]; sight: number[]; region: number[]; coast: number[] }

const NONE: Edges = { owner: [], sight: [], region: [], coast: [] };

/** By kind of edge, the sides where there is one. */
export function edgesOf({ layers }: Field, cell: number, beside: readonly number[]): Edges {
  const { owner, sight, region, kind } = layers;
  let found = NONE;
  for (let side = 0; side < beside.length; side++) {
    const near = beside[side];
    const isOwner = owner[cell] > 0 && (near < 0 || owner[near] !== owner[cell]);
    const isInside = near >= 0;
    const isSight = isInside && sight[cell] > 0 && !sight[near];
    const isRegion = isInside && region[near] !== region[cell] && region[near] > 0 && region[cell] > 0;
    const isCoast = isInside && kind[cell] !== WATER && kind[near] === WATER;
    if (!isOwner && !isSight && !isRegion && !isCoast) continue;
    if (found === NONE) found = { owner: [], sight: [], region: [], coast: [] };
    if (isOwner) found.owner.push(side);
    if (isSight) found.sight.push(side);
    if (isRegion) found.region.push(side);
    if (isCoast) found.coast.push(side);
  }
  return found;
}

export function paintEdges(at: At): void {
  const { view, cell, look, size } = at;
  const board = boardOf(view);
  const { owner, sight, region, coast } = edgesOf(view, cell, besideOf(view, cell));
  const grounds = groundsOf(look);
  if (coast.length) strokeSides(at, board, coast, 0, 0.07, grounds.coast, 0.9);
  if (region.length && size >= 9) strokeSides(at, board, region, 0, 0.055, view.layers.sight[cell] ? "#000000" : grounds.fogEdge, 0.55, [0.16, 0.12]);
  if (owner.length) {
    const dark = mix(look.colour(view.layers.owner[cell] - 1), "#000000", 0.6);
    if (isOwn(view, cell) && size >= 12) strokeSides(at, board, owner, 0.07, 0.055, "#ffffff", 0.95);
    strokeSides(at, board, owner, 0, 0.075, dark, 1);
  }
  if (sight.length) strokeSides(at, board, sight, 0, 0.07, grounds.fogEdge, 0.85);
}

/** So far within, so wide: both as shares of the tile. Lines of tiles beside each other meet. */
function strokeSides(
  { ctx, x, y, size }: At, board: Topology, sides: readonly number[], from: number, width: number, colour: string, alpha: number, dashes: readonly number[] = [],
): void {
  const wide = Math.max(width * size, 1);
  const by = from + wide / size / 2;
  ctx.beginPath();
  for (const side of sides) {
    const start = board.outline[side], end = board.outline[(side + 1) % board.outline.length];
    // Sides are half a cell from the middle: so this goes straight inward.
    const [dx, dy] = [(0.5 - (start.x + end.x) / 2) * 2 * by, (0.5 - (start.y + end.y) / 2) * 2 * by];
    ctx.moveTo(x + (start.x + dx) * size, y + (start.y + dy) * size);
    ctx.lineTo(x + (end.x + dx) * size, y + (end.y + dy) * size);
  }
  ctx.lineCap = "butt";
  ctx.setLineDash(dashes.map((each) => each * size));
  ctx.lineWidth = wide;
  ctx.strokeStyle = colour;
  ctx.globalAlpha = alpha;
  ctx.stroke();
  ctx.globalAlpha = 1;
  if (dashes.length) ctx.setLineDash([]);
}
