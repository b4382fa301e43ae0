import { afterEach, expect, test } from "vitest";
import { durationText } from "./durations";
import { change } from "./settings.svelte";

afterEach(() => change({ language: "en" }));

test("a time is told in the units that people use", () => {
  change({ language: "en" });
  const told: [number, string][] = [
    [0, "0 s"], [250, "0.25 s"], [1, "0.001 s"], [45_000, "45 s"], [59_999, "59.999 s"], [60_000, "1 min"], [90_000, "1 min 30 s"],
    [90_500, "1 min 30.5 s"], [900_000, "15 min"], [3_600_000, "1 h"], [5_400_000, "1 h 30 min"], [3_605_000, "1 h 5 s"], [86_400_000, "24 h"],
  ];
  expect(told.map(([ms]) => durationText(ms))).toEqual(told.map(([, text]) => text));
});

test("fractions are written as the language does", () => {
  change({ language: "de" });
  expect(durationText(61_250)).toBe("1 min 1,25 s");
});
