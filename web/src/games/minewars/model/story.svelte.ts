/** What a match has seen and what moves at the moment, what is marked, and the alerts. */

import { t } from "../../../core/texts";
import type { FrameEvent } from "../../../match/session.svelte";
import { play } from "../../../ui/sounds";
import { addAlerts, beforeOf, findAlerts, toldAlerts, type Alert, type Before } from "./alerts";
import { boardOf, isOwn, isPlaying, type Session } from "./facts";
import { mayUse } from "./legal";
import { Clicks } from "./queue";

export const BLAST_MS = 900, CLAIM_MS = 170, RING_MS = 18, RIPPLE_MOST_MS = 280, FLOAT_MS = 1100;
const TOLD_MS = 4500, TWICE_MS = 420, SHOWN_MS = 12_000, SPOKEN_MS = 1500;
/** More than this at once is not animated tile by tile. */
const MANY = 400;
const GENTLE = [
  "yours", "too_far", "not_land", "a_city", "walled", "protected", "flagged", "not_flagged", "flag_own", "stunned", "too_dear", "too_soon",
  "build_taken", "build_item", "build_no_city", "harvest_nothing", "bridge_which_axis",
];

export interface Blast { cell: number; since: number; isFlash: boolean }
export interface Claim { cells: { cell: number; delay: number; fill: number }[]; since: number; own: number; from: number }
export interface Float { cell: number; text: string; since: number }

export class Story {
  blasts: Blast[] = [];
  claims: Claim[] = [];
  floats: Float[] = [];
  /** Tiles of a strike or a barricade, to be sent together; or where a bridge is to be built, until its way is chosen. */
  marked = $state.raw<number[]>([]);
  alerts = $state.raw<Alert[]>([]);
  /** The last alert in words, for those who do not see it: not too often. */
  spoken = $state("");
  /** What has just happened to this player, in a sentence. */
  told = $state("");
  /** The css pixels of a cell, as last drawn. */
  size = 0;
  readonly clicks: Clicks;
  #session: Session;
  #before: Before;
  #seenAt: number;
  #clicked = { cell: -1, at: 0 };
  #ids = 0;
  #toldTimer = 0;
  #spokenAt = -SPOKEN_MS;

  constructor(session: Session) {
    this.#session = session;
    session.gentle = new Set(GENTLE);
    this.#before = beforeOf(session.view);
    this.#seenAt = Math.max(0, ...session.facts.own.events.map(([, , at]) => at));
    this.clicks = new Clicks(session);
    session.onFrame((event) => this.#hear(event));
  }

  static of(session: Session): Story {
    return session.own("minewars", () => new Story(session));
  }

  /** Does something move by itself? What is over is forgotten. */
  get isMoving(): boolean {
    const now = performance.now();
    this.blasts = this.blasts.filter((each) => now - each.since < BLAST_MS);
    this.claims = this.claims.filter((each) => now - each.since < RIPPLE_MOST_MS + CLAIM_MS);
    this.floats = this.floats.filter((each) => now - each.since < FLOAT_MS);
    return this.blasts.length + this.claims.length + this.floats.length > 0;
  }

  /** Is this the second click on the same tile, soon after the first? */
  isTwice(cell: number): boolean {
    const at = performance.now();
    const isIt = this.#clicked.cell === cell && at - this.#clicked.at < TWICE_MS;
    this.#clicked = { cell: isIt ? -1 : cell, at };
    return isIt;
  }

  toggle(cell: number): void {
    const isIn = this.marked.includes(cell);
    this.marked = isIn ? this.marked.filter((each) => each !== cell) : [...this.marked, cell];
    this.#session.redraw();
  }

  unmark(): void {
    this.marked = [];
    this.#session.redraw();
  }

  tell(text: string): void {
    this.told = text;
    clearTimeout(this.#toldTimer);
    this.#toldTimer = later(() => (this.told = ""), TOLD_MS);
  }

  // Alerts

  /** Fresh ones, the newest first. */
  get fresh(): Alert[] {
    const now = performance.now();
    return this.alerts.filter((each) => !each.isSeen && now - each.at < SHOWN_MS).reverse();
  }

  /** Go there; without a name to the newest that was not looked at. False if there is none. */
  jump(alert: Alert | undefined = this.fresh[0]): boolean {
    if (!alert) return false;
    this.alerts = this.alerts.map((each) => (each.id === alert.id ? { ...each, isSeen: true } : each));
    if (alert.cell < 0) return true;
    this.#session.cursor = alert.cell;
    this.#session.show(alert.cell, 20);
    this.floats = [...this.floats, { cell: alert.cell, text: "!", since: performance.now() }];
    this.#session.redraw();
    return true;
  }

  #hear({ changed, notices, isWhole }: FrameEvent): void {
    const session = this.#session;
    const { view } = session;
    if (!isWhole && changed !== "all") {
      this.#explode();
      if (changed.size && changed.size <= MANY) this.#claim(changed);
      if (isPlaying(session)) this.#alert(changed, notices);
      for (const [code, facts] of notices) this.#note(code, facts as Record<string, number>);
      this.#sound(changed);
    }
    this.#seenAt = Math.max(0, ...view.facts.own.events.map(([, , at]) => at));
    if (changed === "all" || changed.size || notices.length) this.#before = beforeOf(view);
    if (this.marked.length) this.marked = this.marked.filter((cell) => mayUse(view, session.mode, cell));
  }

  #note(code: string, facts: Record<string, number>): void {
    const session = this.#session;
    if (code === "sold" || code === "harvested" || code === "bulldozed") this.#gain(code, facts);
    if (code === "sold" || code === "surrounded" || code === "void") this.tell(session.say(code, facts));
    if ((code === "city_taken" || code === "city_taken_from") && facts.seat === session.seat && !session.isReplay) {
      this.tell(t("minewars.youTook", { number: session.view.layers.city[session.cellAt(facts.x, facts.y)] }));
    }
  }

  #gain(code: string, { x, y, money }: Record<string, number>): void {
    const cell = code === "sold" ? this.#session.cursor : this.#session.cellAt(x, y);
    if (cell >= 0) this.floats = [...this.floats, { cell, text: `+${money}`, since: performance.now() }];
  }

  #alert(changed: ReadonlySet<number>, notices: FrameEvent["notices"]): void {
    const found = [...findAlerts(this.#session, this.#before, changed), ...toldAlerts(this.#session, notices)];
    if (!found.length) return;
    const now = performance.now();
    this.alerts = addAlerts(this.alerts, found, now, () => ++this.#ids);
    play(found.some((each) => each.isGrave) ? "warning" : "loss");
    if (now - this.#spokenAt < SPOKEN_MS) return;
    this.#spokenAt = now;
    const { text, note } = this.alerts.at(-1)!;
    this.spoken = note ? `${text}. ${note}` : text;
  }

  #explode(): void {
    const fresh = this.#session.facts.own.events.filter(([, , at]) => at > this.#seenAt);
    if (!fresh.length) return;
    const since = performance.now();
    this.blasts = [...this.blasts, ...fresh.map(([what, cell]) => ({ cell, since, isFlash: what === "trap" }))].slice(-30);
    if (fresh.some(([what]) => what === "explosion")) play("boom");
    if (isPlaying(this.#session)) for (const [, cell] of fresh) this.#unflag(cell);
  }

  /** What has exploded is gone: its flag would only keep one from going there. */
  #unflag(cell: number): void {
    const session = this.#session;
    if (session.view.layers.flag[cell]) session.act(`unflag ${session.place(cell).join()}`, cell);
  }

  #claim(changed: ReadonlySet<number>): void {
    const { view, pending } = this.#session;
    const { owner } = view.layers;
    const fresh = [...changed].filter((cell) => owner[cell] && owner[cell] !== this.#before.owner[cell]);
    if (!fresh.length) return;
    const board = boardOf(view);
    const from = pending.find((each) => fresh.includes(each.cell))?.cell ?? fresh[0];
    const middle = board.corner(from);
    const cells = fresh.map((cell) => {
      const at = board.corner(cell);
      return { cell, delay: Math.min(RIPPLE_MOST_MS, Math.hypot(at.x - middle.x, at.y - middle.y) * RING_MS), fill: this.#before.owner[cell] };
    });
    const own = fresh.filter((cell) => isOwn(view, cell)).length;
    this.claims = [...this.claims, { cells, since: performance.now(), own, from }].slice(-12);
  }

  #sound(changed: ReadonlySet<number>): void {
    const { view, isReplay } = this.#session;
    let own = 0;
    for (const cell of changed) if (isOwn(view, cell) && this.#before.owner[cell] !== view.viewer + 1) own += 1;
    if (own && !isReplay) play("reveal", Math.min(1.8, 1 + own / 60));
  }
}

/** A timer that a page without a window does not have. */
export function later(act: () => void, ms: number): number {
  return typeof window === "undefined" ? 0 : window.setTimeout(act, ms);
}
