/** What a generic screen keeps of a match: the choices, requested again after each frame. */

import type { MatchSession } from "../../match/session.svelte";
import { cellsNamed } from "./legend";

export class GenericState {
  choices = $state.raw<string[]>([]);
  /** The cell whose choices are listed, or -1. */
  chosen = $state(-1);
  #session: MatchSession;
  #asked = 0;

  constructor(session: MatchSession) {
    this.#session = session;
    session.onFrame(() => void this.ask());
    void this.ask();
  }

  static of(session: MatchSession): GenericState {
    return session.own("generic", () => new GenericState(session));
  }

  async ask(): Promise<void> {
    const asked = ++this.#asked;
    if (!this.#session.isAwaited || this.#session.isOver) {
      this.choices = [];
      return;
    }
    const found = await this.#session.choices().catch(() => null);
    if (asked !== this.#asked || !found) return;
    this.choices = found;
    this.#session.redraw();
  }

  /**
   * What a click on this cell may mean: the choices that name it first. Games with too many to
   * list tell only some, so if none does, what is done to other cells is offered: the server
   * says whether it can be done here.
   */
  at(cell: number): string[] {
    const place = this.#session.place(cell).join();
    const named = this.choices.filter((each) => cellsNamed(each)[0]?.join() === place);
    return named.length ? named : [...this.#verbs()].map((verb) => `${verb} ${place}`);
  }

  /** The first words of choices that are a word and one cell. */
  #verbs(): Set<string> {
    const found = new Set<string>();
    for (const choice of this.choices) {
      const [, verb] = /^(\S+) \d+,\d+$/.exec(choice) ?? [];
      if (verb) found.add(verb);
    }
    return found;
  }

  get elsewhere(): string[] {
    return this.choices.filter((each) => cellsNamed(each).length === 0);
  }

  get cells(): number[] {
    const found = new Set<number>();
    for (const choice of this.choices) {
      const [first] = cellsNamed(choice);
      if (first) found.add(this.#session.cellAt(...first));
    }
    found.delete(-1);
    return [...found];
  }
}
