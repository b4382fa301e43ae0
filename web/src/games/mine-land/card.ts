/** The game on the start page. */

import type { Card } from "../screen";

export const card: Card = {
  seats: 4,
  signs: ["flag", "bomb", "person"],
  about: { de: "Ein Minenfeld ohne Ende für alle zugleich: geht hinein, grabt, setzt Flaggen, bleibt am Leben." },
};
