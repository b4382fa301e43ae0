/**
 * Fingers and the mouse on the board: what they mean, without knowing what is drawn.
 *
 * One pointer: a tap, a long press, or a drag (of the board, or from cell to cell). Two: pinch and
 * move. A finger that has moved is not a tap; a second finger ends the first one's press.
 */

import type { Point } from "../core/topology";

export interface Gestures {
  tap(at: Point, button: "main" | "second", isTouch: boolean): void;
  pan(dx: number, dy: number): void;
  /** Scale by this around the point. */
  pinch(ratio: number, at: Point): void;
  settle(): void;
  hover(at: Point | null): void;
  /** A finger stays: the ring begins, or ends (null). */
  press(at: Point | null): void;
  /** True if a drag from here goes from cell to cell. */
  dragStarts(at: Point): boolean;
  dragTo(at: Point): void;
  dragEnds(at: Point | null): void;
  longPressMs(): number;
}

const SLOP_MOUSE = 6, SLOP_TOUCH = 10;

interface Down { id: number; start: Point; last: Point; isTouch: boolean; button: number }

export class Pointers {
  #down = new Map<number, Down>();
  #state: "idle" | "pressed" | "panning" | "dragging" | "pinching" | "done" = "idle";
  #timer = 0;
  #to: Gestures;

  constructor(to: Gestures) {
    this.#to = to;
  }

  down(event: PointerEvent, at: Point): void {
    const isTouch = event.pointerType === "touch";
    this.#down.set(event.pointerId, { id: event.pointerId, start: at, last: at, isTouch, button: event.button });
    if (this.#down.size > 1) return this.#beginPinch();
    this.#state = "pressed";
    if (isTouch) {
      this.#to.press(at);
      this.#timer = window.setTimeout(() => this.#long(at), this.#to.longPressMs());
    }
  }

  move(event: PointerEvent, at: Point): void {
    const down = this.#down.get(event.pointerId);
    if (!down) {
      if (event.pointerType !== "touch") this.#to.hover(at);
      return;
    }
    const before = down.last;
    if (event.pointerType === "mouse" && (event.buttons & 3) === 3) down.button = 2; // both at once
    if (this.#state === "pinching") return this.#pinch(down, at);
    if (this.#state === "pressed") this.#maybeDrag(down, at);
    if (this.#state === "panning") this.#to.pan(at.x - before.x, at.y - before.y);
    if (this.#state === "dragging") this.#to.dragTo(at);
    down.last = at;
  }

  up(event: PointerEvent, at: Point): void {
    const down = this.#down.get(event.pointerId);
    this.#down.delete(event.pointerId);
    if (!down) return;
    this.#endPress();
    if (this.#state === "pressed") this.#to.tap(at, down.button === 2 ? "second" : "main", down.isTouch);
    if (this.#state === "dragging") this.#to.dragEnds(at);
    if (this.#state === "pinching" || this.#state === "panning") this.#to.settle();
    this.#state = this.#down.size ? "done" : "idle"; // the second finger of a pinch taps nothing
  }

  /** The window was left, or the browser took the pointer. */
  cancel(): void {
    this.#endPress();
    if (this.#state === "dragging") this.#to.dragEnds(null);
    if (this.#state !== "idle") this.#to.settle();
    this.#down.clear();
    this.#state = "idle";
  }

  #long(at: Point): void {
    if (this.#state !== "pressed") return;
    this.#state = "done";
    this.#to.press(null);
    navigator.vibrate?.(12);
    this.#to.tap(at, "second", true);
  }

  #endPress(): void {
    clearTimeout(this.#timer);
    this.#to.press(null);
  }

  #maybeDrag(down: Down, at: Point): void {
    const slop = (down.isTouch ? SLOP_TOUCH : SLOP_MOUSE) * (window.devicePixelRatio || 1);
    if (Math.hypot(at.x - down.start.x, at.y - down.start.y) < slop) return;
    this.#endPress();
    const isCells = down.button === 0 && this.#to.dragStarts(down.start);
    this.#state = isCells ? "dragging" : "panning";
  }

  #beginPinch(): void {
    this.#endPress();
    if (this.#state === "dragging") this.#to.dragEnds(null);
    this.#state = "pinching";
  }

  #pinch(down: Down, at: Point): void {
    const other = [...this.#down.values()].find((each) => each.id !== down.id);
    if (other) {
      const before = Math.hypot(down.last.x - other.last.x, down.last.y - other.last.y);
      const after = Math.hypot(at.x - other.last.x, at.y - other.last.y);
      const middle = { x: (at.x + other.last.x) / 2, y: (at.y + other.last.y) / 2 };
      this.#to.pan((at.x - down.last.x) / 2, (at.y - down.last.y) / 2);
      if (before > 0) this.#to.pinch(after / before, middle);
    }
    down.last = at;
  }
}
