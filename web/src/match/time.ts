/** Match time by the server's clock, as far as it is known: it runs at a speed, or stands still. */

import type { Table } from "../core/view";
import type { Clock } from "../net/wire";

const LATE_MS = 400;

export class MatchTime {
  #offset = 0;
  #speed = 1;
  #frozenAt: number | null = null;

  /** In ms. Not reactive. */
  now(): number {
    return this.#frozenAt ?? performance.now() * this.#speed + this.#offset;
  }

  get isFrozen(): boolean {
    return this.#frozenAt !== null;
  }

  setSpeed(speed: number): void {
    if (speed === this.#speed) return;
    const at = this.now();
    this.#speed = speed;
    this.#startAt(at);
  }

  /** It is this moment, running or not. */
  set(at: number): void {
    this.#startAt(at);
    this.move(at);
  }

  /** It stands still at this moment instead, if it stands still at all. */
  move(at: number): void {
    if (this.#frozenAt !== null) this.#frozenAt = at;
  }

  /** Stand still at a moment, or go on from there (null). */
  freeze(at: number | null): void {
    if (at === null && this.#frozenAt !== null) this.#startAt(this.#frozenAt);
    this.#frozenAt = at;
  }

  /**
   * A frame of that moment has come. The smallest delay seen is nearest to the truth; a whole view starts over.
   * One that is very late may mean that the server stood still, whose time then did not pass: it is believed, and if it was
   * the network the next frame puts it right.
   */
  hear(at: number, isWhole: boolean): void {
    const offset = at - performance.now() * this.#speed;
    if (isWhole || offset > this.#offset || offset < this.#offset - LATE_MS * this.#speed) this.#offset = offset;
  }

  #startAt(at: number): void {
    this.#offset = at - performance.now() * this.#speed;
  }
}

/** When a seat's clock runs out, in match time; null if none runs for it. */
export function deadlineOf({ bank_ms, limit_ms }: Clock, charge: Table["clocks"][number] = [0, -1]): number | null {
  const [left, since] = charge;
  if (since < 0 || !(bank_ms || limit_ms)) return null;
  return since + Math.min(limit_ms || Infinity, bank_ms ? left : Infinity);
}
