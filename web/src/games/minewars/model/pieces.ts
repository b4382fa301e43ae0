/**
 * Views made up: a map of kinds, for the map editor, and small pieces from pictures, for examples.
 *
 * A picture has a line for each row of tiles and further layers over it, as in
 * `pieceOf({ kinds: ["..^"], owners: ["a.b"], digits: ["2  "] })`.
 */

import type { Shape } from "../../../core/topology";
import { DECOY, FULL, LIMITED, MINE, SHOWN_EMPTY, TRAP, type Facts, type Field } from "./facts";
import { KIND_LETTERS, LAYER_NAMES, type Layers } from "./facts.gen";

const ITEM_SIGNS: Record<string, number> = { d: DECOY, m: MINE, t: TRAP, "0": SHOWN_EMPTY };

/** A map as the editor knows it. */
export interface MapSketch {
  shape: Shape;
  width: number;
  height: number;
  /** By tile, as in the layer `kind`. */
  kinds: Uint8Array;
  /** The cities' cells, by city. */
  cities: number[];
  /** The city of each seat that begins somewhere, by seat. */
  starts?: number[];
  /** By tile: the number of its city + 1, or 0. */
  regions?: Uint8Array;
}

/** A map as a view in full sight, for `paint`: starting cities are their players', all else is nobody's. */
export function mapView({ shape, width, height, kinds, cities, starts = [], regions }: MapSketch): Field {
  const layers = blank(width * height);
  layers.kind = kinds;
  layers.sight.fill(FULL);
  if (regions) layers.region = regions;
  cities.forEach((cell, city) => (layers.city[cell] = city + 1));
  starts.forEach((city, seat) => {
    if (cities[city] >= 0) layers.owner[cities[city]] = seat + 1;
  });
  const facts = factsOf(shape, Math.max(2, starts.length));
  facts.cities = cities.map((cell) => ({ cell, owner: layers.owner[cell] }));
  facts.terms.cities = cities;
  return { viewer: -1, facts, rect: { x: 0, y: 0, width, height }, layers };
}

function blank(size: number): Layers {
  return Object.fromEntries(LAYER_NAMES.map((name) => [name, new Uint8Array(size)])) as Layers;
}

export interface Picture {
  kinds: string[];
  /** `a` to `f` for seats; the viewer is `a`. */
  owners?: string[];
  /** `f` fog, `l` limited; full where nothing is said. */
  sights?: string[];
  digits?: string[];
  /** `*` asterisk. */
  stars?: string[];
  /** `m` mine, `d` decoy, `t` trap, `0` shown empty. */
  items?: string[];
  /** `r` road, `b` barricade, `t` tower, `g` bridge; capitals are to come. */
  structures?: string[];
  /** `f` flag, `k` skull, `s` smoke. */
  marks?: string[];
  /** `1` and on: the region of that city. */
  regions?: string[];
  shape?: Shape;
  viewer?: number;
  seats?: number;
}

/** In `kinds`, `C` is a city on land. */
export function pieceOf(picture: Picture): Field {
  const { kinds, shape = "square", viewer = 0, seats = 2 } = picture;
  const [width, height] = [kinds[0].length, kinds.length];
  const layers = blank(width * height);
  const put = (rows: string[] | undefined, set: (sign: string, cell: number) => void) => {
    rows?.forEach((row, y) => [...row].forEach((sign, x) => set(sign, y * width + x)));
  };
  const cities: number[] = [];
  put(kinds, (sign, cell) => {
    layers.kind[cell] = sign === "C" ? 1 : KIND_LETTERS.indexOf(sign);
    if (sign === "C") layers.city[cell] = cities.push(cell);
    layers.sight[cell] = FULL;
    layers.region[cell] = 1;
  });
  put(picture.sights, (sign, cell) => (layers.sight[cell] = sign === "f" ? 0 : sign === "l" ? LIMITED : FULL));
  put(picture.owners, (sign, cell) => (layers.owner[cell] = "abcdef".indexOf(sign) + 1));
  put(picture.digits, (sign, cell) => (layers.digit[cell] = /\d/.test(sign) ? Number(sign) + 1 : 0));
  put(picture.stars, (sign, cell) => (layers.star[cell] = Number(sign === "*")));
  put(picture.items, (sign, cell) => (layers.item[cell] = ITEM_SIGNS[sign] ?? 0));
  put(picture.structures, (sign, cell) => (layers.structure[cell] = "rbtgRBTG".indexOf(sign) + 1));
  put(picture.regions, (sign, cell) => (layers.region[cell] = Number(sign) || 0));
  put(picture.marks, (sign, cell) => {
    if (sign === "f") layers.flag[cell] = 1;
    if (sign === "k") layers.skull[cell] = 1;
    if (sign === "s") layers.smoke[cell] = 1;
  });
  const facts = factsOf(shape, seats);
  facts.cities = cities.map((cell) => ({ cell, owner: layers.owner[cell] }));
  facts.terms.cities = cities;
  return { viewer, facts, rect: { x: 0, y: 0, width, height }, layers };
}

function factsOf(shape: Shape, seats: number): Facts {
  return {
    terms: {
      shape, title: "", cities: [], base_unit: 100,
      prices: { decoy: 200, mine: 300, trap: 800, upgrade: 300, strike: 100, strike_tile: 200, reveal: 500, smoke: 50, road: 100, barricade: 2000, tower: 3000, bridge: 500 },
      sums: { land: 100, fertile: 250, forest: 420, mountain: 600 },
      delays: { deploy: 500, strike: 1000, reveal: 250, smoke: 500, bulldoze: 5000, harvest_land: 5000, harvest_fertile: 8000, harvest_forest: 12000, harvest_mountain: 20000 },
      cooldowns: { capture: 400, deploy: 1000, strike: 1000, reveal: 1000, smoke: 1000, harvest: 1000, bulldoze: 2000 },
      hp: { road: 3, barricade: 8, tower: 6, bridge: 4 },
      resources: { land: 1, fertile: 2, forest: 5, mountain: 7, foundation: 0, destroyed: 0, city: 25 },
      construction_percent: 50, sight_steps: 3, tower_steps: 5, strike_reach: "touching",
      protect_ms: 2500, hold_ms: 5000, stun_ms: 10_000, blind_ms: 6000, smoke_ms: 5000, limit_ms: 900_000,
      // Nobody acts in a picture.
      tools: {}, mixed: [], around: [], ends: [],
    },
    cities: [],
    players: Array.from({ length: seats }, () => ({ cities: 1, kills: 0, deaths: 0, taken: 0, is_out: false })),
    own: { ready: {}, stunned_until: 0, blind_until: 0, deeds: [], links: [], events: [] },
    traits: {}, mountains: [], ending: "", places: [], graph: [],
  };
}
