/** The game on the start page. */

import type { Card } from "../screen";

export const card: Card = {
  seats: 4,
  signs: ["bomb", "flag", "target"],
  about: { de: "Ein Minenfeld, sieben Minuten: Nehmt so viel ihr könnt, und sprengt, was andere haben." },
};
