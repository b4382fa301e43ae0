/** The game on the start page. */

import type { Card } from "../parts";

export const card: Card = {
  order: 3,
  minutes: 30,
  mood: "cunning",
  about: { de: "Rede, versiegle deine Befehle und sieh, wer Wort hält; wer die meisten Einheiten hat, gewinnt." },
};
