import { describe, expect, test } from "vitest";
import { contrast, distance, seenBy, type Vision } from "./colours";
import { makeLook } from "./look";
import { PALETTES } from "./palettes";
import { settings } from "./settings.svelte";

const VISIONS: Vision[] = ["normal", "protan", "deutan", "tritan"];
/** By number of players, how far the worst pair of the palette for everyone is apart. */
const LEAST = { 2: 30, 3: 20, 4: 15, 5: 11, 6: 7, 7: 7, 8: 6.5 };

function worst(colours: string[]): number {
  let least = Infinity;
  for (const vision of VISIONS) {
    colours.forEach((first, at) => {
      for (const second of colours.slice(at + 1)) least = Math.min(least, distance(first, second, vision));
    });
  }
  return least;
}

describe("palettes", () => {
  test.each(Object.entries(LEAST))("%s players can be told apart by everybody", (seats, least) => {
    expect(worst(PALETTES[0].colours(Number(seats)))).toBeGreaterThan(least);
  });

  test("every ink can be read on its fill, in every palette", () => {
    for (const palette of PALETTES) {
      const look = makeLook(8, { ...settings, palette: palette.id }, "light", false);
      for (let seat = 0; seat < 8; seat++) expect(contrast(look.colour(seat), look.ink(seat))).toBeGreaterThan(4.5);
    }
  });

  test("water is nobody's colour, to anybody", () => {
    for (const theme of ["light", "dark"] as const) {
      const look = makeLook(8, settings, theme, false);
      for (let seat = 0; seat < 8; seat++) {
        for (const vision of VISIONS) expect(distance(look.colour(seat), look.neutral.water, vision)).toBeGreaterThan(15);
      }
    }
  });

  test("grey stays grey for everybody, and red and green come near each other without green", () => {
    expect(distance(seenBy("#808080", "deutan"), "#808080")).toBeLessThan(1);
    expect(distance("#c04040", "#608030", "deutan")).toBeLessThan(distance("#c04040", "#608030") / 2);
  });
});

describe("looks", () => {
  test("patterns come by themselves where colour alone is not enough", () => {
    expect(makeLook(2, settings, "light", false).pattern(0)).toBe("none");
    expect(makeLook(6, settings, "light", false).pattern(0)).not.toBe("none");
    expect(makeLook(2, { ...settings, patterns: "on" }, "light", false).pattern(1)).not.toBe("none");
  });

  test("seats that have moved on by one leave everybody their colour and pattern", () => {
    const [first, next] = [makeLook(6, settings, "light", false), makeLook(6, settings, "light", false, 1)];
    for (let seat = 1; seat < 6; seat++) {
      expect(next.colour(seat - 1)).toBe(first.colour(seat));
      expect(next.pattern(seat - 1)).toBe(first.pattern(seat));
    }
    expect(next.colour(5)).toBe(first.colour(0));
    expect(next.key).not.toBe(first.key);
  });

  test("a viewer's own colour goes before the palette's, and the key says so", () => {
    const look = makeLook(2, { ...settings, colours: { 0: "#123456" } }, "light", false);
    expect(look.colour(0)).toBe("#123456");
    expect(look.key).not.toBe(makeLook(2, settings, "light", false).key);
  });
});
