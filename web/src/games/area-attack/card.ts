/** The game on the start page. */

import type { Card } from "../parts";

export const card: Card = {
  order: 2,
  minutes: 7,
  mood: "quick",
  about: { de: "Ein Minenfeld, sieben Minuten: Besetze so viel wie möglich und sprenge, was andere besetzt haben." },
};
