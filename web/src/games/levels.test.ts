import { beforeEach, expect, test } from "vitest";
import type { Level } from "../core/game.gen";
import { change } from "../core/settings.svelte";
import { chooseLevel, chosenLevel, easyLevel, levelBeside, levelsOf } from "./levels";

const level = (bot: string, word: Level["word"]): Level => ({ bot, word, name: bot.toUpperCase(), face: "fox", sentence: "" });
const GAME = { name: "chess", bots: [], levels: [level("a", "beginner"), level("b", "easy"), level("c", "hard")] };
const PLAIN = { name: "dots", bots: ["weak", "fair", "strong"].map((each) => ({ level: each, sentence: each })), levels: [] };

beforeEach(() => change({ levels: {} }));

test("a newcomer plays an easy bot, and then the one that was chosen last", () => {
  expect(chosenLevel(GAME)?.bot).toBe("b");
  chooseLevel("chess", "c");
  expect(chosenLevel(GAME)?.bot).toBe("c");
  expect(easyLevel(GAME)?.bot).toBe("b");
  expect(chosenLevel(PLAIN)?.bot).toBe("weak");
});

test("a level that is no longer there is none", () => {
  chooseLevel("chess", "gone");
  expect(chosenLevel(GAME)?.bot).toBe("b");
});

test("a game without levels offers its bots in their order", () => {
  expect(levelsOf(PLAIN).map(({ word, name }) => `${word} ${name}`)).toEqual(["easy Weak", "medium Fair", "hard Strong"]);
});

test("one level up or down, as far as there are any", () => {
  expect(levelBeside(GAME, "b", 1)?.bot).toBe("c");
  expect(levelBeside(GAME, "b", -1)?.bot).toBe("a");
  expect(levelBeside(GAME, "a", -1)).toBeUndefined();
  expect(levelBeside(GAME, "x", 1)).toBeUndefined();
});
