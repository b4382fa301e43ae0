/** What a match has seen and what moves at the moment: blasts, fresh claims, the banner, what is told. */

import { listed, t } from "../../../core/texts";
import type { FrameEvent } from "../../../match/session.svelte";
import { play } from "../../../ui/sounds";
import { distanceSquared, leaderOf, ownerOf, within, type Session } from "./ground";

export const BLAST_MS = 1100, CLAIM_MS = 170, RING_MS = 16, RIPPLE_MOST_MS = 260, FLOAT_MS = 1000, FLOAT_FROM = 6;
/** How long a stage's banner is up. */
export const BANNER_MS = 3000;
const TOLD_MS = 4500, LEAD_MS = 3500, TWICE_MS = 420;
/** More than this at once is the whole board coming: nothing to be animated. */
const MANY = 1500;
const GENTLE = ["taken", "yours", "frozen", "flagged", "not_flagged", "crater", "mine_shown", "chord_nothing"];

export interface Blast {
  cell: number;
  since: number;
  /** The owner of each cell of the region before, as in the layer. */
  before: Map<number, number>;
}
export interface Claim {
  cells: { cell: number; delay: number }[];
  since: number;
  lasts: number;
  /** How many are this player's; from `FLOAT_FROM` on their number floats up. */
  own: number;
  from: number;
}

export class Story {
  blasts: Blast[] = [];
  claims: Claim[] = [];
  /** The stage whose banner is up, or 0. */
  banner = $state(0);
  /** What has just happened to this player, in a sentence. */
  told = $state("");
  /** The player who has just taken the lead, in a sentence. */
  lead = $state("");
  /** The cell looked at is in the lower half: words go to the upper one. */
  isLow = $state(false);
  /** The css pixels of a cell, as last drawn. */
  size = 0;
  #owner: Uint8Array;
  #session: Session;
  #clicked = { cell: -1, at: 0 };
  #bannerTimer = 0;
  #toldTimer = 0;
  #leadTimer = 0;
  /** The last leader; -1 before there was one. */
  #leader: number;

  constructor(session: Session) {
    this.#session = session;
    session.gentle = new Set(GENTLE);
    this.#owner = session.view.layers.owner.slice();
    this.#leader = leaderOf(session.view);
    session.onFrame((event) => this.#hear(event));
  }

  static of(session: Session): Story {
    return session.own("area-attack", () => new Story(session));
  }

  get isMoving(): boolean {
    const now = performance.now();
    this.blasts = this.blasts.filter((each) => now - each.since < BLAST_MS);
    this.claims = this.claims.filter((each) => now - each.since < each.lasts);
    return this.blasts.length + this.claims.length > 0;
  }

  /** Is this the second click on the same cell, soon after the first? */
  isTwice(cell: number): boolean {
    const at = performance.now();
    const isIt = this.#clicked.cell === cell && at - this.#clicked.at < TWICE_MS;
    this.#clicked = { cell: isIt ? -1 : cell, at };
    return isIt;
  }

  tell(text: string): void {
    this.told = text;
    clearTimeout(this.#toldTimer);
    this.#toldTimer = later(() => (this.told = ""), TOLD_MS);
  }

  #hear({ changed, notices, isWhole }: FrameEvent): void {
    const { view } = this.#session;
    const { owner } = view.layers;
    if (!isWhole) {
      for (const [code, facts] of notices) this.#note(code, facts as Record<string, number>);
      if (changed !== "all" && changed.size < MANY) this.#claim(changed);
    }
    this.#follow(!isWhole);
    if (owner.length !== this.#owner.length || changed === "all") this.#owner = owner.slice();
    else for (const cell of changed) this.#owner[cell] = owner[cell];
  }

  #note(code: string, { x, y, stage, seat }: Record<string, number>): void {
    if (code === "begun") this.#show(1);
    if (code === "stage") this.#show(stage);
    if (code === "blast") this.#blast(this.#session.cellAt(x, y), seat);
  }

  #show(stage: number): void {
    this.banner = stage;
    clearTimeout(this.#bannerTimer);
    this.#bannerTimer = later(() => (this.banner = 0), BANNER_MS);
  }

  #blast(cell: number, seat: number): void {
    const { view } = this.#session;
    const region = within(view.rect.width, view.rect.height, cell, view.facts.terms.blast_radius ** 2);
    const before = new Map(region.map((each) => [each, this.#owner[each]]));
    this.blasts = [...this.blasts, { cell, since: performance.now(), before }];
    this.#tellLosses(before, seat);
  }

  /** Only of what concerns this player: their own ground, or their own blast. */
  #tellLosses(before: Map<number, number>, seat: number): void {
    const session = this.#session;
    if (session.seat < 0 || session.isReplay) return;
    const losses = session.names.map((_, each) => [...before.values()].filter((owner) => owner === each + 1).length);
    const lost = losses[session.seat];
    if (seat !== session.seat) {
      if (lost) this.tell(t("area-attack.lost", { name: session.name(seat), cells: lost }));
      return;
    }
    const others = losses.flatMap((count, each) => (count && each !== seat ? [`${session.name(each)} −${count}`] : []));
    this.tell(t("area-attack.blasted", { who: listed([...others, ...(lost ? [t("area-attack.youLose", { cells: lost })] : [])]) || t("area-attack.nobody") }));
  }

  /** Who leads now? It is told when somebody overtakes, not when the first one gets ahead. */
  #follow(isLive: boolean): void {
    const session = this.#session;
    const [before, now] = [this.#leader, leaderOf(session.view)];
    if (now < 0 || now === before) return;
    this.#leader = now;
    if (before < 0 || !isLive || session.isReplay || session.facts.ending) return;
    const name = session.name(now);
    this.lead = now === session.seat ? t("area-attack.lead.you") : t(before === session.seat ? "area-attack.lead.lost" : "area-attack.lead.other", { name });
    clearTimeout(this.#leadTimer);
    this.#leadTimer = later(() => (this.lead = ""), LEAD_MS);
    if (session.seat >= 0) play(now === session.seat ? "capture" : before === session.seat ? "loss" : "tick");
  }

  #claim(changed: ReadonlySet<number>): void {
    const { view, seat, pending } = this.#session;
    const fresh = [...changed].filter((cell) => ownerOf(view, cell) >= 0 && view.layers.owner[cell] !== this.#owner[cell]);
    if (!fresh.length) return;
    const width = view.rect.width;
    const own = fresh.filter((cell) => ownerOf(view, cell) === seat).length;
    const from = pending.find((each) => fresh.includes(each.cell))?.cell ?? fresh[0];
    const cells = fresh.map((cell) => {
      const delay = Math.min(RIPPLE_MOST_MS, Math.sqrt(distanceSquared(width, from, cell)) * RING_MS);
      return { cell, delay };
    });
    const lasts = own >= FLOAT_FROM ? FLOAT_MS : RIPPLE_MOST_MS + CLAIM_MS;
    this.claims = [...this.claims, { cells, since: performance.now(), lasts, own, from }].slice(-24);
    if (own && !this.#session.isReplay) play("reveal", Math.min(1.8, 1 + own / 60));
  }
}

/** A timer that a page without a window does not have. */
function later(act: () => void, ms: number): number {
  return typeof window === "undefined" ? 0 : window.setTimeout(act, ms);
}
