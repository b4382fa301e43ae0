/**
 * Where the board is on the screen, in device pixels. Pure: a camera in, a camera out.
 *
 * A cell is `size` pixels wide; the board's top left corner is at (x, y) of the canvas.
 */

import type { Point } from "./topology";

export interface Camera { x: number; y: number; size: number }
export interface Extent { width: number; height: number }
/** Space that is kept free around the board: rulers at the left and top. */
export interface Margins {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** The height that is left over lies below the board, not on both sides. */
  isTop?: boolean;
}

export const LEAST = 1;
const STEPS = [1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192];

/** The largest whole cell size at which all is seen. */
export function fitSize(board: Extent, canvas: Extent, margins: Margins, most: number): number {
  const wide = (canvas.width - margins.left - margins.right) / board.width;
  const high = (canvas.height - margins.top - margins.bottom) / board.height;
  return Math.max(LEAST, Math.min(most, Math.floor(Math.min(wide, high))));
}

/** The least size at which the board leaves nothing of the canvas free. */
export function fillSize(board: Extent, canvas: Extent): number {
  return Math.ceil(Math.max(LEAST, canvas.width / board.width, canvas.height / board.height));
}

/** In the middle of what the margins leave. */
export function centred(board: Extent, canvas: Extent, margins: Margins, size: number): Camera {
  const wide = canvas.width - margins.left - margins.right - board.width * size;
  const high = canvas.height - margins.top - margins.bottom - board.height * size;
  return { x: Math.round(margins.left + wide / 2), y: Math.round(margins.top + (margins.isTop ? Math.min(high, 0) : high) / 2), size };
}

/** The next step of sizes up or down. */
export function nextSize(size: number, up: boolean, scale: number): number {
  const steps = STEPS.map((each) => Math.round(each * scale));
  if (up) return steps.find((each) => each > size) ?? steps[steps.length - 1];
  return steps.findLast((each) => each < size) ?? steps[0];
}

/** Another size, with what is under the point staying there. */
export function zoomed(camera: Camera, size: number, at: Point): Camera {
  const ratio = size / camera.size;
  return { size, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio };
}

/** Keep the board in sight: centred where it fits, at the edges where it does not. */
export function bounded(camera: Camera, board: Extent, canvas: Extent, margins: Margins): Camera {
  const middle = centred(board, canvas, margins, camera.size);
  return {
    size: camera.size,
    x: bound(camera.x, middle.x, board.width * camera.size, canvas.width, margins.left, margins.right),
    y: bound(camera.y, middle.y, board.height * camera.size, canvas.height, margins.top, margins.bottom),
  };
}

function bound(at: number, middle: number, board: number, canvas: number, before: number, after: number): number {
  if (board <= canvas - before - after) return middle;
  return Math.round(Math.min(Math.max(at, canvas - after - board), before));
}

/** The board's shape with its longer side as long as this: the small map of it. */
export function shrunk(board: Extent, longest: number): Extent {
  const scale = longest / Math.max(board.width, board.height);
  return { width: board.width * scale, height: board.height * scale };
}

/** Room below the board for the small map, which is there while the board does not fit: so it never covers the last rows. */
export function withMap(margins: Margins, camera: Camera, board: Extent, canvas: Extent, map: number): Margins {
  return fits(camera, board, canvas) ? margins : { ...margins, bottom: margins.bottom + map };
}

export function fits(camera: Camera, board: Extent, canvas: Extent): boolean {
  return board.width * camera.size <= canvas.width && board.height * camera.size <= canvas.height;
}

/** Every how many cells a ruler has a label, so that labels of this length do not touch. */
export function rulerStep(size: number, label: number): number {
  return [1, 2, 5, 10, 20, 50].find((step) => step * size >= label) ?? 100;
}

/** A point of the canvas in cell units. */
export function toBoard(camera: Camera, at: Point): Point {
  return { x: (at.x - camera.x) / camera.size, y: (at.y - camera.y) / camera.size };
}
