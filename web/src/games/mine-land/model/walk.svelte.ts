/**
 * Walking: held keys and paths become steps at the pace the rules allow, and one's own steps are
 * shown before they are answered, over tiles that are known to be walkable. What is refused is
 * taken back. Several digs that are asked for at once go out one by one, at that pace too.
 */

import { t } from "../../../core/texts";
import type { Refusal } from "../../../match/session.svelte";
import { chordAt, isSafe } from "./chords";
import { cellOf, COVERED, isBeside, isWalkable, mayAct, NO_FLAG, spotOf, standsAt, WAYS, type Session, type Spot, type Way, type WayName } from "./facts";
import { labelOf } from "../texts/words";

const SLACK_MS = 8; // on the way two steps may come nearer to each other
const MOST_AHEAD = 5;
const LEAST_MS = 60; // the server limits messages per second
const AGAIN_MS = 30; // a step that was too early is tried again after this time
const MOST_AGAIN = 3;

interface Step { way: Way; /** The view has it already. */ isSeen: boolean }
interface Later { action: string; spot: Spot }

export class Walk {
  /** Where one stands, as far as this page can tell. */
  place: Spot;
  /** What became of the last tile that was dug or flagged, for those who do not see it. */
  said = $state("");
  /** The arrow keys move the cursor, not the walker. */
  isLooking = $state(false);
  #session: Session;
  #steps: Step[] = [];
  #held: WayName[] = [];
  #path: Way[] = [];
  #stepAt = 0;
  #digAt = 0;
  /** What is dug or flagged next, as soon as the pace allows. */
  #waiting: Later[] = [];
  /** A number that one walks to in order to dig around it. */
  #goal: Spot | null = null;
  /** How often in a row something came too soon. */
  #again = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wakeAt = 0;
  #seen: Spot;

  constructor(session: Session) {
    this.#session = session;
    this.#seen = session.hasView ? standsAt(session.view) : { x: 0, y: 0 };
    this.place = $state.raw(this.#seen);
    session.onFrame(() => this.#look());
    session.onActed((action) => this.#answered(action));
    session.onRefused((refusal) => this.#refused(refusal));
    // Not at once: it may be asked for while something is being worked out.
    queueMicrotask(() => session.hasView && this.#settle());
  }

  static of(session: Session): Walk {
    return session.own("mine-land.walk", () => new Walk(session));
  }

  // What is asked for

  hold(name: WayName): void {
    this.isLooking = false;
    this.#goal = null;
    this.#path = [WAYS[name]]; // one step at least, however short it is held
    this.#held = [...this.#held.filter((each) => each !== name), name];
    this.#pump();
  }

  release(name: WayName): void {
    this.#held = this.#held.filter((each) => each !== name);
  }

  stop(): void {
    this.#held = [];
    this.#path = [];
    this.#goal = null;
  }

  /** Could one step that way, as far as one sees? */
  canStep(way: Way): boolean {
    const { view } = this.#session;
    return isWalkable(view, cellOf(view, { x: this.place.x + way.dx, y: this.place.y + way.dy }));
  }

  /** Walk to a tile in sight, and dig around its number there; false if no way leads there over walkable tiles. */
  goTo(cell: number): boolean {
    const { view } = this.#session;
    const path = pathTo(this.#session, this.place, cell);
    if (!path) return false;
    this.isLooking = false;
    this.#goal = view.layers.digit[cell] ? spotOf(view, cell) : null;
    this.#path = path;
    this.#pump();
    return true;
  }

  /** Dig or flag, now or as soon as the pace allows; no more than one waits. True if it can go now. */
  mayDig(action: string, cell: number): boolean {
    this.#waiting = [];
    if (performance.now() < this.#digAt) {
      this.#waiting = [{ action, spot: spotOf(this.#session.view, cell) }];
      this.#wake(this.#digAt);
      return false;
    }
    this.#digs();
    return true;
  }

  /** Dig all of these, each as soon as the pace allows, until something else is dug or flagged. */
  digAll(cells: readonly number[]): void {
    this.#waiting = cells.map((cell) => {
      const spot = spotOf(this.#session.view, cell);
      return { action: `flip ${spot.x},${spot.y}`, spot };
    });
    this.#digNext();
  }

  // At the rules' pace

  #pump(): void {
    if (!mayAct(this.#session)) return this.stop();
    this.#digNext();
    const way = this.#next();
    if (!way || this.#steps.length >= MOST_AHEAD) return;
    if (performance.now() < this.#stepAt) return this.#wake(this.#stepAt);
    const isPath = this.#path.length > 0;
    this.#path = this.#path.slice(1);
    if (!this.canStep(way)) return isPath ? this.#giveUpPath() : undefined;
    this.#step(way);
  }

  /** Something is in the way now: what is held goes on. */
  #giveUpPath(): void {
    this.#path = [];
    this.#goal = null;
    if (this.#held.length) this.#pump();
  }

  #next(): Way | undefined {
    const held = this.#held.at(-1);
    return this.#path[0] ?? (held && WAYS[held]);
  }

  #step(way: Way): void {
    const session = this.#session;
    if (!session.act(`step ${way.name}`)) return;
    this.#steps.push({ way, isSeen: false });
    this.#stepAt = performance.now() + Math.max(LEAST_MS, session.facts.terms.step_ms) + SLACK_MS;
    this.#settle();
    this.#wake(this.#stepAt);
    if (this.#goal && this.#goal.x === this.place.x && this.#goal.y === this.place.y) this.#digAtGoal();
  }

  #digAtGoal(): void {
    const { view } = this.#session;
    const chord = chordAt(view, cellOf(view, this.place));
    this.#goal = null;
    if (chord && isSafe(chord)) this.digAll(chord.cells);
  }

  #digs(): void {
    this.#digAt = performance.now() + Math.max(LEAST_MS, this.#session.facts.terms.dig_ms) + SLACK_MS;
  }

  #digNext(): void {
    if (!this.#waiting.length) return;
    if (performance.now() < this.#digAt) return this.#wake(this.#digAt);
    const [{ action, spot }, ...rest] = this.#waiting;
    this.#waiting = rest;
    if (!this.#hasSense(action, spot)) return this.#digNext();
    this.#digs();
    this.#session.act(action, cellOf(this.#session.view, spot));
    if (rest.length) this.#wake(this.#digAt);
  }

  /** Somebody may have been there before, or one has walked on. */
  #hasSense(action: string, spot: Spot): boolean {
    const { layers } = this.#session.view;
    const cell = cellOf(this.#session.view, spot);
    if (!action.startsWith("flip ")) return true;
    return layers.ground[cell] === COVERED && layers.flag[cell] === NO_FLAG && isBeside(this.place, spot);
  }

  /** Look again at that moment, unless that is done before. */
  #wake(at: number): void {
    if (this.#timer && this.#wakeAt <= at) return;
    clearTimeout(this.#timer);
    this.#wakeAt = at;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#pump();
    }, Math.max(1, at - performance.now()));
  }

  // What comes back. An answer comes after the frame that shows what it did.

  #look(): void {
    const at = standsAt(this.#session.view);
    this.#see(at);
    if (!mayAct(this.#session)) this.#steps = [];
    this.#settle();
    if (this.#next()) this.#pump();
  }

  /** Which of the steps has the view got? The first ones that lead to where it says one is. */
  #see(at: Spot): void {
    const hasMoved = at.x !== this.#seen.x || at.y !== this.#seen.y;
    const unseen = this.#steps.filter((step) => !step.isSeen);
    let { x, y } = this.#seen;
    this.#seen = at;
    if (!hasMoved) return;
    for (const [count, step] of unseen.entries()) {
      [x, y] = [x + step.way.dx, y + step.way.dy];
      if (x === at.x && y === at.y) {
        for (const each of unseen.slice(0, count + 1)) each.isSeen = true;
        return;
      }
    }
    this.#steps = []; // somewhere else: back in a new round, or watching somebody
  }

  #answered(action: string): void {
    this.#again = 0;
    this.#tell(action);
    this.#forget(action);
    this.#pump();
  }

  #tell(action: string): void {
    const { view } = this.#session;
    const [x, y] = action.replace(/^\w+ /, "").split(",").map(Number);
    const cell = cellOf(view, { x, y });
    if (cell >= 0) this.said = `${t("board.place", { x, y })}: ${labelOf(cell, view)}`;
  }

  #forget(action: string): void {
    const place = this.#steps.findIndex((step) => `step ${step.way.name}` === action);
    if (place >= 0) this.#steps.splice(place, 1);
    this.#settle();
  }

  /** What only came too soon is tried again; the rest is told to the player. */
  #refused({ action, code, cell }: Refusal): boolean {
    const isStep = action.startsWith("step ");
    const isSoon = code === "too_soon" && this.#again++ < MOST_AGAIN;
    const later = performance.now() + AGAIN_MS;
    if (isStep && isSoon) this.#path = this.#held.length ? this.#path : [wayOf(action), ...this.#path];
    else if (isStep) this.#path = [];
    if (isStep) this.#stepAt = Math.max(this.#stepAt, later);
    else if (isSoon) [this.#waiting, this.#digAt] = [[{ action, spot: spotOf(this.#session.view, cell) }, ...this.#waiting], later];
    this.#forget(action);
    if (isSoon) this.#wake(later);
    return isSoon;
  }

  /** The place by what the view says and what is on its way; the cursor goes along. */
  #settle(): void {
    const { view } = this.#session;
    let { x, y } = this.#seen;
    for (const { way, isSeen } of this.#steps) if (!isSeen) [x, y] = [x + way.dx, y + way.dy];
    if (x !== this.place.x || y !== this.place.y) this.place = { x, y };
    if (!this.isLooking) this.#session.cursor = cellOf(view, this.place);
  }
}

function wayOf(action: string): Way {
  return WAYS[action.slice("step ".length) as WayName];
}

/** The shortest way over walkable tiles of the window; null if there is none. */
export function pathTo({ view }: Session, from: Spot, to: number): Way[] | null {
  const start = cellOf(view, from);
  if (start < 0 || start === to || !isWalkable(view, to)) return null;
  const came = new Map<number, Way | null>([[start, null]]);
  for (const cell of came.keys()) {
    if (cell === to) return traced(view, came, to);
    const { x, y } = spotOf(view, cell);
    for (const way of Object.values(WAYS)) {
      const next = cellOf(view, { x: x + way.dx, y: y + way.dy });
      if (!came.has(next) && isWalkable(view, next)) came.set(next, way);
    }
  }
  return null;
}

function traced(view: Session["view"], came: Map<number, Way | null>, to: number): Way[] {
  const path: Way[] = [];
  for (let way = came.get(to), { x, y } = spotOf(view, to); way; way = came.get(cellOf(view, { x, y }))) {
    path.unshift(way);
    [x, y] = [x - way.dx, y - way.dy];
  }
  return path;
}
