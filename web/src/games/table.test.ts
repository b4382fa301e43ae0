import { expect, test } from "vitest";
import type { OptionTable } from "./parts";
import type { OptionTexts } from "./registry";

const TABLES = import.meta.glob<{ table: OptionTable }>("./*/options.ts", { eager: true });
const TEXTS = import.meta.glob<{ options: OptionTexts }>("./*/texts/options.*.ts", { eager: true });
const GAMES = Object.entries(TABLES).map(([path, { table }]): [string, OptionTable] => [path.split("/")[1], table]);
const textsOf = (game: string, language: string) => TEXTS[`./${game}/texts/options.${language}.ts`].options;

test("every game of ours sorts its options", () => expect(GAMES.length).toBe(5));

test.each(GAMES)("each option of %s is under one heading, and the headings have words", (game, { main, groups }) => {
  const listed = Object.values(groups).flat();
  const named = Object.keys(textsOf(game, "en")).filter((key) => !key.includes("."));
  expect(listed.toSorted()).toEqual(named.toSorted());
  for (const { name } of main) expect(listed).toContain(name);
  for (const language of ["en", "de"])
    for (const heading of Object.keys(groups)) expect(textsOf(game, language)[`group.${heading}`]?.[0], heading).toBeTruthy();
});

test.each(GAMES)("a value of 0 that %s offers is said in words", (game, { main }) => {
  for (const { name, values = [] } of main)
    for (const language of ["en", "de"]) if (values.includes(0)) expect(textsOf(game, language)[`zero.${name}`]?.[0], name).toBeTruthy();
});
