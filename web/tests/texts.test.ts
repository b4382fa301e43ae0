import { beforeEach, describe, expect, test } from "vitest";
import { change } from "../src/core/settings.svelte";
import { addTexts, listed, says, sentence, t } from "../src/core/texts";
import { de } from "../src/texts/de";
import { en } from "../src/texts/en";

beforeEach(() => {
  addTexts({ en, de });
  change({ language: "en" });
});

describe("sentences", () => {
  test("a fact, a player and several players", () => {
    const names = ["Ann", "Ben", "Cy"];
    expect(sentence("{seat:player} has {points} points.", { seat: 1, points: 7 }, names)).toBe("Ben has 7 points.");
    expect(sentence("{seats:players} share it.", { seats: [0, 1, 2] }, names)).toBe("Ann, Ben, and Cy share it.");
  });

  test("one of two wordings by number", () => {
    expect(sentence("{n:one tile:# tiles}", { n: 1 })).toBe("one tile");
    expect(sentence("{n:one tile:# tiles}", { n: 4 })).toBe("4 tiles");
  });

  test("what is not known stays as it was written", () => {
    expect(sentence("{what} of {n}", { n: 2 })).toBe("{what} of 2");
  });

  test("a name is only a name", () => {
    expect(sentence("{seat:player} moves.", { seat: 0 }, ["{points}<b>"])).toBe("{points}<b> moves.");
  });
});

describe("catalogues", () => {
  test("every key is in both languages, with the same facts", () => {
    const facts = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();
    for (const [key, text] of Object.entries(en)) {
      expect(de, key).toHaveProperty([key]);
      expect(facts(de[key]), key).toEqual(facts(text));
    }
  });

  test("the language that is set is spoken, and English where it has no word", () => {
    addTexts({ en: { "x.only": "only English" }, de: {} });
    change({ language: "de" });
    expect(t("core.close")).toBe("Schließen");
    expect(t("x.only")).toBe("only English");
    expect(listed(["a", "b"])).toBe("a und b");
  });

  test("a code is said in this language, or by the server's template, or as it is", () => {
    addTexts({ en: {}, de: { "g.says.paid": "{seat:player} erhält {n}." } });
    const templates = { paid: "{seat:player} is paid {n}.", lost: "Lost." };
    expect(says("g", "paid", { seat: 0, n: 3 }, ["Ann"], templates)).toBe("Ann is paid 3.");
    change({ language: "de" });
    expect(says("g", "paid", { seat: 0, n: 3 }, ["Ann"], templates)).toBe("Ann erhält 3.");
    expect(says("g", "lost", {}, [], templates)).toBe("Lost.");
    expect(says("g", "no_such_code", {}, [], templates)).toBe("no such code");
  });
});
