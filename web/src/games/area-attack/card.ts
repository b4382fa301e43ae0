/** The game on the start page. */

import type { Card } from "../parts";

export const card: Card = {
  seats: 4,
  signs: ["bomb", "flag", "target"],
  about: { de: "Ein Minenfeld, sieben Minuten: Besetze so viel wie möglich und sprenge, was andere besetzt haben." },
};
