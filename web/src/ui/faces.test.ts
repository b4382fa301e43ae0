import { expect, test } from "vitest";
import { contrast } from "../core/colours";
import { makeLook } from "../core/look";
import { settings } from "../core/settings.svelte";
import { FACES, HEAD } from "./faces";

const page = makeLook(2, settings, "dark", false).neutral.table;
const heads = Object.entries(FACES).flatMap(([name, parts]) => parts.filter(([path]) => path === HEAD).map(([, ink]) => [name, ink]));

test.each(heads)("a %s has a head on a dark page, and not eyes alone", (_, ink) => {
  expect(contrast(ink, page)).toBeGreaterThan(1.8);
});
