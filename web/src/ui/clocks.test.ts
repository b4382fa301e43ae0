import { expect, test } from "vitest";
import { clockText } from "./clocks.svelte";

test("clocks show tenths at the end", () => {
  expect(clockText(4 * 60_000 + 7000)).toBe("4:07");
  expect(clockText(9340)).toBe("0:09.3");
  expect(clockText(3_661_000)).toBe("1:01:01");
});
