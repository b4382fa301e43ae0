/**
 * What may import what in `src`: `tools/ladder.mjs` checks it, as a part of `npm run check`.
 *
 * A folder knows those on lower rungs and no others. Every game is alone: shared parts and pages find it by its folder's
 * name, through `games/registry.ts`.
 */

const LADDER = [["core"], ["net", "ui"], ["match"], ["board"], ["games"], ["replay"], ["screens"]];

const GAME = "^src/games/[^/]+/";

function rungRule(folder, lower) {
  const known = [folder, ...lower, "texts"].join("|"); // a rule of its own says what may import `texts`
  return {
    name: `${folder} imports only itself and what is below it`,
    severity: "error",
    from: { path: `^src/${folder}/` },
    to: { path: "^src/", pathNot: `^src/(${known})/` },
  };
}

const rungs = LADDER.flatMap((rung, at) => rung.map((folder) => rungRule(folder, LADDER.slice(0, at).flat())));

export default {
  forbidden: [
    ...rungs,
    {
      name: "there are no import cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no game imports another game",
      severity: "error",
      from: { path: "^src/games/([^/]+)/" },
      to: { path: GAME, pathNot: "^src/games/$1/" },
    },
    {
      name: "a game is found by its folder, not imported",
      severity: "error",
      from: { pathNot: GAME },
      to: { path: GAME, pathNot: "^src/games/generic/index[.]ts$" },
    },
    {
      name: "a game's model and texts do not know how it is drawn and played",
      severity: "error",
      from: { path: `${GAME}(model|texts)/` },
      to: { path: `${GAME}(draw|input|panels|editor)/` },
    },
    {
      name: "a game's drawings and input do not know its panels",
      severity: "error",
      from: { path: `${GAME}(draw|input)/` },
      to: { path: `${GAME}(panels|editor)/` },
    },
    {
      name: "the page's texts are loaded once, by main.ts",
      severity: "error",
      from: { pathNot: "^src/(main[.]ts$|texts/)|[.]test[.]ts$" },
      to: { path: "^src/texts/" },
    },
    {
      name: "the page's texts import only core",
      severity: "error",
      from: { path: "^src/texts/" },
      to: { path: "^src/", pathNot: "^src/(texts|core)/" },
    },
    {
      name: "what only tests need stays out of the page",
      severity: "error",
      from: { pathNot: "[.]test[.]ts$|/hands[.]ts$" },
      to: { path: "[.]test[.]ts$|/hands[.]ts$" },
    },
  ],
  options: { tsPreCompilationDeps: true, doNotFollow: { path: "node_modules" } },
};
