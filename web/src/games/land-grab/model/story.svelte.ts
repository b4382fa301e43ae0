/** What a match has seen so far: points by turn for the chart, and what moves at the moment. */

import type { FrameEvent } from "../../../match/session.svelte";
import { freeFarms, type Island, type Session } from "./tiles";

export const BOUNCE_MS = 420;
const COINS_AT_ONCE = 12;

/** A coin on its way from a settlement to its owner's bar. */
export interface Flight { id: number; seat: number; cell: number; order: number }
export interface Point { x: number; y: number }

// The result's chart is asked for with a view alone; its layers lead back to the match.
const STORIES = new WeakMap<Island["layers"], Story>();

export class Story {
  /** Coins that the panel lets fly. */
  flights = $state.raw<Flight[]>([]);
  /** The tile that has just been built, and when. */
  built: { cell: number; since: number } | null = null;
  /** Where a tile's middle is on the page; the board says so as it draws. */
  where: ((cell: number) => Point) | null = null;
  #points = new Map<number, number[]>();
  #ids = 0;
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
    session.onFrame((event) => this.#hear(event));
    if (session.hasView) this.#note(session.view);
  }

  static of(session: Session): Story {
    return session.own("land-grab", () => new Story(session));
  }

  get isBouncing(): boolean {
    return !!this.built && performance.now() - this.built.since < BOUNCE_MS;
  }

  land(id: number): void {
    this.flights = this.flights.filter((each) => each.id !== id);
  }

  /** Points of each seat, turn by turn as far as this page has seen them. */
  get series(): number[][] {
    const turns = [...this.#points.keys()].sort((a, b) => a - b);
    return [0, 1].map((seat) => turns.map((turn) => this.#points.get(turn)![seat]));
  }

  #hear({ notices, isWhole }: FrameEvent): void {
    const { view } = this.#session;
    this.#note(view);
    this.#chooseMode();
    if (isWhole) return;
    for (const [code, facts] of notices) {
      if (code.startsWith("built_")) this.#build(facts.x as number, facts.y as number);
      if (code === "paid") this.#pay(facts.seat as number);
    }
  }

  #note(view: Island): void {
    STORIES.set(view.layers, this);
    if (!this.#points.size && view.facts.turn === 1) this.#points.set(0, [...view.facts.points]);
    this.#points.set(view.facts.turn, [...view.facts.points]);
  }

  /** While no farm is free a click can only mean a farm. */
  #chooseMode(): void {
    const session = this.#session;
    if (session.seat >= 0 && !freeFarms(session.facts, session.seat)) session.mode = "farm";
  }

  #build(x: number, y: number): void {
    this.built = { cell: this.#session.cellAt(x, y), since: performance.now() };
  }

  #pay(seat: number): void {
    const { owner, yield: pays } = this.#session.view.layers;
    const cells = [...owner.keys()].filter((cell) => owner[cell] === seat + 1 && pays[cell]);
    const coins = cells.slice(0, COINS_AT_ONCE).map((cell, order) => ({ id: this.#ids++, seat, cell, order }));
    this.flights = [...this.flights, ...coins].slice(-2 * COINS_AT_ONCE);
  }
}

/** Points by turn of the match that a view belongs to; of a stray view what it says itself. */
export function seriesOf(view: Island): number[][] {
  return STORIES.get(view.layers)?.series ?? view.facts.points.map((points) => [points]);
}
