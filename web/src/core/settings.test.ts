import { expect, test } from "vitest";
import { parseSettings } from "./settings.svelte";

test("settings that were kept are taken over, and what is not of their kind is not", () => {
  const usual = parseSettings(null);
  expect(parseSettings(JSON.stringify({ scale: 120, seen: ["a"], theme: "dark" }))).toEqual({ ...usual, scale: 120, seen: ["a"], theme: "dark" });
  expect(parseSettings(JSON.stringify({ scale: "big", seen: null, colours: [], stranger: 1 }))).toEqual(usual);
});
