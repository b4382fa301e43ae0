/** The game on the start page. */

import type { Card } from "../parts";

export const card: Card = {
  order: 4,
  minutes: 0,
  mood: "free",
  zoom: 1.8,
  about: { de: "Ein riesiges Minenfeld für alle: Erkunde es, grab, setz Flaggen und bleib am Leben." },
};
