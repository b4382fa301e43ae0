/** The game on the start page. */

import type { Card } from "../screen";

export const card: Card = {
  seats: 4,
  signs: ["bomb", "settlement", "flag", "mountain"],
  about: { de: "Eine Insel im Nebel: Klickt euch über vermintes Land und haltet die letzte Stadt." },
};
