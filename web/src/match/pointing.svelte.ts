/**
 * What a viewer points at on the board: cursor, hover, marks, a question, words at a cell.
 *
 * It knows places in the layers and nothing of what is there. When the window moves, what is
 * pointed at stays where it is on the board.
 */

import type { Camera } from "../core/camera";
import { movedCell, type Rect } from "../core/view";

/** The same thing at its cell's new place. */
export function moved<T extends { cell: number }>(thing: T, from: Rect, to: Rect): T {
  return { ...thing, cell: movedCell(thing.cell, from, to) };
}

export interface Sight {
  camera: Camera;
  /** All of the board is seen, however large it is drawn. */
  isFitted: boolean;
}

export class Pointing {
  /** The way of clicking that is chosen: a mode's id. */
  mode = $state("");
  /** The keyboard's cell and the one under the pointer, or -1. */
  cursor = $state(-1);
  hover = $state(-1);
  /** Cells to be pointed at: coordinates in a text, a hint. */
  marked = $state.raw<number[]>([]);
  /** The cell that a lesson points at, ringed gently, or -1. */
  pointed = $state(-1);
  /** Being dragged from one cell to another; `to` is -1 off the board. */
  dragging = $state.raw<{ from: number; to: number } | null>(null);
  /** Waits for a yes: a touch whose slip would cost something. */
  asking = $state.raw<{ cell: number; action: string; label: string } | null>(null);
  /** Why a click means nothing, to be shown at that cell. */
  hint = $state.raw<{ cell: number; text: string; since: number } | null>(null);

  /** Where the board looks; null as long as nobody has drawn it. */
  sight: Sight | null = null;

  #centred: ((cell: number, least: number) => void) | null = null;

  /** Say at a cell why a click there means nothing. */
  explain(cell: number, text: string): void {
    this.hint = { cell, text, since: performance.now() };
  }

  /** Let the board show a cell, and cells at least so large (css pixels). */
  show(cell: number, least = 0): void {
    this.#centred?.(cell, least);
  }

  /** The board says here how it shows a cell. */
  onShow(show: ((cell: number, least: number) => void) | null): void {
    this.#centred = show;
  }

  /** See the same part of the board, with the same cursor and way of clicking. */
  lookLike({ sight, cursor, mode }: Pointing): void {
    this.sight = sight;
    this.cursor = cursor;
    this.mode = mode;
  }

  protected movePointing(from: Rect, to: Rect): void {
    this.asking &&= moved(this.asking, from, to);
    this.hint &&= moved(this.hint, from, to);
    this.marked = this.marked.map((cell) => movedCell(cell, from, to)).filter((cell) => cell >= 0);
    this.cursor = movedCell(this.cursor, from, to);
    this.hover = movedCell(this.hover, from, to);
    this.pointed = movedCell(this.pointed, from, to);
  }
}
