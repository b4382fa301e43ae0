/**
 * Checks `src` against the rules of `.dependency-cruiser.mjs`, which say what may import what.
 *
 *     node tools/ladder.mjs
 *
 * dependency-cruiser reads what the Svelte compiler makes of a component, and there `import type` is gone. To know a
 * type is to know its folder, so we check a copy in which components import whole files.
 */

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import rules from "../.dependency-cruiser.mjs";

/** As in `import type { Look } from "../core/look"`: what follows it then imports the file once more, for its value. */
const IMPORT = /^\s*import\s[^;"']*from\s*("[^"]+")/gm;
const WEB = fileURLToPath(new URL("..", import.meta.url));

/** A sentence for each import that a rule forbids. `web` is the folder that holds `src`. */
export async function findViolations(web = WEB) {
  const copy = mkdtempSync(join(tmpdir(), "ladder-"));
  try {
    copySources(join(web, "src"), join(copy, "src"));
    const { output } = await cruise(["src"], { ...rules.options, baseDir: copy, validate: true, ruleSet: { forbidden: rules.forbidden } });
    return output.summary.violations.map(sentenceOf);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function copySources(from, to) {
  cpSync(from, to, { recursive: true });
  for (const name of readdirSync(to, { recursive: true })) {
    if (!name.endsWith(".svelte")) continue;
    const path = join(to, name);
    writeFileSync(path, readFileSync(path, "utf8").replace(IMPORT, "$&; import $1"));
  }
}

function sentenceOf({ from, to, cycle, rule }) {
  const way = cycle?.length ? [from, ...cycle.map(({ name }) => name)] : [from, to];
  return `${rule.name}: ${way.join(" -> ")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await findViolations();
  for (const sentence of found) console.error(sentence);
  if (found.length) console.error(`ladder: ${found.length} imports go against .dependency-cruiser.mjs; ARCHITECTURE.md explains its rungs.`);
  process.exitCode = found.length ? 1 : 0;
}
