import { beforeEach, describe, expect, test } from "vitest";
import { change } from "../core/settings.svelte";
import { addTexts, keyNames, listed, says, sentence, t, type Catalogue } from "../core/texts";
import { de } from "./de";
import { en } from "./en";

const CATALOGUES = import.meta.glob<{ texts: Catalogue }>(["../{games/**,replay}/texts.ts", "../games/*/texts/index.ts"], { eager: true });
const SOURCES = import.meta.glob<string>(["../**/*.{ts,svelte}", "!../**/*.test.ts"], { eager: true, query: "?raw", import: "default" });
const ALL: [string, Catalogue][] = [["the page", { en, de }], ...Object.entries(CATALOGUES).map(([path, { texts }]): [string, Catalogue] => [path, texts])];
/** These may be in one language alone: the server has the English sentence. */
const isSaid = (key: string) => /(^|\.)(says|problem|measure)\./.test(key);

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
    expect(sentence("{n:one tile:# tiles}", { n: 1014 })).toBe("1,014 tiles");
  });

  test("what is not known stays as it was written", () => {
    expect(sentence("{what} of {n}", { n: 2 })).toBe("{what} of 2");
  });

  test("what somebody wrote is isolated if it could turn the words around it", () => {
    for (const text of ["שלום", "سلام", "(3,4) א", "a\u200fb", "a\u061cb", "٣", "\u{10800}", "\u{1e900}"])
      expect(sentence("says: {text:isolated}!", { text })).toBe(`says: \u2068${text}\u2069!`);
    for (const text of ["", "plain (words).", "Grüße", "漢字", "😀", "a\u200eb", "-3,4"])
      expect(sentence("says: {text:isolated}!", { text })).toBe(`says: ${text}!`);
  });

  test("keys are called what is written on them", () => {
    expect(keyNames("Shift + Enter")).toBe("Shift + Enter");
    change({ language: "de" });
    expect(keyNames("Shift + ←")).toBe("Umschalt + ←");
    expect(keyNames("Home  End  Page ↑  Page ↓")).toBe("Pos1  Ende  Bild ↑  Bild ↓");
  });

  test("a name is only a name", () => {
    expect(sentence("{seat:player} moves.", { seat: 0 }, ["{points}<b>"])).toBe("{points}<b> moves.");
  });
});

describe("catalogues", () => {
  test.each(ALL)("every key is in both languages, with the same facts: %s", (_, catalogue) => {
    const facts = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
    const keys = (language: "en" | "de") => Object.keys(catalogue[language]).filter((key) => !isSaid(key)).sort();
    expect(keys("en").length).toBeGreaterThan(5);
    expect(keys("de")).toEqual(keys("en"));
    for (const key of keys("en")) expect(facts(catalogue.de[key]), key).toEqual(facts(catalogue.en[key]));
  });

  test("every text that is asked for is written down", () => {
    const known = new Set(ALL.flatMap(([, catalogue]) => Object.keys(catalogue.en)));
    const asked = Object.entries(SOURCES).flatMap(([path, source]) =>
      [...source.matchAll(/\bt\(\s*["']([\w.-]+)["']/g)].map(([, key]) => `${key} in ${path}`),
    );
    expect(asked.length).toBeGreaterThan(200);
    expect(asked.filter((each) => !known.has(each.split(" ")[0]))).toEqual([]);
  });

  test("the page has no words that nothing asks for", () => {
    const code = Object.entries(SOURCES).filter(([path]) => !/texts\/(en|de)\.ts$/.test(path)).map(([, source]) => source).join("\n");
    const made = [...code.matchAll(/`([a-z]+\.(?:[\w.-]+\.)?)\$\{/g)].map(([, start]) => start);
    const isMade = (key: string) => made.some((start) => key.startsWith(start) && !key.slice(start.length).includes("."));
    expect(Object.keys(en).filter((key) => !isSaid(key) && !isMade(key) && !code.includes(`"${key}"`) && !code.includes(`'${key}'`))).toEqual([]);
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

  test("a game's own code is not taken for one of the server's", () => {
    const templates = { taken: "That tile is taken." };
    change({ language: "de" });
    expect(says("g", "taken", {}, [], templates)).toBe("That tile is taken.");
    expect(says("g", "taken", {}, [], {})).toBe("Dieser Platz ist besetzt: Nimm einen anderen.");
  });
});
