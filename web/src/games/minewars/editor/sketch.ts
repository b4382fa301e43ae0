/**
 * A map being drawn, like its text: one letter per tile. Values go in and new ones come out.
 *
 * The text is the same as everywhere else (`freehold maps`, a room's parameters); whether it can be played on is the
 * server's to say.
 */

import { topology, type Shape, type Topology } from "../../../core/topology";
import { KIND_LETTERS, LEAST_SIDE, LONGEST_TITLE, MOST_SIDE } from "../model/facts.gen";
import type { MapSketch } from "../model/pieces";

export const STARTS = "123456";
const CITIES = `C${STARTS}`;
const LETTERS = KIND_LETTERS + CITIES;
const WATER = "~", LAND = ".";
/** What may lie beside a city. */
const LANDLIKE = ".,#x";

export interface Sketch {
  shape: Shape;
  title: string;
  width: number;
  height: number;
  /** Row by row. */
  letters: string;
}

export function isCity(letter: string): boolean {
  return CITIES.includes(letter);
}

export function blank(shape: Shape, width: number, height: number, title = ""): Sketch {
  return { shape, title, width, height, letters: WATER.repeat(width * height) };
}

/** A text as it is read here: what is not a tile becomes water, short rows are filled up. Null if there is no picture. */
export function read(text: string): Sketch | null {
  let shape: Shape = "square", title = "";
  const rows: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s*(\w+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    const row = line.replace(/\s/g, "");
    if (name?.toLowerCase() === "grid") shape = value.toLowerCase() === "hex" ? "hex" : "square";
    else if (name?.toLowerCase() === "title") title = value.slice(0, LONGEST_TITLE);
    else if (row && !name) rows.push(row);
  }
  const [width, height] = [Math.max(0, ...rows.map((row) => row.length)), rows.length];
  if (width < LEAST_SIDE || height < LEAST_SIDE || width > MOST_SIDE || height > MOST_SIDE) return null;
  const letters = rows.map((row) => [...row.padEnd(width, WATER)].map((letter) => (LETTERS.includes(letter) ? letter : WATER)).join(""));
  return { shape, title, width, height, letters: letters.join("") };
}

export function write({ shape, title, width, height, letters }: Sketch): string {
  const head = [`grid: ${shape}`, ...(title.trim() ? [`title: ${title.trim()}`] : [])];
  const rows = Array.from({ length: height }, (_, y) => letters.slice(y * width, (y + 1) * width));
  return `${[...head, ...rows].join("\n")}\n`;
}

export function placesOf({ shape, width, height }: Sketch): Topology {
  return topology(shape, width, height);
}

/** The tiles under a brush: those within this number of steps. */
export function brush(places: Topology, cell: number, steps: number): number[] {
  const found = new Set([cell]);
  let edge = [cell];
  for (let step = 0; step < steps; step++) {
    edge = edge.flatMap((each) => places.neighbours(each, true)).filter((near) => !found.has(near) && found.add(near));
  }
  return [...found];
}

/** The tiles of one kind that hang together with this one. */
export function stretch(sketch: Sketch, cell: number): number[] {
  const places = placesOf(sketch);
  const kind = sketch.letters[cell];
  const found = new Set([cell]);
  const todo = [cell];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    for (const near of places.neighbours(at)) {
      if (sketch.letters[near] !== kind || found.has(near)) continue;
      found.add(near);
      todo.push(near);
    }
  }
  return [...found];
}

/** Paint tiles. The same value comes back if nothing differs. */
export function paintTiles(sketch: Sketch, cells: readonly number[], letter: string): Sketch {
  const letters = [...sketch.letters];
  for (const cell of cells) letters[cell] = letter;
  const after = letters.join("");
  return after === sketch.letters ? sketch : { ...sketch, letters: after };
}

/** Put a city, or a player's start, with the land around it that it needs; a start is moved from where it was. */
export function putCity(sketch: Sketch, cell: number, letter: string): Sketch {
  const letters = [...sketch.letters];
  if (letter !== "C") letters.forEach((each, at) => { if (each === letter) letters[at] = LAND; });
  letters[cell] = letter;
  for (const near of placesOf(sketch).neighbours(cell, true)) {
    if (!LANDLIKE.includes(letters[near]) && !isCity(letters[near])) letters[near] = LAND;
  }
  return { ...sketch, letters: letters.join("") };
}

/** The same picture on another board: cut, or with water around it. */
export function resize(sketch: Sketch, width: number, height: number): Sketch {
  const [left, top] = [Math.floor((width - sketch.width) / 2), Math.floor((height - sketch.height) / 2)];
  // On hexes a row keeps its shift only if it moves by an even number of rows.
  const down = sketch.shape === "hex" ? top - (Math.abs(top) % 2) : top;
  const letters = Array.from({ length: width * height }, (_, cell) => {
    const [x, y] = [(cell % width) - left, Math.floor(cell / width) - down];
    const isInside = x >= 0 && y >= 0 && x < sketch.width && y < sketch.height;
    return isInside ? sketch.letters[y * sketch.width + x] : WATER;
  });
  return { ...sketch, width, height, letters: letters.join("") };
}

/** For the board. */
export function mapSketch({ shape, width, height, letters }: Sketch, regions?: Uint8Array): MapSketch {
  const kinds = Uint8Array.from(letters, (letter) => (isCity(letter) ? 1 : KIND_LETTERS.indexOf(letter)));
  const cities = [...letters].flatMap((letter, cell) => (isCity(letter) ? [cell] : []));
  const starts = [...STARTS].map((start) => cities.findIndex((cell) => letters[cell] === start));
  return { shape, width, height, kinds, cities, starts, regions: regions?.length === letters.length ? regions : undefined };
}

/** How many players can begin on it. */
export function seatsOf({ letters }: Sketch): number {
  return [...STARTS].filter((start) => letters.includes(start)).length;
}
