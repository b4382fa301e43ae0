import { beforeEach, expect, test } from "vitest";
import { change } from "../core/settings.svelte";
import { addTexts } from "../core/texts";
import { de } from "../texts/de";
import { en } from "../texts/en";
import { unitText } from "./options.svelte";

beforeEach(() => {
  addTexts({ en, de });
  change({ language: "en" });
});

test("a unit agrees with its number in both languages, and an unknown one stays as it is", () => {
  expect([1, 2].map((count) => unitText("units", count))).toEqual(["unit", "units"]);
  change({ language: "de" });
  expect([1, 2].map((count) => unitText("cities", count))).toEqual(["Stadt", "Städte"]);
  expect(unitText("furlongs", 1)).toBe("furlongs");
});
