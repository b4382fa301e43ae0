/**
 * A lesson on a small island of its own, with short waits, by the server's rules.
 *
 * Nothing is left to chance: items lie wherever land is more than six steps from both starts (MW-05), and those
 * are four tiles. The rival lives across a strait, which only a bridge crosses: nobody disturbs the lesson. Once it stands, captured
 * land is protected for longer than any lesson lasts: nobody loses it by reading slowly (`tests/games/minewars/test_lesson.py`).
 */

import type { Tutorial, TutorialStep } from "../../match/tutorial.svelte";
import type { Params } from "./model/facts.gen";
import { besideOf, DESTROYED, isOwn, type Known, type Field } from "./model/facts";
import { sureItem } from "./model/reading";

const ISLAND = `grid: square
title: First Steps
~~~~~~~~~~~~~~~~~~~~~~
~%%......~.~~,......~~
~%..........~........~
~...1....~..~.....2..~
~........~..~........~
~~.....,,~.~~........~
~~~~~~~~~~.^^^.......~
~~~~.......~~........~
~~~..C....,~~..%%...,~
~~~~......,~~~.%....,~
~~~~~~~~~.~~~~~~~~~~~~
~~~~~~~~~~~~~~~~~~~~~~
`;

type Place = [x: number, y: number];

const FIRST: Place = [6, 3];
/** Three mines in a row, beside the way to the south. */
const MINES: readonly Place[] = [[11, 2], [11, 3], [11, 4]];
/** The way along them, and the tile behind which all land around the second city opens. */
const WAY: readonly Place[] = [[10, 4], [10, 5]];
const GATE: Place = [10, 6];
/** Where somebody would land who crosses the strait. */
const SHORE: Place = [11, 2];
/** The water beside it, with the rival's land behind. */
const STRAIT: Place = [12, 2];

function cellOf({ rect }: Field, [x, y]: Place): number {
  return y * rect.width + x;
}

/** The first of these tiles that is not one's own yet. */
function next(view: Field, places: readonly Place[]): number {
  return places.map((place) => cellOf(view, place)).find((cell) => !isOwn(view, cell)) ?? -1;
}

function struck(view: Field): number {
  const flagged = view.layers.flag.indexOf(1);
  return flagged >= 0 ? flagged : sureItem(view);
}

/** Land around the mines that is surely safe: of the mines' own tiles those that have exploded. */
function around(view: Field): number {
  const exploded = MINES.filter((place) => view.layers.kind[cellOf(view, place)] === DESTROYED);
  return next(view, [...exploded, ...WAY, GATE]);
}

/** The way to the free city, then the city itself. */
function toCity(view: Field): number {
  const missing = next(view, [...WAY, GATE]);
  return missing >= 0 ? missing : (view.facts.cities.find((city) => !city.owner)?.cell ?? -1);
}

function shore(view: Field): number {
  const cell = cellOf(view, SHORE);
  return isOwn(view, cell) ? cell : (besideOf(view, cell).find((near) => near >= 0 && isOwn(view, near)) ?? -1);
}

const steps: TutorialStep<Known>[] = [
  { text: "minewars.learn.1", cell: FIRST, action: /^capture / },
  { text: "minewars.learn.2" },
  { text: "minewars.learn.3", cell: sureItem, action: /^flag / },
  { text: "minewars.learn.4", cell: struck, action: /^strike / },
  { text: "minewars.learn.5", cell: around, notice: "sold" },
  { text: "minewars.learn.6", cell: toCity, notice: /^city_taken/ },
  { text: "minewars.learn.7", cell: shore, action: /^deploy mine / },
  { text: "minewars.learn.8", cell: STRAIT, action: /^build bridge / },
  { text: "minewars.learn.9" },
];

export const tutorial: Tutorial<Known> = {
  params: {
    map: ISLAND, items_percent: 10, decoys_percent: 0, clear_steps: 6, limit_ms: 0, stun_ms: 3000, blind_ms: 3000, protect_ms: 600_000, autoexpand_enemy: false,
    hold_ms: 2000, start_money_percent: 4000, bridge_cost_percent: 100,
  } satisfies Partial<Params>,
  bot: "easy",
  steps,
};
