/** The game on the start page. */

import type { Card } from "../screen";

export const card: Card = {
  seats: 4,
  signs: ["swords", "flag", "arrow", "crown"],
  about: { de: "Redet, gebt verdeckte Befehle und seht, wer Wort hält; die meisten Einheiten gewinnen." },
};
