/**
 * What a window has shown of a larger world, kept where it was: pages of 16 x 16 cells.
 *
 * It takes each view in, and says which cells look different by that. A page is itself a view, so
 * that a game's `paint` draws what is remembered just as it draws what is seen.
 */

import type { Anything, Known, Rect, View } from "../core/view";
import type { MatchSession } from "../match/session.svelte";

export const PAGE = 16;

export interface Page<K extends Known = Anything> extends View<K> {
  /** 1 where something was seen. */
  seen: Uint8Array;
}

export class Atlas<K extends Known = Anything> {
  readonly pages = new Map<string, Page<K>>();
  /** How many cells have been seen. */
  count = 0;
  /** Called for each cell that looks different, and when everything starts over. */
  readonly onChange = new Set<(x: number, y: number) => void>();
  readonly onForget = new Set<() => void>();

  /** The match's own: it takes in what comes. */
  static of<K extends Known>(session: MatchSession<K>): Atlas<K> {
    return session.own("atlas", () => {
      const atlas = new Atlas<K>();
      if (session.hasView) atlas.take(session.view);
      session.onFrame(({ isWhole }) => {
        if (isWhole && session.isReplay) atlas.forget(); // a seek: what came later is not known yet
        atlas.take(session.view);
      });
      return atlas;
    });
  }

  /** Only a seat's view is a window; those of others show no world, or all of it. */
  take(view: View<K>): void {
    if (view.viewer < 0) return;
    const { x, y, width, height } = view.rect;
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        this.#put(x + column, y + row, view, row * width + column);
      }
    }
  }

  #put(x: number, y: number, view: View<K>, from: number): void {
    const page = this.page(x, y, view);
    const to = cellOn(page.rect, x, y);
    let isNew = !page.seen[to];
    for (const name in view.layers) {
      const value = view.layers[name][from];
      if (page.layers[name][to] === value) continue;
      page.layers[name][to] = value;
      isNew = true;
    }
    if (!isNew) return;
    this.count += 1 - page.seen[to];
    page.seen[to] = 1;
    for (const hear of this.onChange) hear(x, y);
  }

  /** Remember a place from before, unless it has been seen since. */
  recall(x: number, y: number, layers: Record<string, number>, like: View<K>): void {
    const page = this.page(x, y, like);
    const cell = cellOn(page.rect, x, y);
    if (page.seen[cell]) return;
    page.seen[cell] = 1;
    this.count += 1;
    for (const name in layers) if (page.layers[name]) page.layers[name][cell] = layers[name];
    for (const hear of this.onChange) hear(x, y);
  }

  /** Where a place is kept, or nothing if nothing was seen near it. */
  at(x: number, y: number): { page: Page<K>; cell: number } | null {
    const page = this.pages.get(keyOf(x, y));
    return page ? { page, cell: cellOn(page.rect, x, y) } : null;
  }

  isSeen(x: number, y: number): boolean {
    const found = this.at(x, y);
    return !!found && found.page.seen[found.cell] === 1;
  }

  /** The page of a place; a new one has the layers of this view. */
  page(x: number, y: number, like: View<K>): Page<K> {
    const key = keyOf(x, y);
    let page = this.pages.get(key);
    if (!page) this.pages.set(key, (page = newPage(x, y, like)));
    return page;
  }

  forget(): void {
    this.pages.clear();
    this.count = 0;
    for (const hear of this.onForget) hear();
  }
}

function keyOf(x: number, y: number): string {
  return `${Math.floor(x / PAGE)},${Math.floor(y / PAGE)}`;
}

function cellOn(rect: Rect, x: number, y: number): number {
  return (y - rect.y) * PAGE + x - rect.x;
}

function newPage<K extends Known>(x: number, y: number, like: View<K>): Page<K> {
  const corner = (at: number) => Math.floor(at / PAGE) * PAGE;
  const empty = () => new Uint8Array(PAGE * PAGE);
  return {
    viewer: like.viewer,
    facts: like.facts,
    rect: { x: corner(x), y: corner(y), width: PAGE, height: PAGE },
    layers: Object.fromEntries(Object.keys(like.layers).map((name) => [name, empty()])),
    seen: empty(),
  };
}
