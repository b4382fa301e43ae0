/** The game on the start page. */

import type { Card } from "../parts";

export const card: Card = {
  seats: 4,
  signs: ["flag", "bomb", "person"],
  about: { de: "Ein endloses Minenfeld für alle: Erkunde es, grab, setz Flaggen und bleib am Leben." },
};
