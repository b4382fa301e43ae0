/** The game on the start page. */

import type { Card } from "../parts";

export const card: Card = {
  seats: 4,
  signs: ["bomb", "settlement", "flag", "mountain"],
  about: { de: "Eine Insel im Nebel: Erobere Klick für Klick vermintes Land und halte die letzte Stadt." },
};
