/**
 * The traits of tiles, as bits, read from the tables that the view carries: its layers give a tile some, tiles that touch
 * it others, and the ends of an axis others still. `games/minewars/tools.py` makes the tables, and `legal.py` reads them in the same way.
 */

import { besideOf, touching, type Field } from "./facts";
import type { Around, Ends, Mixed, Tool } from "./facts.gen";

/** The traits of a tile, as bits. */
export type Traits = (cell: number) => number;
export const NO_AXIS = -1;

export function toolOf({ facts }: Field, mode: string): Tool | undefined {
  return facts.terms.tools[mode];
}

/** By their own layers. */
export function read({ facts, layers }: Field): Traits {
  const tables = Object.entries(facts.traits).map(([name, table]) => [layers[name as keyof typeof layers], table] as const);
  return (cell) => tables.reduce((bits, [layer, table]) => bits | table[layer[cell]], 0);
}

/** Also by other traits of their own. */
export function withMixed({ facts }: Field, traits: Traits): Traits {
  return (cell) => facts.terms.mixed.reduce((bits, each) => (fits(bits, each) ? bits | each.gives : bits), traits(cell));
}

/** By their own layers, for those who ask about the whole board. */
export function readAll(view: Field): Traits {
  const every = Int32Array.from(view.layers.kind, (_, cell) => cell).map(read(view));
  return (cell) => every[cell];
}

/** Which traits a tile has by its own layers. */
export function traitsAt(view: Field, cell: number): number {
  return read(view)(cell);
}

function fits(traits: number, { has, lacks = 0 }: Around | Ends | Mixed): boolean {
  return (traits & has) === has && !(traits & lacks);
}

/** All traits; by the ends of an axis if one is named, or if a bridge lies there. */
export function allTraits(view: Field, traits: Traits, cell: number, axis: number): number {
  const { around, ends } = view.facts.terms;
  let bits = traits(cell);
  const near = touching(view, cell).map(traits);
  for (const each of around) if (!(bits & (each.unless ?? 0)) && near.some((there) => fits(there, each))) bits |= each.gives;
  const along = axis === NO_AXIS ? view.layers.axis[cell] - 1 : axis;
  if (along === NO_AXIS) return bits;
  const both = endsOf(view, cell, along).filter((end) => end >= 0).map(traits);
  for (const each of ends) if (both.filter((end) => fits(end, each)).length >= each.count) bits |= each.gives;
  return bits;
}

/** The two tiles at the ends of an axis, -1 where the board ends. */
function endsOf(view: Field, cell: number, axis: number): [number, number] {
  const beside = besideOf(view, cell);
  return [beside[axis], beside[axis + beside.length / 2]];
}
