/**
 * The map that a browser keeps of each round: a byte a tile, pages of 16 x 16, in IndexedDB. Only
 * the last few rounds are kept; without storage the map lasts as long as the page.
 */

import { PAGE, type Atlas, type Page } from "../../../board/atlas";
import { COVERED, LIT, SITE, UNCOVERED, type Known, type Window } from "./facts";

const NAME = "freehold.maps", PAGES = "pages", ROUNDS = "rounds";
const ROUNDS_KEPT = 6;
const SAVE_MS = 600;
const LOOT = 64;

// A tile as a byte: 0 means not seen; covered by flag, dug by number, a site, lit; and if flags lie there

export function packTile(ground: number, digit: number, flag: number, loot: number): number {
  const kind = ground === COVERED ? 1 + flag : ground === UNCOVERED ? 4 + digit : ground === SITE ? 13 : ground === LIT ? 14 : 0;
  return kind && loot ? kind | LOOT : kind;
}

export function unpackTile(byte: number): Record<string, number> {
  const kind = byte & ~LOOT;
  const loot = byte & LOOT ? 1 : 0;
  if (kind >= 13) return { ground: kind === 13 ? SITE : LIT, digit: 0, flag: 0, loot };
  if (kind >= 4) return { ground: UNCOVERED, digit: kind - 4, flag: 0, loot };
  return { ground: COVERED, digit: 0, flag: kind - 1, loot };
}

export function packPage({ seen, layers }: Page<Known>): Uint8Array {
  const { ground, digit, flag, loot } = layers;
  return seen.map((isSeen, cell) => (isSeen ? packTile(ground[cell], digit[cell], flag[cell], loot[cell]) : 0));
}

export function recallPage(atlas: Atlas<Known>, key: string, bytes: Uint8Array, like: Window): void {
  const [left, top] = key.split(",").map((each) => Number(each) * PAGE);
  bytes.forEach((byte, cell) => {
    if (byte) atlas.recall(left + (cell % PAGE), top + Math.floor(cell / PAGE), unpackTile(byte), like);
  });
}

// The store

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no storage"));
  });
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(PAGES);
    request.result.createObjectStore(ROUNDS);
  };
  return done(request);
}

/** All pages of a round. */
function range(match: string): IDBKeyRange {
  return IDBKeyRange.bound([match], [match, []]);
}

async function forgetOld(base: IDBDatabase, match: string): Promise<void> {
  const rounds = base.transaction(ROUNDS, "readwrite").objectStore(ROUNDS);
  await done(rounds.put(Date.now(), match));
  const [names, times] = await Promise.all([done(rounds.getAllKeys()), done(rounds.getAll() as IDBRequest<number[]>)]);
  const old = names.map((name, place) => ({ name, at: times[place] })).sort((a, b) => b.at - a.at).slice(ROUNDS_KEPT);
  if (!old.length) return;
  const both = base.transaction([PAGES, ROUNDS], "readwrite");
  for (const { name } of old) {
    both.objectStore(ROUNDS).delete(name);
    both.objectStore(PAGES).delete(range(name as string));
  }
}

/** Recall what this browser knows of the round, and go on writing it down. */
export async function keepMap(atlas: Atlas<Known>, match: string, like: Window): Promise<void> {
  try {
    const base = await open();
    await forgetOld(base, match);
    const pages = base.transaction(PAGES).objectStore(PAGES);
    const found = range(match);
    const [keys, kept] = await Promise.all([done(pages.getAllKeys(found)), done(pages.getAll(found) as IDBRequest<Uint8Array[]>)]);
    keys.forEach((key, place) => recallPage(atlas, (key as string[])[1], kept[place], like));
    writeDown(atlas, match, base);
  } catch {
    // a private window, or no room: it lasts as long as the page
  }
}

function writeDown(atlas: Atlas<Known>, match: string, base: IDBDatabase): void {
  const dirty = new Set<string>(atlas.pages.keys());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    timer = undefined;
    const pages = base.transaction(PAGES, "readwrite").objectStore(PAGES);
    for (const key of dirty) {
      const page = atlas.pages.get(key);
      if (page) pages.put(packPage(page), [match, key]);
    }
    dirty.clear();
  };
  const later = () => void (timer ??= setTimeout(save, SAVE_MS));
  atlas.onChange.add((x, y) => {
    dirty.add(`${Math.floor(x / PAGE)},${Math.floor(y / PAGE)}`);
    later();
  });
  later();
  // A page that is left writes down at once what it has.
  document.addEventListener("visibilitychange", () => document.hidden && dirty.size && save());
}
