/** A lesson on a small island of its own, with short waits, by the server's rules. */

import type { Tutorial } from "../screen";
import { isLand, isOwn, type Facts, type Field } from "./facts";
import { stepsBetween } from "./money";
import { sureItem } from "./reading";

const ISLAND = `grid: square
title: First Steps
~~~~~~~~~~~~~~~~~~
~......~~~.......~
~.......,........~
~..1.........,...~
~......C.....2...~
~............,...~
~,......%%.......~
~~......%%.^^...~~
~~~~~~~~~~~~~~~~~~
`;

/** A tile beside one's land, towards the city in the middle. */
function beside(view: Field): number {
  const city = freeCity(view);
  const cells = [...view.layers.reach.keys()].filter((cell) => view.layers.reach[cell] && isLand(view, cell) && !isOwn(view, cell));
  return cells.sort((a, b) => stepsBetween(view, a, city) - stepsBetween(view, b, city))[0] ?? -1;
}

function freeCity({ facts }: Field): number {
  return facts.cities.find((city) => !city.owner)?.cell ?? -1;
}

function struck(view: Field): number {
  const flagged = view.layers.flag.indexOf(1);
  return flagged >= 0 ? flagged : sureItem(view);
}

export const tutorial: Tutorial<Facts> = {
  params: {
    map: ISLAND, items_percent: 14, limit_ms: 0, stun_ms: 3000, blind_ms: 3000, protect_ms: 1000, hold_ms: 2000, start_money_percent: 4000,
  },
  bot: "easy",
  steps: [
    { text: "minewars.learn.1", cell: beside, action: /^capture / },
    { text: "minewars.learn.2" },
    { text: "minewars.learn.3", cell: sureItem, action: /^flag / },
    { text: "minewars.learn.4", cell: struck, action: /^strike / },
    { text: "minewars.learn.5", notice: "sold" },
    { text: "minewars.learn.6", cell: freeCity, notice: /^city_taken/ },
    { text: "minewars.learn.7", action: /^deploy mine / },
    { text: "minewars.learn.8" },
  ],
};
