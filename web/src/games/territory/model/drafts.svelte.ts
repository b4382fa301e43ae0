/**
 * What this viewer is about to say and order: drafts, known to nobody else until they are sealed.
 * They outlive a reload of the page.
 */

import { untrack } from "svelte";
import { t } from "../../../core/texts";
import {
  directionOf, isMine, isPlaying, leaving, maySeal, moveFrom, placeOf, startOf, unitsAt, goalOf,
  type Facts, type Move, type Session,
} from "./facts";
import { isSameSheet, mostOf, problemsOf, spellSheet, type Problem } from "./orders";
import { cleanWords, insertInto, lengthOf } from "./talk";

interface Kept { round: number; phase: string; moves: Move[]; words: string }

export class Drafts {
  moves = $state.raw<Move[]>([]);
  /** The move whose units are being set, or -1. */
  chosen = $state(-1);
  /** The square that a move is about to leave, or -1. */
  picked = $state(-1);
  words = $state("");
  /** The tab of the panel that is open. */
  tab = $state("talk");
  /** The next square that is clicked goes into the declaration. */
  wantsSquare = $state(false);
  /** What has just changed, for those who do not see it. */
  told = $state("");
  /** Where the next insertion goes. */
  caret = 0;
  #session: Session;
  #round = 0;
  #phase = "";

  constructor(session: Session) {
    this.#session = session;
    session.onFrame(() => this.#follow());
    untrack(() => session.hasView && this.#begin(session.facts));
  }

  static of(session: Session): Drafts {
    return session.own("territory.drafts", () => new Drafts(session));
  }

  get problems(): Problem[] {
    return problemsOf(this.moves, this.#session.view);
  }

  /** Is the sheet sealed as it stands? */
  get isSheetSealed(): boolean {
    const { sealed } = this.#session.facts;
    return sealed?.type === "order" && isSameSheet(sealed.moves, this.moves);
  }

  /** May the sheet be sealed as it stands? Nobody can answer before what is on its way has been answered. */
  get maySealSheet(): boolean {
    const { facts, pending } = this.#session;
    const isPending = pending.some((each) => each.action.startsWith("order"));
    return facts.phase === "orders" && maySeal(this.#session) && !this.problems.length && !isPending;
  }

  /** What the server would refuse about the words. */
  get wordsProblem(): Problem | null {
    const [characters, most] = [lengthOf(this.words), this.#session.facts.params.declaration_characters];
    return characters > most ? { at: -1, code: "too_long", facts: { characters, most } } : null;
  }

  get maySealWords(): boolean {
    const isPending = this.#session.pending.some((each) => each.action.startsWith("declare"));
    return !this.wordsProblem && maySeal(this.#session) && !isPending && !this.areWordsSealed;
  }

  get areWordsSealed(): boolean {
    const { sealed } = this.#session.facts;
    return sealed?.type === "declare" && sealed.text === cleanWords(this.words);
  }

  // Orders

  /** A click on a square: pick it, unpick it, or move there from the one that is picked. */
  click(cell: number): void {
    const from = this.picked;
    if (from >= 0 && directionOf(from, cell)) return this.add(from, cell);
    if (cell === from) return this.pick(-1);
    const move = this.moves.findIndex((each) => goalOf(each) === cell && !isMine(this.#session.view, cell));
    if (move >= 0) return this.choose(move);
    if (isMine(this.#session.view, cell)) this.pick(cell);
    else this.#explain(cell, t(from >= 0 ? "territory.why.far" : "territory.why.notYours"));
  }

  pick(cell: number): void {
    this.picked = cell;
    this.chosen = -1;
    if (cell >= 0) this.told = t("territory.picked", { place: placeOf(cell), units: this.free(cell) });
    this.#session.redraw();
  }

  /** The units of a square that no move takes yet. */
  free(cell: number): number {
    return unitsAt(this.#session.view, cell) - leaving(this.moves, cell);
  }

  add(from: number, to: number): void {
    const direction = directionOf(from, to);
    const { view } = this.#session;
    if (!isMine(view, from)) return this.#explain(from, t("territory.why.notYours"));
    if (!direction) return this.#explain(to, t("territory.why.far"));
    const same = this.moves.findIndex((each) => startOf(each) === from && each.direction === direction);
    if (same >= 0) return this.choose(same);
    const most = view.facts.params.moves;
    if (this.moves.length >= most) return this.#explain(from, t("territory.why.full", { most }));
    const free = this.free(from);
    if (free < 1) return this.#explain(from, t("territory.why.none"));
    // One unit stays behind if it can: an empty square is nobody's.
    this.set([...this.moves, moveFrom(from, direction, Math.max(1, free - 1))]);
    this.choose(this.moves.length - 1);
  }

  choose(at: number): void {
    this.chosen = at;
    this.picked = -1;
    this.#tellMove();
    this.#session.redraw();
  }

  count(units: number): void {
    const at = this.chosen;
    if (at < 0) return;
    const bound = Math.min(Math.max(1, Math.round(units)), mostOf(this.moves, at, this.#session.view));
    this.set(this.moves.map((move, each) => (each === at ? { ...move, units: bound } : move)));
    this.#tellMove();
  }

  remove(at: number): void {
    this.set(this.moves.filter((_, each) => each !== at));
    this.chosen = -1;
    this.told = t("territory.removed", { number: at + 1 });
  }

  /** The last move that leaves or enters a square. */
  removeAt(cell: number): void {
    const at = this.moves.findLastIndex((move) => startOf(move) === cell || goalOf(move) === cell);
    if (at >= 0) this.remove(at);
    this.picked = -1;
  }

  set(moves: Move[]): void {
    this.moves = moves;
    if (this.chosen >= moves.length) this.chosen = -1;
    this.keep();
    this.#session.redraw();
  }

  sealSheet(): void {
    this.pick(-1);
    this.#session.act(`order ${spellSheet(this.moves)}`.trim());
  }

  // Words

  insert(piece: string): void {
    const put = insertInto(this.words, Math.min(this.caret, this.words.length), piece);
    this.words = put.text;
    this.caret = put.at;
    this.wantsSquare = false;
    this.keep();
  }

  sealWords(): void {
    this.#session.act(`declare ${cleanWords(this.words)}`.trim());
  }

  /** What this player said last, of any round; nothing if they were silent. */
  get lastWords(): string {
    const { facts, seat } = this.#session;
    return facts.declarations.findLast((each) => each.seat === seat)?.text ?? "";
  }

  sayTheSame(): void {
    this.words = this.lastWords;
    this.sealWords();
  }

  /** The orders of the last round, if they could be given again. */
  get lastMoves(): Move[] {
    const { facts, seat, view } = this.#session;
    const moves = facts.last?.moves.find((each) => each.seat === seat)?.moves ?? [];
    return problemsOf(moves, view).length ? [] : moves;
  }

  orderTheSame(): void {
    this.set([...this.lastMoves]);
    this.sealSheet();
  }

  // Rounds and phases

  #begin({ round, phase, sealed }: Facts): void {
    this.#round = round;
    this.#phase = phase;
    const kept = this.#kept();
    if (kept?.round === round) this.moves = kept.moves;
    if (kept?.round === round && kept.phase === phase) this.words = kept.words;
    if (kept?.round === round && kept.phase === phase) return;
    if (sealed?.type === "order") this.moves = sealed.moves;
    if (sealed?.type === "declare") this.words = sealed.text;
  }

  #follow(): void {
    const { facts } = this.#session;
    if (!this.#phase) return this.#begin(facts);
    if (facts.phase !== this.#phase) this.#turn(facts);
    if (facts.round !== this.#round) {
      this.chosen = this.picked = -1;
      this.moves = [];
    }
    if (!isPlaying(this.#session)) this.picked = -1;
    const isOther = facts.phase !== this.#phase;
    this.#round = facts.round;
    this.#phase = facts.phase;
    if (isOther) this.keep();
  }

  /** What was said is said; what was not sealed in time may still be wanted. */
  #turn({ declarations }: Facts): void {
    const said = declarations.findLast(({ seat }) => seat === this.#session.seat)?.text;
    if (said && said === cleanWords(this.words)) this.words = "";
    this.wantsSquare = false;
    this.caret = this.words.length;
  }

  #tellMove(): void {
    const move = this.moves[this.chosen];
    if (!move) return;
    const facts = { number: this.chosen + 1, units: move.units, from: placeOf(startOf(move)), to: placeOf(goalOf(move)) };
    this.told = t("territory.drafted", facts);
  }

  #explain(cell: number, text: string): void {
    this.told = text;
    this.#session.explain(cell, text);
  }

  // Over a reload

  get #key(): string {
    const { id, seat } = this.#session;
    return `freehold.territory.${id || location.pathname}.${seat}`;
  }

  keep(): void {
    if (this.#session.seat < 0 || this.#session.isReplay) return;
    const kept: Kept = { round: this.#round, phase: this.#phase, moves: this.moves, words: this.words };
    try {
      // The next match at this table begins with nothing.
      if (this.#phase === "over") sessionStorage.removeItem(this.#key);
      else sessionStorage.setItem(this.#key, JSON.stringify(kept));
    } catch {
      // without storage a reload forgets what was not sealed
    }
  }

  #kept(): Kept | null {
    if (this.#session.seat < 0 || this.#session.isReplay) return null;
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? "null") as Kept | null;
    } catch {
      return null;
    }
  }
}
