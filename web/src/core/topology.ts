/**
 * Where cells are: squares, or hexes in rows whose odd ones are shoved half a cell to the right.
 *
 * All boxes are in cell units: a square is 1 x 1. A hex is 1 wide; its box is as high as wide, and
 * rows follow each other at ROW of it. Screens multiply by their cell size.
 */

export type Shape = "square" | "hex";

/** What a hex row is below the one above: its six corners fit into the gaps. */
export const HEX_ROW = Math.sqrt(3) / 2;

export interface Point {
  x: number;
  y: number;
}

export interface Topology {
  shape: Shape;
  width: number;
  height: number;
  /** How far a row is below the one above. */
  row: number;
  /** The whole board in cell units. */
  extent: { width: number; height: number };
  /** The top left corner of a cell's box. */
  corner(cell: number): Point;
  /** The cell under a point, or -1. */
  at(point: Point): number;
  /** The cells beside it; on squares those at the corners too, if asked for. */
  neighbours(cell: number, corners?: boolean): number[];
  /** The cells across its sides, clockwise from the top, -1 where the board ends; side n goes from corner n of the outline. */
  beside(cell: number): number[];
  /** The cell one step that way for the arrow keys, or the same one at the edge. */
  step(cell: number, dx: number, dy: number): number;
  /** The corners of a cell's outline, within its box of 1 x 1. */
  outline: readonly Point[];
}

const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]] as const;
const CORNERS = [[1, -1], [1, 1], [-1, 1], [-1, -1]] as const;
const TOUCHING = [...SIDES, ...CORNERS];
const EVEN_ROW = [[0, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [-1, -1]] as const;
const ODD_ROW = [[1, -1], [1, 0], [1, 1], [0, 1], [-1, 0], [0, -1]] as const;

const SQUARE_OUTLINE: Point[] = [
  { x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }, { x: 0, y: 1 },
];

// A hex of width 1 is 2 / sqrt(3) high; drawn into a box of 1 x 1 it keeps its own middle.
const HALF = 1 / Math.sqrt(3);
const HEX_OUTLINE: Point[] = [
  { x: 0.5, y: 0.5 - HALF }, { x: 1, y: 0.5 - HALF / 2 }, { x: 1, y: 0.5 + HALF / 2 },
  { x: 0.5, y: 0.5 + HALF }, { x: 0, y: 0.5 + HALF / 2 }, { x: 0, y: 0.5 - HALF / 2 },
];

export function topology(shape: Shape, width: number, height: number): Topology {
  return shape === "hex" ? hexes(width, height) : squares(width, height);
}

function listed(
  cell: number, width: number, height: number, ways: readonly (readonly [number, number])[],
): number[] {
  const x = cell % width, y = Math.floor(cell / width);
  const found = [];
  for (const [dx, dy] of ways) {
    const [nx, ny] = [x + dx, y + dy];
    if (nx >= 0 && ny >= 0 && nx < width && ny < height) found.push(ny * width + nx);
  }
  return found;
}

/** The same with -1 for what is outside: each way keeps its place. */
function across(
  cell: number, width: number, height: number, ways: readonly (readonly [number, number])[],
): number[] {
  const x = cell % width, y = Math.floor(cell / width);
  return ways.map(([dx, dy]) => {
    const [nx, ny] = [x + dx, y + dy];
    return nx >= 0 && ny >= 0 && nx < width && ny < height ? ny * width + nx : -1;
  });
}

function stepper(width: number, height: number) {
  return (cell: number, dx: number, dy: number): number => {
    const x = Math.min(Math.max((cell % width) + dx, 0), width - 1);
    const y = Math.min(Math.max(Math.floor(cell / width) + dy, 0), height - 1);
    return y * width + x;
  };
}

function squares(width: number, height: number): Topology {
  return {
    shape: "square", width, height, row: 1,
    extent: { width, height },
    outline: SQUARE_OUTLINE,
    corner: (cell) => ({ x: cell % width, y: Math.floor(cell / width) }),
    at: ({ x, y }) => {
      const [column, row] = [Math.floor(x), Math.floor(y)];
      const isInside = column >= 0 && row >= 0 && column < width && row < height;
      return isInside ? row * width + column : -1;
    },
    neighbours: (cell, corners = true) =>
      listed(cell, width, height, corners ? TOUCHING : SIDES),
    beside: (cell) => across(cell, width, height, SIDES),
    step: stepper(width, height),
  };
}

function hexes(width: number, height: number): Topology {
  const corner = (cell: number): Point => {
    const row = Math.floor(cell / width);
    return { x: (cell % width) + (row % 2 ? 0.5 : 0), y: row * HEX_ROW };
  };
  return {
    shape: "hex", width, height, row: HEX_ROW,
    extent: { width: width + (height > 1 ? 0.5 : 0), height: (height - 1) * HEX_ROW + 1 },
    outline: HEX_OUTLINE,
    corner,
    at: (point) => nearestHex(point, width, height, corner),
    neighbours: (cell) =>
      listed(cell, width, height, Math.floor(cell / width) % 2 ? ODD_ROW : EVEN_ROW),
    beside: (cell) => across(cell, width, height, Math.floor(cell / width) % 2 ? ODD_ROW : EVEN_ROW),
    step: stepper(width, height),
  };
}

/** A hex's area is what is nearest to its middle: look at the few that come into question. */
function nearestHex(
  { x, y }: Point, width: number, height: number, corner: (cell: number) => Point,
): number {
  const guess = Math.floor(y / HEX_ROW);
  let best = -1;
  let least = HALF * HALF; // farther than a corner is outside the board
  for (let row = Math.max(guess - 1, 0); row <= Math.min(guess + 1, height - 1); row++) {
    const column = Math.floor(x - (row % 2 ? 0.5 : 0));
    if (column < 0 || column >= width) continue;
    const cell = row * width + column;
    const at = corner(cell);
    const distance = (x - at.x - 0.5) ** 2 + (y - at.y - 0.5) ** 2;
    if (distance < least) [best, least] = [cell, distance];
  }
  return best;
}
