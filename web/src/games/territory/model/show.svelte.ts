/** The last round, played back: which step is on, and how far it has gone. */

import { untrack } from "svelte";
import { play } from "../../../ui/sounds";
import type { FrameEvent } from "../../../match/session.svelte";
import type { Resolution, Session } from "./facts";
import { stepsOf, type Step } from "./playback";

const STEP_SOUNDS = { moves: "tick", clash: "clash", production: "coin" } as const;

export class Show {
  steps = $state.raw<Step[]>([]);
  /** The step that is on, or -1 while nothing is shown. */
  at = $state(-1);
  isRunning = $state(false);
  #session: Session;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #round: number;

  constructor(session: Session) {
    this.#session = session;
    this.#round = untrack(() => (session.hasView ? (session.facts.last?.round ?? 0) : 0));
    session.onFrame((event) => this.#hear(event));
  }

  static of(session: Session): Show {
    return session.own("territory.show", () => new Show(session));
  }

  get step(): Step | null {
    return this.steps[this.at] ?? null;
  }

  get isOpen(): boolean {
    return this.at >= 0;
  }

  /** How far the step has gone, 0 to 1; a halted one is shown as it ends. */
  get share(): number {
    if (!this.isRunning || !this.step) return 1;
    return Math.min(1, (performance.now() - this.#since) / this.step.lasts);
  }

  begin(resolution: Resolution): void {
    this.steps = stepsOf(resolution);
    this.isRunning = true;
    this.#go(0);
  }

  /** The next step, or the end. */
  next(): void {
    if (this.at + 1 < this.steps.length) this.#go(this.at + 1);
    else this.end();
  }

  back(): void {
    this.#go(Math.max(0, this.at - 1));
  }

  /** Stand still, to look at it step by step; or go on. */
  halt(isHalted: boolean): void {
    this.isRunning = !isHalted;
    this.#go(this.at);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.at = -1;
    this.isRunning = false;
    this.#session.redraw();
  }

  #go(at: number): void {
    clearTimeout(this.#timer);
    this.at = at;
    this.#since = performance.now();
    const step = this.steps[at];
    if (this.isRunning) {
      this.#timer = setTimeout(() => this.next(), step.lasts);
      play(STEP_SOUNDS[step.is]);
    }
    this.#session.redraw();
  }

  /** A round that happens before our eyes is shown at once; one that was over is not. */
  #hear({ isWhole }: FrameEvent): void {
    const { last } = this.#session.facts;
    const isNew = !!last && last.round !== this.#round;
    this.#round = last?.round ?? 0;
    if (isWhole && this.isOpen) this.end();
    else if (isNew && !isWhole) this.begin(last);
  }
}
