/**
 * Where a tool may be used, and why not elsewhere: read from the tables that the view carries.
 *
 * This file knows no rule. A tool asks for traits of a tile, one after another, and the first that it misses is the
 * refusal. Vectors that the rules have written say that it reads as they do.
 */

import { besideOf, protectedUntil, touching, type Field } from "./facts";
import type { Tool } from "./facts.gen";
import { fundsFor, priceOf } from "./money";
import { allTraits, NO_AXIS, read, readAll, toolOf, type Traits } from "./traits";

export interface Why { code: string; facts?: Record<string, unknown> }

/** How many of its checks a tile passes before one fails. */
function passed(view: Field, traits: Traits, { checks }: Tool, cell: number, axis = NO_AXIS): number {
  const bits = allTraits(view, traits, cell, axis);
  const failed = checks.findIndex((check) => !!(bits & check.traits) !== (check.wanted ?? true));
  return failed < 0 ? checks.length : failed;
}

function axesOf(view: Field, cell: number): number[] {
  return [...Array(besideOf(view, cell).length / 2).keys()];
}

/** Along which axes a tool may lie there. */
export function fittingAxes(view: Field, mode: string, cell: number): number[] {
  const tool = toolOf(view, mode);
  return tool ? axesOf(view, cell).filter((axis) => passed(view, read(view), tool, cell, axis) === tool.checks.length) : [];
}

/** Why a tool cannot be used on a tile at all, whatever it costs and however long it must wait. */
function codeAt(view: Field, traits: Traits, tool: Tool, cell: number): string | undefined {
  const axes = tool.along_axis ? axesOf(view, cell) : [NO_AXIS];
  return tool.checks[Math.max(...axes.map((axis) => passed(view, traits, tool, cell, axis)))]?.code;
}

/** May it be used there at some moment, by one who can pay? */
export function mayUse(view: Field, mode: string, cell: number): boolean {
  const tool = toolOf(view, mode);
  return !!tool && !codeAt(view, read(view), tool, cell);
}

/** The same with tiles that were chosen before: they hang together, and begin where something anchors them. */
function codeWith(view: Field, traits: Traits, tool: Tool, cell: number, marked: readonly number[]): string | undefined {
  const code = codeAt(view, traits, tool, cell);
  if (code || !tool.joins) return code;
  if (marked.length) return touching(view, cell).some((near) => marked.includes(near)) ? undefined : "barricade_apart";
  return allTraits(view, traits, cell, NO_AXIS) & (tool.anchors ?? 0) ? undefined : "barricade_no_gap";
}

/** Where one clicks a tool's tiles: null where it may be used. `marked` are the tiles chosen before. */
export function whyNotHere(view: Field, mode: string, cell: number, now: number, marked: readonly number[] = []): Why | null {
  const tool = toolOf(view, mode);
  if (!tool) return null;
  const code = codeWith(view, read(view), tool, cell, marked);
  if (code) return { code };
  const left = tool.minds_protection ? protectedUntil(view, cell, now) - now : 0;
  return left > 0 ? { code: "protected", facts: { left: Math.ceil(left) } } : null;
}

/** The same with what it costs. */
export function whyNot(view: Field, mode: string, cell: number, now: number, marked: readonly number[] = []): Why | null {
  const why = whyNotHere(view, mode, cell, now, marked);
  if (why) return why;
  const cells = [...marked, cell];
  const price = priceOf(view, mode, cells);
  const money = price ? fundsFor(view, cells[0], now) : 0;
  return price > money ? { code: "too_dear", facts: { price, money } } : null;
}

/** Why marked tiles cannot be sent as they are. */
export function whyNotTogether(view: Field, mode: string, marked: readonly number[]): Why | null {
  const joins = toolOf(view, mode)?.joins ?? 0;
  const beside = new Set(marked.flatMap((cell) => touching(view, cell)));
  const joined = view.facts.mountains.filter((cluster) => cluster.some((cell) => beside.has(cell)));
  return joined.length < joins ? { code: "barricade_no_gap" } : null;
}

/** All tiles where a tool may be used. */
export function legalTiles(view: Field, mode: string, now: number, marked: readonly number[]): number[] {
  const tool = toolOf(view, mode);
  if (!tool) return [];
  const traits = readAll(view);
  const isFree = (cell: number) => !tool.minds_protection || protectedUntil(view, cell, now) <= now;
  return [...view.layers.kind.keys()].filter((cell) => isFree(cell) && !codeWith(view, traits, tool, cell, marked));
}
