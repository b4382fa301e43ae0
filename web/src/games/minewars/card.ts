/** The game on the start page. */

import type { Card } from "../parts";

export const card: Card = {
  order: 5,
  minutes: 10,
  mood: "tense",
  zoom: 1.5,
  about: { de: "Eine Insel im Nebel: Erobere Klick für Klick vermintes Land und halte die letzte Stadt." },
};
