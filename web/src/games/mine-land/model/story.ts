/** What has just happened in the window and is still shown: blasts, points that rise, the fallen. */

import type { FrameEvent } from "../../../match/session.svelte";
import { play } from "../../../ui/sounds";
import type { Session, Spot, Window } from "./facts";

export const BOOM_MS = 900, FLOAT_MS = 1100, SIDE_MS = 1300, FALL_MS = 2600;

export interface Boom extends Spot { since: number; wave: number }
export interface Float extends Spot { since: number; text: string; isGood: boolean; /** Flags, not points. */ isFlag?: boolean }
export interface Side { dx: number; dy: number; since: number }
export interface Fall extends Spot { since: number; seat: number }

const SESSIONS = new WeakMap<Window["layers"], Session>();

export class Story {
  booms: Boom[] = [];
  floats: Float[] = [];
  sides: Side[] = [];
  falls: Fall[] = [];
  /** The round's time at its end, or -1. */
  endedAt = -1;
  #session: Session;
  #score = 0;
  #flags = 0;
  #blastAt = -1;
  #dug: Spot | null = null;

  constructor(session: Session) {
    this.#session = session;
    session.onFrame((event) => this.#hear(event));
    session.onActed((action) => this.#acted(action));
    if (session.hasView) this.#note();
  }

  /** The match that a view belongs to: names are not in the view. */
  static sessionOf(view: Window): Session | undefined {
    return SESSIONS.get(view.layers);
  }

  static of(session: Session): Story {
    return session.own("mine-land.story", () => new Story(session));
  }

  isMoving(now: number): boolean {
    this.#drop(now);
    return this.booms.length + this.floats.length + this.sides.length + this.falls.length > 0;
  }

  #drop(now: number): void {
    const young = <T extends { since: number }>(list: T[], lasts: number) => list.filter((each) => now - each.since < lasts);
    this.booms = young(this.booms, BOOM_MS);
    this.floats = young(this.floats, FLOAT_MS);
    this.sides = young(this.sides, SIDE_MS);
    this.falls = young(this.falls, FALL_MS);
  }

  #acted(action: string): void {
    const place = /^(?:flip|flag|unflag) (\d+),(\d+)$/.exec(action);
    if (place) this.#dug = { x: Number(place[1]), y: Number(place[2]) };
  }

  #hear({ notices, isWhole }: FrameEvent): void {
    if (!isWhole) {
      for (const [code, facts] of notices) this.#tell(code, facts as never);
      this.#count();
      this.#enter();
    }
    this.#note();
  }

  #tell(code: string, { x, y, wave, seat }: { x: number; y: number; wave: number; seat: number }): void {
    const since = performance.now();
    if (code === "boom") this.booms.push({ x, y, wave: wave ?? 1, since });
    if (code === "died") this.falls.push({ x, y, seat, since });
  }

  /** Points and flags rise from where they came. */
  #count(): void {
    const { score, flags, at } = this.#session.facts;
    const since = performance.now();
    const place = this.#dug ?? { x: at[0], y: at[1] };
    if (score > this.#score) this.floats.push({ ...place, since, text: `+${score - this.#score}`, isGood: score - this.#score > 1 });
    if (flags > this.#flags) {
      this.floats.push({ x: at[0], y: at[1], since, text: `+${flags - this.#flags}`, isGood: true, isFlag: true });
      play("coin");
    }
  }

  /** From where a chain has come into the window. */
  #enter(): void {
    const { blast } = this.#session.facts;
    if (!blast || blast.now === this.#blastAt) return;
    const since = performance.now();
    for (const [dx, dy] of blast.sides) this.sides.push({ dx, dy, since });
    if (blast.sides.length) play("boom", 0.7);
  }

  #note(): void {
    const { view } = this.#session;
    const { facts } = view;
    SESSIONS.set(view.layers, this.#session);
    this.#score = facts.score;
    this.#flags = facts.flags;
    this.#blastAt = facts.blast?.now ?? -1;
    if (facts.ending && this.endedAt < 0) this.endedAt = this.#session.now();
  }
}
