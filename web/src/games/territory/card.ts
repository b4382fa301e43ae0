/** The game on the start page. */

import type { Card } from "../parts";

export const card: Card = {
  seats: 4,
  signs: ["swords", "flag", "arrow", "crown"],
  about: { de: "Rede, versiegle deine Befehle und sieh, wer Wort hält; wer die meisten Einheiten hat, gewinnt." },
};
