import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { FONT } from "../src/core/fonts";

const PACKAGE = "node_modules/@fontsource-variable/figtree";
const css = readFileSync("src/app.css", "utf8");

test("the typeface is shipped with the licence it came with", () => {
  expect(readFileSync("public/licenses/figtree.txt", "utf8")).toBe(readFileSync(`${PACKAGE}/LICENSE`, "utf8"));
});

test("all its files together are small", () => {
  const files = [...css.matchAll(/url\("@fontsource-variable\/figtree\/(.+?)"\)/g)].map(([, name]) => statSync(`${PACKAGE}/${name}`).size);
  expect(files.length).toBeGreaterThan(0);
  expect(files.reduce((sum, each) => sum + each)).toBeLessThan(60_000);
});

test("drawings use the page's own list of typefaces", () => {
  const list = (text) => text.replaceAll(/['"]/g, "").split(", ");
  expect(list(/font-family: (Figtree, .+);/.exec(css)[1])).toEqual(list(FONT));
});
