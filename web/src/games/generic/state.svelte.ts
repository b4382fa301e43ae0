/** What a generic screen keeps of a match: the choices, asked for anew after each frame. */

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

  /** The choices whose spelling names this cell first. */
  at(cell: number): string[] {
    const [x, y] = this.#session.place(cell);
    return this.choices.filter((each) => {
      const [first] = cellsNamed(each);
      return first && first[0] === x && first[1] === y;
    });
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
