/** Where people are drawn while they go from one tile to the next; the camera goes with one of them. */

import { now as system } from "../../../core/settings.svelte";
import { isWindow, standsAt, type Session, type Spot } from "../model/facts";
import { Walk } from "../model/walk.svelte";

const JUMP_TILES = 3; // a larger jump is not a walk
const OTHERS_MS = 150; // news of others comes on a beat

interface Mover { from: Spot; to: Spot; since: number; lasts: number }

export class Motion {
  #session: Session;
  #walk: Walk;
  #movers = new Map<number, Mover>();
  #own = -1;

  constructor(session: Session) {
    this.#session = session;
    this.#walk = Walk.of(session);
    session.onFrame(({ isWhole }) => this.#look(isWhole));
    if (session.hasView) this.#look(true);
  }

  static of(session: Session): Motion {
    return session.own("mine-land.motion", () => new Motion(session));
  }

  /** The others in the window, where they are at this moment. */
  others(at: number): { seat: number; spot: Spot }[] {
    const { walkers } = this.#session.facts;
    return walkers.map(([seat, x, y]) => ({ seat, spot: this.#spot(seat, at) ?? { x, y } }));
  }

  /** Oneself, or whom one watches: the middle of the picture. */
  middle(at: number): Spot {
    this.#followMe();
    return this.#spot(this.#own, at) ?? standsAt(this.#session.view);
  }

  isMoving(at: number): boolean {
    this.#followMe();
    for (const mover of this.#movers.values()) if (at < mover.since + mover.lasts) return true;
    return false;
  }

  #spot(seat: number, at: number): Spot | null {
    const mover = this.#movers.get(seat);
    if (!mover) return null;
    const share = mover.lasts ? Math.min(1, Math.max(0, (at - mover.since) / mover.lasts)) : 1;
    const { from, to } = mover;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  }

  #look(isWhole: boolean): void {
    const { view } = this.#session;
    if (isWhole) this.#movers.clear();
    if (!isWindow(view)) return;
    const here = new Set(view.facts.walkers.map(([seat]) => seat));
    for (const seat of this.#movers.keys()) if (seat !== this.#own && !here.has(seat)) this.#movers.delete(seat);
    for (const [seat, x, y] of view.facts.walkers) this.#move(seat, { x, y }, OTHERS_MS);
    this.#followMe();
  }

  /** One's own steps are shown before the server has them. */
  #followMe(): void {
    const { view } = this.#session;
    const { watching, terms } = view.facts;
    this.#own = watching >= 0 ? watching : view.viewer;
    if (watching < 0) this.#move(this.#own, this.#walk.place, Math.max(80, terms.step_ms));
  }

  #move(seat: number, to: Spot, lasts: number): void {
    const mover = this.#movers.get(seat);
    if (mover && mover.to.x === to.x && mover.to.y === to.y) return;
    const since = performance.now();
    const from = (mover && this.#spot(seat, since)) ?? to;
    const isJump = system.isStill || Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > JUMP_TILES;
    this.#movers.set(seat, { from: isJump ? to : from, to, since, lasts: isJump || !mover ? 0 : lasts });
  }
}
