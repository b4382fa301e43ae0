/**
 * A lesson: the steps of a game's tutorial, walked through in a real match.
 *
 * It leads on when the server has acknowledged what a step asks for, so it knows no rules. The step
 * is kept by room for this tab: a reload goes on where one was.
 */

import type { Anything, Known, View } from "../core/view";
import type { MatchSession } from "./session.svelte";

export interface TutorialStep<K extends Known = Anything> {
  /** A key of the catalogue. */
  text: string;
  /** The cell to point at, as [x, y] or found in the view, as soon as there is one. */
  cell?: [number, number] | ((view: View<K>) => number);
  /** The action that leads on, by its spelling; none for "next". */
  action?: string | RegExp;
  /** A notice's code that leads on, if it is about the player (`seat`) or names nobody; besides or without an action. */
  notice?: string | RegExp;
  /** It leads on only if this holds after it. */
  when?(view: View<K>): boolean;
}

/** In `games/<game>/tutorial.ts`, so that the start page finds it without the game's screen. */
export interface Tutorial<K extends Known = Anything> {
  /** Params of the small match that it is played on, by the server's own rules. */
  params: Record<string, unknown>;
  bot: string;
  /** How many play; as few as the game allows if it is left out. */
  seats?: number;
  /** The last one is only read and leads into the match. */
  steps: TutorialStep<K>[];
}

const prefix = "freehold.lesson.";

/** The step at which a room's lesson stands, or null if it has none. */
export function keptStep(room: string): number | null {
  try {
    const kept = Number(sessionStorage.getItem(prefix + room) ?? NaN);
    return Number.isInteger(kept) && kept >= 0 ? kept : null;
  } catch {
    return null;
  }
}

/** Null ends it. */
export function keepStep(room: string, step: number | null): void {
  try {
    if (step === null) sessionStorage.removeItem(prefix + room);
    else sessionStorage.setItem(prefix + room, String(step));
  } catch {
    // without storage the lesson lasts until the page is reloaded
  }
}

/** The lesson that was asked for in this room, if one was. */
export function lessonOf<K extends Known>(room: string, session: MatchSession<K>, tutorial?: Tutorial<K>): Lesson<K> | null {
  const step = keptStep(room);
  if (step === null || !tutorial || session.seat < 0 || session.isOver) return null;
  return new Lesson(room, session, tutorial.steps, step);
}

function isRead(step: { action?: unknown; notice?: unknown } | undefined): boolean {
  return step?.action === undefined && step?.notice === undefined;
}

function matches(wanted: string | RegExp | undefined, said: string): boolean {
  return wanted instanceof RegExp ? wanted.test(said) : wanted === said;
}

export class Lesson<K extends Known = Anything> {
  /** The step that is on; after the last one a closing sentence is left. */
  at = $state(0);
  isOpen = $state(true);
  #room: string;
  #session: MatchSession<K>;
  #steps: readonly TutorialStep<K>[];
  #stops: (() => void)[];

  constructor(room: string, session: MatchSession<K>, steps: readonly TutorialStep<K>[], at = 0) {
    this.#room = room;
    this.#session = session;
    this.#steps = steps;
    this.#stops = [
      session.onActed((action) => this.#hear(action)),
      session.onFrame(({ notices }) => {
        for (const [code, facts] of notices) this.#told(code, facts);
        if (session.isOver) this.end();
        else this.#pointLate();
      }),
    ];
    this.#go(Math.min(at, steps.length));
  }

  get count(): number {
    return this.#steps.length;
  }

  /** A key of the catalogues. */
  get text(): string {
    return this.#steps[this.at]?.text ?? "learn.done";
  }

  /** There is nothing to do but to read it. */
  get isRead(): boolean {
    return isRead(this.#steps[this.at]);
  }

  get isLast(): boolean {
    return this.isRead && this.at >= this.#steps.length - 1;
  }

  /** The place pointed at, as `4,5`; nothing if there is none. */
  get place(): string {
    const { pointed } = this.#session;
    return this.isOpen && pointed >= 0 ? this.#session.place(pointed).join() : "";
  }

  next(): void {
    if (this.isLast) this.end();
    else this.#go(this.at + 1);
  }

  /** The match goes on without it. */
  end(): void {
    keepStep(this.#room, null);
    this.isOpen = false;
    this.close();
  }

  /** The page is left: the lesson waits where it is. */
  close(): void {
    for (const stop of this.#stops) stop();
    this.#session.pointed = -1;
  }

  #hear(action: string): void {
    this.#leadOn((step) => matches(step.action, action));
  }

  #told(code: string, { seat }: Record<string, unknown>): void {
    if (seat === undefined || seat === this.#session.seat) this.#leadOn((step) => matches(step.notice, code));
  }

  /** A player who acts has read enough: steps that are only read do not hold the lesson up. */
  #leadOn(isIt: (step: TutorialStep<K>) => boolean): void {
    let at = this.at;
    while (at < this.#steps.length && isRead(this.#steps[at])) at += 1;
    const step = this.#steps[at];
    if (step && isIt(step) && (step.when?.(this.#session.view) ?? true)) this.#go(at + 1);
  }

  #go(at: number): void {
    this.at = at;
    keepStep(this.#room, at);
    this.#session.pointed = -1;
    this.#point();
  }

  /** What is to be pointed at may come later than the step, and others may take it away. */
  #pointLate(): void {
    if (typeof this.#steps[this.at]?.cell === "function") this.#point();
  }

  #point(): void {
    const session = this.#session;
    const [before, cell] = [session.pointed, this.#cellOf(this.#steps[this.at])];
    if (cell === before) return;
    session.pointed = cell;
    if (cell < 0 || (before >= 0 && session.cursor !== before)) return;
    session.cursor = cell; // the keyboard starts there
    session.show(cell);
  }

  #cellOf(step: TutorialStep<K> | undefined): number {
    const session = this.#session;
    if (!step?.cell) return -1;
    return typeof step.cell === "function" ? step.cell(session.view) : session.cellAt(...step.cell);
  }
}
