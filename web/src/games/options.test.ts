import { beforeEach, expect, test } from "vitest";
import { change } from "../core/settings.svelte";
import { addTexts } from "../core/texts";
import { de } from "../texts/de";
import { en } from "../texts/en";
import { perSecond, secondsText, unitText } from "./options.svelte";

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

test("units of time are known, whatever a game calls them", () => {
  expect(["ms", "seconds", "s", "a second", "tiles"].map(perSecond)).toEqual([1000, 1, 1, 0, 0]);
});

test("after a number of seconds it is said what they are in minutes", () => {
  expect([0, 45, 60, 90, 5400].map(secondsText)).toEqual(["seconds", "seconds", "seconds = 1 min", "seconds = 1 min 30 s", "seconds = 1 h 30 min"]);
});
