/**
 * Keys on the board while orders are drafted: Enter picks a square, an arrow sends its units that
 * way, a number says how many, S seals the sheet. They are heard before the board's own keys, and
 * only where they mean something.
 */

import { t } from "../../../core/texts";
import type { Drafts } from "../model/drafts.svelte";
import { goalOf, moveFrom, type Session } from "../model/facts";
import { mostOf } from "../model/orders";

const ARROWS: Record<string, string> = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
const TYPED_MS = 1200; // digits that follow each other in this time are one number

/** The keys of the orders: the help and the sheet of orders list them. */
export const ORDER_KEYS = [["Enter", "enter"], ["Enter, ← ↑ ↓ →", "arrow"], ["1–9", "number"], ["Delete", "delete"], ["S", "seal"]] as const;

export function keyRows(): [key: string, text: string][] {
  return [
    ["← ↑ ↓ →", t("keys.arrows")],
    ["Shift + ←", t("keys.shift")],
    ["Home  End  Page ↑  Page ↓", t("keys.edges")],
    ...ORDER_KEYS.map(([key, what]): [string, string] => [key, t(`territory.key.${what}`)]),
    ["Shift + Enter", t("territory.key.second")],
    ["T", t("territory.key.talk")],
    ["Ctrl + Enter", t("territory.key.words")],
    ["+  −  0", t("territory.key.zoom")],
  ];
}

export class Keys {
  #typed = "";
  #since = 0;
  #session: Session;
  #drafts: Drafts;

  constructor(session: Session, drafts: Drafts) {
    this.#session = session;
    this.#drafts = drafts;
  }

  /** True if the key meant something here. */
  press(key: string): boolean {
    const drafts = this.#drafts;
    if (key in ARROWS && drafts.picked >= 0) return this.#send(ARROWS[key]);
    if (key === "Escape") return this.#escape();
    if (key.toLowerCase() === "s" && drafts.maySealSheet) return this.#seal();
    if (drafts.chosen < 0) return false;
    if (/^\d$/.test(key)) return this.#type(key);
    const { units } = drafts.moves[drafts.chosen];
    const most = mostOf(drafts.moves, drafts.chosen, this.#session.view);
    switch (key.toLowerCase()) {
      case "+": case "=": return this.#count(units + 1);
      case "-": return this.#count(units - 1);
      case "h": return this.#count(Math.ceil(most / 2));
      case "a": return this.#count(most);
      case "delete": case "backspace":
        drafts.remove(drafts.chosen);
        return true;
      case "enter": return this.#done();
      default: return false;
    }
  }

  #send(direction: string): boolean {
    const from = this.#drafts.picked;
    const goal = goalOf(moveFrom(from, direction, 1));
    if (goal >= 0) this.#drafts.add(from, goal);
    this.#typed = "";
    return true;
  }

  #type(digit: string): boolean {
    const now = performance.now();
    this.#typed = now - this.#since < TYPED_MS ? this.#typed + digit : digit;
    this.#since = now;
    return this.#count(Number(this.#typed));
  }

  #count(units: number): boolean {
    this.#drafts.count(units);
    return true;
  }

  #done(): boolean {
    this.#drafts.choose(-1);
    return true;
  }

  #seal(): boolean {
    this.#drafts.sealSheet();
    return true;
  }

  #escape(): boolean {
    const drafts = this.#drafts;
    const isBusy = drafts.picked >= 0 || drafts.chosen >= 0 || drafts.wantsSquare;
    drafts.wantsSquare = false;
    if (isBusy) drafts.pick(-1);
    return isBusy;
  }
}
