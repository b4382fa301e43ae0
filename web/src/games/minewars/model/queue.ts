/**
 * Captures that wait for their turn: the rules limit their pace, and fingers are quicker.
 * A chord is several captures; they go one after another, and stop when the player is stunned.
 */

import { isPlaying, isStunned, type Session } from "./facts";
import { whyNot } from "./legal";

const MOST = 12;
/** A little more than the pause itself: two messages do not travel equally fast. */
const SPARE_MS = 15;

export class Clicks {
  waiting: number[] = [];
  #session: Session;
  #sentAt = -Infinity;
  #timer = 0;

  constructor(session: Session) {
    this.#session = session;
    session.onRefused(({ code, action, cell }) => {
      if (code !== "too_soon" || !action.startsWith("capture") || cell < 0) return false;
      this.add([cell]);
      return true;
    });
  }

  /** May the next one be sent now? Then it counts as sent. */
  take(): boolean {
    if (this.waiting.length || this.#left() > 0) return false;
    this.#sentAt = this.#session.now();
    return true;
  }

  add(cells: readonly number[]): void {
    const fresh = cells.filter((cell) => !this.waiting.includes(cell));
    this.waiting = [...this.waiting, ...fresh].slice(0, MOST);
    this.#later();
  }

  clear(): void {
    this.waiting = [];
  }

  #left(): number {
    const { own, terms } = this.#session.facts;
    const pause = terms.cooldowns.capture ?? 0;
    const readyAt = Math.max(own.ready.capture ?? 0, this.#sentAt + pause + (pause ? SPARE_MS : 0));
    return readyAt - this.#session.now();
  }

  #later(): void {
    this.#session.redraw();
    if (typeof window === "undefined" || this.#timer) return;
    this.#timer = window.setTimeout(() => this.#send(), Math.max(5, this.#left()));
  }

  #send(): void {
    this.#timer = 0;
    const session = this.#session;
    if (!isPlaying(session) || isStunned(session)) return this.clear();
    if (this.#left() > 0) return this.#later();
    const next = this.waiting.shift();
    if (next === undefined) return;
    if (!whyNot(session.view, "capture", next, session.now()) && !session.view.layers.flag[next]) {
      this.#sentAt = session.now();
      session.act(`capture ${session.place(next).join()}`, next);
    }
    if (this.waiting.length) this.#later();
    else session.redraw();
  }
}
