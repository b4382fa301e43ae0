import { expect, test } from "vitest";

const GAMES = Object.keys(import.meta.glob("./*/card.ts")).map((path) => path.split("/")[1]);
const SHARED = import.meta.glob<string>(["../**/*.{ts,svelte}", "!./*/**", "!../**/*.test.ts"], { eager: true, query: "?raw", import: "default" });

test("outside its own folder nothing knows a game by its name", () => {
  expect(GAMES.length).toBeGreaterThan(4);
  expect(Object.keys(SHARED)).toContain("../core/settings.svelte.ts");
  const names = new RegExp(`["'\`/.](${GAMES.join("|")})["'\`/.]`); // as a whole string, in a path, or in a key of the texts
  const found = Object.entries(SHARED).flatMap(([path, source]) => source.split("\n").filter((line) => names.test(line)).map((line) => `${path}: ${line}`));
  expect(found).toEqual([]);
});
