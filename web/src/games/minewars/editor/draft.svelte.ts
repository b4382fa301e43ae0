/** The map on the drawing board: what is drawn, by which tool, what came before, and what the server says of it. */

import { MatchSession } from "../../../match/session.svelte";
import { api, problemText, type GameAbout, type MapChecked, type MapProblem } from "../../../net/api";
import type { Known } from "../model/facts";
import { mapView } from "../model/pieces";
import { keepDraft } from "./keeping";
import { brush, isCity, mapSketch, paintTiles, placesOf, putCity, seatsOf, stretch, write, type Sketch } from "./sketch";
import { problemWords } from "./words";

const CHECK_AFTER_MS = 350;
const STEPS_KEPT = 200;
export const BRUSHES = [0, 1, 2, 4];

/** A letter of a tile or of a city; a hand moves the board. */
export type Tool = string;
export const HAND = "hand";

export class Draft {
  sketch = $state.raw<Sketch>() as Sketch;
  tool = $state<Tool>(".");
  /** How many steps the brush reaches. */
  steps = $state(1);
  isFilling = $state(false);
  showsRegions = $state(true);
  past = $state.raw<Sketch[]>([]);
  future = $state.raw<Sketch[]>([]);
  checked = $state.raw<MapChecked | null>(null);
  isChecking = $state(false);
  trouble = $state("");
  /** By tile, what is wrong there; as long as nothing has been changed since. */
  faults = $state.raw<ReadonlyMap<number, MapProblem>>(new Map());
  /** The map of one's own that it is kept as, if it is. */
  id = $state("");
  readonly game: GameAbout;
  readonly session: MatchSession<Known>;
  #timer = 0;
  #isInStroke = false;
  #count = 0;

  constructor(game: GameAbout, sketch: Sketch) {
    this.game = game;
    this.session = new MatchSession<Known>(game);
    this.session.isReplay = this.session.isConnected = true;
    this.session.freeze(0);
    this.sketch = sketch;
    this.#show();
    this.#checkSoon(0);
  }

  get text(): string {
    return write(this.sketch);
  }

  get seats(): number {
    return seatsOf(this.sketch);
  }

  /** Why it cannot be played on, and where; empty if it can, or if nobody knows yet. */
  get problems(): MapProblem[] {
    return this.checked?.report.problems ?? [];
  }

  /** What is wrong with a tile, or nothing. */
  faultAt(cell: number): string {
    const fault = this.faults.get(cell);
    return fault ? problemWords(fault) : "";
  }

  // Drawing

  /** The tiles that a click here would change. */
  reach(cell: number): number[] {
    if (cell < 0 || this.tool === HAND) return [];
    if (this.isFilling && !isCity(this.tool)) return stretch(this.sketch, cell);
    return isCity(this.tool) ? [cell] : brush(placesOf(this.sketch), cell, this.steps);
  }

  /** One click, or one tile further in a stroke. */
  touch(cell: number, letter = this.tool): void {
    if (cell < 0 || letter === HAND) return;
    const cells = this.reach(cell);
    const after = isCity(letter) ? putCity(this.sketch, cell, letter) : paintTiles(this.sketch, cells, letter);
    this.change(after, this.#isInStroke);
  }

  /** All that follows until the end is one step to be undone. */
  beginStroke(cell: number): void {
    this.touch(cell);
    this.#isInStroke = true;
  }

  endStroke(): void {
    this.#isInStroke = false;
  }

  change(after: Sketch, isSameStep = false): void {
    if (after === this.sketch) return;
    if (!isSameStep) this.past = [...this.past, this.sketch].slice(-STEPS_KEPT);
    this.future = [];
    this.#set(after);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.future = [this.sketch, ...this.future];
    this.#set(before);
  }

  redo(): void {
    const [after, ...rest] = this.future;
    if (!after) return;
    this.future = rest;
    this.past = [...this.past, this.sketch];
    this.#set(after);
  }

  /** Another map altogether; undo brings the former one back. */
  open(sketch: Sketch, id = ""): void {
    this.change(sketch);
    this.id = id;
  }

  // Showing and judging

  /** Let the board show a place and say what is wrong with it. */
  point(problem: MapProblem, text: string): void {
    if (problem.x < 0) return;
    const cell = problem.y * this.sketch.width + problem.x;
    this.session.show(cell);
    this.session.explain(cell, text);
  }

  redraw(): void {
    this.#show();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #set(sketch: Sketch): void {
    const isSameBoard = sketch.width === this.sketch.width && sketch.height === this.sketch.height && sketch.shape === this.sketch.shape;
    this.sketch = sketch;
    if (!isSameBoard) this.session.cursor = this.session.hover = -1;
    this.faults = new Map();
    this.session.hint = null;
    this.#show();
    this.#checkSoon(CHECK_AFTER_MS);
  }

  #show(): void {
    const regions = this.showsRegions && this.checked?.regions ? bytesOf(this.checked.regions) : undefined;
    const view = mapView(mapSketch(this.sketch, regions));
    this.session.names = Array.from({ length: Math.max(2, this.seats) }, (_, seat) => String(seat + 1));
    this.session.jump(view, { awaited: [], clocks: [], outcome: null }, 0);
  }

  #checkSoon(after: number): void {
    this.isChecking = true;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#check(), after);
  }

  async #check(): Promise<void> {
    const count = ++this.#count;
    const { text } = this;
    keepDraft(text);
    try {
      const checked = await api.checkMap(text);
      if (count !== this.#count || text !== this.text) return;
      this.checked = checked;
      this.trouble = "";
      this.#mark();
    } catch (error) {
      this.trouble = problemText(error);
    }
    this.isChecking = false;
  }

  #mark(): void {
    const { width } = this.sketch;
    this.faults = new Map(this.problems.filter(({ x }) => x >= 0).map((each) => [each.y * width + each.x, each]));
    this.#show();
  }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
