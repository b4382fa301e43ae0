/** Own maps, for those who set up a room: a map has a size, cities and starts of its own. */

import type { MapToPlay } from "../../parts";
import { ownMaps } from "./keeping";
import { read, seatsOf } from "./sketch";

export function mapsToPlay(): MapToPlay[] {
  return ownMaps().flatMap(({ id, title, text }) => {
    const sketch = read(text);
    return sketch ? [{ id, title, seats: seatsOf(sketch), params: { map: text, radius_tiles: 0, cities: 0 } }] : [];
  });
}
