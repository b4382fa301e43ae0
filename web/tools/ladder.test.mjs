/** Each rule of `.dependency-cruiser.mjs` finds what it forbids, in scripts and in components, and lets the rest pass. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findViolations } from "./ladder.mjs";

let web = "";
beforeEach(() => (web = mkdtempSync(join(tmpdir(), "planted-"))));
afterEach(() => rmSync(web, { recursive: true }));

/** Let files be there, with these imports. */
function plant(files) {
  for (const [name, imports] of Object.entries(files)) {
    const path = join(web, "src", name);
    mkdirSync(dirname(path), { recursive: true });
    const text = `${imports}\nexport interface Thing { size: number }\nexport const thing = 1;\n`;
    writeFileSync(path, name.endsWith(".svelte") ? `<script lang="ts">\n${imports}\n  const own = 1;\n</script>\n\n{own}\n` : text);
  }
}

const RUNG = "imports only itself and what is below it";

test.each([
  ["a value in a script", "core/a.ts", 'import { thing } from "../match/b";', "match/b.ts", `core ${RUNG}`],
  ["a type in a script", "match/a.ts", 'import type { Thing } from "../board/b";', "board/b.ts", `match ${RUNG}`],
  ["a value in a component", "board/A.svelte", 'import { thing } from "../games/b";', "games/b.ts", `board ${RUNG}`],
  ["a type in a component", "board/A.svelte", 'import type { Thing } from "../games/b";', "games/b.ts", `board ${RUNG}`],
  ["a type among others in a component", "ui/A.svelte", 'import {\n  type Thing,\n} from "../match/b";', "match/b.ts", `ui ${RUNG}`],
  ["a component", "games/a.ts", 'import B from "../screens/B.svelte";', "screens/B.svelte", `games ${RUNG}`],
  ["a part loaded on demand", "net/a.ts", 'export const load = () => import("../screens/b");', "screens/b.ts", `net ${RUNG}`],
  ["what is passed on", "games/a.ts", 'export * from "../replay/b";', "replay/b.ts", `games ${RUNG}`],
  ["a neighbour", "net/a.ts", 'import { thing } from "../ui/b";', "ui/b.ts", `net ${RUNG}`],
  ["the other neighbour", "ui/a.ts", 'import { thing } from "../net/b";', "net/b.ts", `ui ${RUNG}`],
  ["screens from replay", "replay/a.ts", 'import { thing } from "../screens/b";', "screens/b.ts", `replay ${RUNG}`],
  ["the page itself", "screens/a.ts", 'import B from "../App.svelte";', "App.svelte", `screens ${RUNG}`],
  ["another game", "games/chess/draw/a.ts", 'import { thing } from "../../go/model/b";', "games/go/model/b.ts", "no game imports another game"],
  ["another game's type", "games/chess/A.svelte", 'import type { Thing } from "../go/b";', "games/go/b.ts", "no game imports another game"],
  ["a game by name", "screens/A.svelte", 'import type { Thing } from "../games/chess/b";', "games/chess/b.ts", "a game is found by its folder, not imported"],
  ["a game by name in the registry", "games/a.ts", 'export const load = () => import("./chess/index");', "games/chess/index.ts", "a game is found by its folder, not imported"],
  ["drawings from a model", "games/chess/model/a.ts", 'import { thing } from "../draw/b";', "games/chess/draw/b.ts", "a game's model and texts do not know how it is drawn and played"],
  ["panels from drawings", "games/chess/draw/a.ts", 'import B from "../panels/B.svelte";', "games/chess/panels/B.svelte", "a game's drawings and input do not know its panels"],
  ["the page's texts", "screens/a.ts", 'import { thing } from "../texts/en";', "texts/en.ts", "the page's texts are loaded once, by main.ts"],
  ["more than core from texts", "texts/a.ts", 'import { thing } from "../ui/b";', "ui/b.ts", "the page's texts import only core"],
  ["a test's helper", "games/a.ts", 'import { thing } from "./hands";', "games/hands.ts", "what only tests need stays out of the page"],
])("%s is found", async (_, from, imports, to, rule) => {
  plant({ [from]: imports, [to]: "" });
  expect(await findViolations(web)).toEqual([`${rule}: src/${from} -> src/${to}`]);
});

test("a cycle is found, even one of types and through a component", async () => {
  plant({ "ui/a.ts": 'import A from "./A.svelte";', "ui/A.svelte": 'import type { Thing } from "./b";', "ui/b.ts": 'import type { Thing } from "./a";' });
  const found = await findViolations(web);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^there are no import cycles: src\/ui\/.* -> .* -> .* -> /);
});

test("what goes down the ladder passes", async () => {
  plant({
    "main.ts": 'import "./App.svelte";\nimport "./texts/en";',
    "App.svelte": 'import A from "./screens/A.svelte";\n  import { thing } from "./games/registry";',
    "screens/A.svelte": 'import { thing as film } from "../replay/film";\n  import type { Thing } from "../core/a";',
    "replay/film.ts": 'import { thing } from "../games/registry";',
    "games/registry.ts": 'export const load = () => import("./generic");',
    "games/generic/index.ts": 'import type { Thing } from "../../board/screen";',
    "games/chess/index.ts": 'import "./panels/Panel.svelte";\nimport "../parts";\nimport "../../board/screen";',
    "games/chess/panels/Panel.svelte": 'import { thing as one } from "../draw/paint";\n  import { thing as two } from "../input/clicks";',
    "games/chess/draw/paint.ts": 'import "../model/facts";',
    "games/chess/input/clicks.ts": 'import "../texts/words";',
    "games/chess/texts/words.ts": 'import "../model/facts";',
    "games/chess/model/facts.ts": 'import "../../../match/session";',
    "games/chess/chess.test.ts": 'import "../../texts/en";',
    "games/parts.ts": "",
    "board/screen.ts": 'import "../match/session";\nimport "../ui/b";',
    "match/session.ts": 'import "../net/api";\nimport "../ui/b";',
    "net/api.ts": 'import "../core/a";',
    "ui/b.ts": 'import "../core/a";',
    "core/a.ts": "",
    "texts/en.ts": 'import "../core/a";',
  });
  expect(await findViolations(web)).toEqual([]);
});
