/**
 * One match as its viewer sees it: the view and what is under way with it.
 *
 * It knows no socket: frames and answers are given to it, and actions leave through `link`. So the
 * same class serves a live match, a replay and a test. Layers are not reactive; what draws them
 * follows `version`, or `onFrame` for the changed cells.
 */

import { untrack } from "svelte";
import type { GameAbout } from "../core/game.gen";
import { botWord } from "../core/bots";
import { hasText, says, type Facts } from "../core/texts";
import { applyFrame, type Anything, type Changed, type Frame, type Known, type Notice, type Rect, type Table, type View } from "../core/view";
import { topology, type Shape, type Topology } from "../core/topology";
import type { Clock, Ranked, Refused } from "../net/wire";
import { moved, Pointing } from "./pointing.svelte";
import { deadlineOf, MatchTime } from "./time";

/** What a session must know of its game, as `GET /api/games` tells it. */
export type SessionGame = Pick<GameAbout, "name" | "title" | "kind" | "shape" | "texts" | "legend"> & Partial<Pick<GameAbout, "facts">>;

/** The way out. A replay has none. */
export interface Link {
  /** Sends an action; gives back its number. */
  act(action: string): number;
  /** Some of what this seat may do now, spelled. */
  choices(): Promise<string[]>;
  /** A watcher looks through a seat's eyes (-1: no longer); a player lends theirs, or not (-1). */
  eyes?(seat: number): Promise<unknown>;
}

export interface Pending {
  n: number;
  action: string;
  /** The cell that was clicked, or -1. */
  cell: number;
  /** On this page's own clock, `performance.now()`. */
  since: number;
}

export interface Refusal {
  code: string;
  text: string;
  action: string;
  cell: number;
  since: number;
}

export interface LogLine {
  id: number;
  /** Match time in ms. */
  at: number;
  code: string;
  facts: Facts;
  text: string;
}

export interface FrameEvent {
  changed: Changed;
  notices: readonly Notice[];
  /** A whole view: the first one, or after a reconnection. Do not animate it. */
  isWhole: boolean;
}

const LINES_KEPT = 400;
const NO_TABLE: Table = { awaited: [], clocks: [], outcome: null };

export class MatchSession<K extends Known = Anything> extends Pointing {
  readonly game: SessionGame;
  /** The match's own name, as far as it is known. */
  id = $state("");
  /** This viewer's seat, or -1 for a watcher. */
  seat = $state(-1);
  /** By seat. */
  names = $state.raw<string[]>([]);
  /** Which seats are bots, by seat. */
  bots = $state.raw<boolean[]>([]);
  /** Of bots that people brought, the author, by seat; empty for all others. */
  authors = $state.raw<string[]>([]);
  /** Which seats' players are not there at the moment, by seat. */
  away = $state.raw<boolean[]>([]);
  /** Codes of refusals that are no more than an answer: said like a hint, without a look of blame. */
  gentle: ReadonlySet<string> = new Set();
  /** Counts up with each frame: reading it makes a component follow the view. */
  version = $state(0);
  table = $state.raw<Table>(NO_TABLE);
  /** The table's clock: what each player may use. */
  clock = $state.raw<Clock>({ bank_ms: 0, increment_ms: 0, limit_ms: 0 });
  hasView = $state(false);
  isConnected = $state(false);
  isPaused = $state(false);
  isReplay = $state(false);
  /** By the button of this page. */
  hasResigned = $state(false);

  /** How late watchers see what is seen through a player's eyes, in ms. */
  eyesMs = $state(0);

  /** Of a world: everybody with points in the round, the best first. */
  standing = $state.raw<readonly Ranked[]>([]);
  /** Starts another match at once, for a player who is out of this one; null if the page offers none. */
  again = $state.raw<(() => Promise<void>) | null>(null);
  /** Of a world between two rounds: when the next one begins, by `performance.now()`; 0 means not known. */
  nextAt = $state(0);

  /** Sent and not answered yet: drawn at once. */
  pending = $state.raw<Pending[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  log = $state.raw<LogLine[]>([]);

  /** Counts the drawings above the board that a screen has asked for. */
  drawings = $state(0);

  #view: View<K> | null = null;
  #topology: Topology | null = null;
  #link: Link | null;
  #listeners = new Set<(event: FrameEvent) => void>();
  #actedListeners = new Set<(action: string) => void>();
  #refusedListeners = new Set<(refusal: Refusal) => boolean>();
  #own = new Map<string, unknown>();
  #lines = 0;
  #time = new MatchTime();

  constructor(game: SessionGame, link: Link | null = null) {
    super();
    this.game = game;
    this.#link = link;
  }

  /** What this viewer knows. In a component it follows each frame. */
  get view(): View<K> {
    void this.version;
    if (!this.#view) throw new Error("no view has come yet");
    return this.#view;
  }

  get facts(): K["facts"] {
    return this.view.facts;
  }

  get topology(): Topology {
    const { width, height } = this.view.rect;
    const shape = this.#shape;
    const known = this.#topology;
    if (known && known.shape === shape && known.width === width && known.height === height) return known;
    return (this.#topology = topology(shape, width, height));
  }

  /** A game whose grid is a table's option says it in its terms; what the game itself says is the usual one. */
  get #shape(): Shape {
    const { terms } = this.view.facts as { terms?: { shape?: Shape } };
    return terms?.shape ?? this.game.shape;
  }

  get outcome() {
    return this.table.outcome;
  }

  get isOver(): boolean {
    return this.table.outcome !== null;
  }

  get isAwaited(): boolean {
    return this.seat >= 0 && this.table.awaited.includes(this.seat);
  }

  /**
   * May this viewer act now? Whether it is legal is the game's to say. Without a connection too: what is sent then is
   * pending, and leaves as soon as the connection is back.
   */
  get canAct(): boolean {
    return this.#link !== null && this.isAwaited && !this.isOver && !this.isPaused;
  }

  name(seat: number): string {
    return this.names[seat] ?? `${seat + 1}`;
  }

  /** That a seat is a bot's, and whose bot it is; empty for a person. */
  botWord(seat: number): string {
    return this.bots[seat] ? botWord(this.authors[seat]) : "";
  }

  /** Board coordinates of a place in the layers. */
  place(cell: number): [number, number] {
    const { x, y, width } = this.view.rect;
    return [x + (cell % width), y + Math.floor(cell / width)];
  }

  /** The place in the layers of board coordinates, or -1. */
  cellAt(x: number, y: number): number {
    const { rect } = this.view;
    const [column, row] = [x - rect.x, y - rect.y];
    const isInside = column >= 0 && row >= 0 && column < rect.width && row < rect.height;
    return isInside ? row * rect.width + column : -1;
  }

  // Time

  /** Match time in ms, by the server's clock as far as it is known. Not reactive. */
  now(): number {
    return this.#time.now();
  }

  /** Let it run as fast as a sandbox's does. */
  setSpeed(speed: number): void {
    this.#time.setSpeed(speed);
  }

  /** It is this moment, as a sandbox says: a step may have moved it on. */
  setTime(at: number): void {
    this.#time.set(at);
  }

  get isFrozen(): boolean {
    return this.#time.isFrozen;
  }

  /** Stand still at a moment (a replay, a pause), or go on. */
  freeze(at: number | null): void {
    this.#time.freeze(at);
  }

  /** What a seat's clock shows now, in ms; null if it shows nothing. */
  clockOf(seat: number): number | null {
    const deadline = deadlineOf(this.clock, this.table.clocks[seat]);
    if (deadline !== null) return Math.max(0, deadline - this.now());
    return this.clock.bank_ms ? (this.table.clocks[seat]?.[0] ?? null) : null;
  }

  // Acting

  /** Send an action. It is pending from this moment on; false if nothing can be sent. */
  act(action: string, cell = -1): boolean {
    if (!this.#link || this.isReplay) return false;
    const n = this.#link.act(action);
    if (n < 0) return false;
    this.refusal = this.hint = null; // what was said of an earlier click
    this.pending = [...this.pending, { n, action, cell, since: performance.now() }];
    return true;
  }

  choices(): Promise<string[]> {
    return this.#link ? this.#link.choices() : Promise.resolve([]);
  }

  /** See what a seat sees, as a watcher; as a player, let watchers see it. -1 ends it. */
  async eyes(seat: number): Promise<void> {
    await this.#link?.eyes?.(seat);
  }

  /** Send what was asked about, or drop it. */
  answer(isYes: boolean): void {
    const asked = this.asking;
    this.asking = null;
    if (isYes && asked) this.act(asked.action, asked.cell);
  }

  /** Let what is above the board be drawn again: a screen's own things have changed. */
  redraw(): void {
    untrack(() => (this.drawings += 1));
  }

  /** A place for a game's own things that live as long as the match is on screen. */
  own<T>(key: string, make: () => T): T {
    if (!this.#own.has(key)) this.#own.set(key, make());
    return this.#own.get(key) as T;
  }

  // What comes in

  /** What was told before this page was loaded. */
  recall(lines: readonly Pick<LogLine, "at" | "code" | "facts">[]): void {
    for (const { at, code, facts } of lines) this.#note(at, [[code, facts]]);
  }

  /** The server's list of what happened, also while this page was away; what is older than that list stays. */
  #catchUp(past: NonNullable<Frame["past"]>): void {
    if (!past.length) return;
    this.log = this.log.filter(({ at }) => at < past[0][0]);
    for (const [at, code, facts] of past) this.#note(at, [[code, facts]]);
  }

  receive(frame: Frame): void {
    const { view, changed } = applyFrame<K>(this.#view, frame);
    if (this.#view) this.#move(this.#view.rect, view.rect);
    this.#view = view;
    this.#time.hear(frame.now, !!frame.view);
    if (frame.table) this.#follow(frame.table);
    if (frame.view) this.#catchUp(frame.past ?? []);
    const notices = frame.notices ?? [];
    if (notices.length) this.#note(frame.now, notices);
    this.hasView = true;
    this.version += 1;
    const event = { changed, notices, isWhole: !!frame.view };
    for (const listener of this.#listeners) listener(event);
  }

  /** Put it to another moment: for replays, which seek. */
  jump(view: View<K>, table: Table, at: number, log?: LogLine[]): void {
    if (this.#view) this.#move(this.#view.rect, view.rect);
    this.#view = view;
    this.table = table;
    if (log) this.log = log;
    this.#time.move(at);
    this.hasView = true;
    this.version += 1;
    for (const listener of this.#listeners) listener({ changed: "all", notices: [], isWhole: true });
  }

  /** The end takes what was said of earlier clicks with it. */
  #follow(table: Table): void {
    if (table.outcome && !this.isOver) this.refusal = this.hint = this.asking = null;
    this.table = table;
  }

  acted(n: number): void {
    const action = this.#settle(n)?.action;
    if (action !== undefined) for (const listener of this.#actedListeners) listener(action);
  }

  refused(message: Refused): void {
    const pending = this.#settle(message.n);
    if (this.isOver) return; // the end came first, and says it all
    if (pending && pending.cell >= 0 && this.gentle.has(message.code)) {
      return this.explain(pending.cell, this.say(message.code, message.facts, message.text));
    }
    const refusal = {
      code: message.code,
      text: this.say(message.code, message.facts, message.text),
      action: pending?.action ?? "",
      cell: pending?.cell ?? -1,
      since: performance.now(),
    };
    // A game may put some right by itself: those are not talked about.
    const isSettled = [...this.#refusedListeners].some((listener) => listener(refusal));
    if (!isSettled) this.refusal = refusal;
  }

  /** Hear of each frame after it has been applied; call what comes back to stop. */
  onFrame(listener: (event: FrameEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hear of each action of this viewer that has been acknowledged; call what comes back to stop. */
  onActed(listener: (action: string) => void): () => void {
    this.#actedListeners.add(listener);
    return () => this.#actedListeners.delete(listener);
  }

  /** Hear of each refusal; true keeps it from being told. Call what comes back to stop. */
  onRefused(listener: (refusal: Refusal) => boolean): () => void {
    this.#refusedListeners.add(listener);
    return () => this.#refusedListeners.delete(listener);
  }

  /** This page shows what somebody else saw: the person looking at it did none of it. */
  get isTheirs(): boolean {
    return this.isReplay || (this.#view !== null && this.#view.viewer !== this.seat);
  }

  /** A code in words; with somebody else's eyes in the third person, where the game has such words. */
  say(code: string, facts: Facts, otherwise = ""): string {
    const isSeen = this.isTheirs && hasText(`${this.game.name}.seen.${code}`);
    const text = says(this.game.name, code, facts, this.names, this.game.texts, isSeen ? "seen" : "says");
    return otherwise && text === code.replaceAll("_", " ") ? otherwise : text;
  }

  /** It is answered, one way or the other. */
  #settle(n: number): Pending | undefined {
    const pending = this.pending.find((each) => each.n === n);
    this.pending = this.pending.filter((each) => each.n !== n);
    return pending;
  }

  /** The window has moved: what was pointed at stays where it is on the board. */
  #move(from: Rect, to: Rect): void {
    if (from.x === to.x && from.y === to.y && from.width === to.width && from.height === to.height) return;
    this.movePointing(from, to);
    this.pending = this.pending.map((each) => moved(each, from, to));
    this.refusal &&= moved(this.refusal, from, to);
  }

  #note(at: number, notices: readonly Notice[]): void {
    const lines = notices.map(([code, facts]) => {
      return { id: this.#lines++, at, code, facts, text: this.say(code, facts) };
    });
    this.log = [...this.log, ...lines].slice(-LINES_KEPT);
  }
}
