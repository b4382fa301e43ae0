/** What a view's facts say of any game: in the game's words where it has some, or else by their names. */

import { listed, number, sentence, t } from "../../core/texts";
import { inWords } from "./legend";

type Facts = Record<string, unknown>;

const GAP = /\{(\w+)(?::([^{}]*))?\}/g;

/** A line for each fact that there is something to say of. */
export function factLines(words: Record<string, string>, facts: Facts, names: readonly string[]): string[] {
  const lines = Object.keys(facts).map((fact) => (fact in words ? inSentence(words[fact], fact, facts, names) : byName(fact, facts[fact], names)));
  return lines.filter((line) => line !== "");
}

/** Empty if a gap would be: what is about nobody or nothing is not said. */
function inSentence(template: string, fact: string, facts: Facts, names: readonly string[]): string {
  const gaps = [...template.matchAll(GAP)];
  const isEmpty = gaps.length ? gaps.some(([, name, spec]) => isNothing(facts[name], spec)) : facts[fact] === false;
  return isEmpty ? "" : sentence(template, facts, names);
}

function isNothing(value: unknown, spec = ""): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (spec === "player") return (value as number) < 0;
  return Array.isArray(value) && value.every((each) => each === false);
}

/** `Points to win: 100`. What has parts of its own is left out. */
function byName(fact: string, value: unknown, names: readonly string[]): string {
  const said = valueInWords(value, names);
  const label = inWords(fact);
  return said && `${label[0].toUpperCase()}${label.slice(1)}: ${said}`;
}

function valueInWords(value: unknown, names: readonly string[]): string {
  if (!Array.isArray(value)) return plain(value);
  if (value.length === names.length && value.every((each) => plain(each))) return sentence("{value:each}", { value }, names);
  return listed(value.map(plain).filter((each) => each));
}

function plain(value: unknown): string {
  if (typeof value === "boolean") return value ? t("core.isSo") : t("core.isNot");
  if (typeof value === "number") return number(value);
  return typeof value === "string" ? value : "";
}
