/** The game on the start page. */

import type { Card } from "../screen";

export const card: Card = {
  seats: 2,
  signs: ["mountain", "farm", "forest", "resort", "mine"],
  about: { de: "Baut abwechselnd auf einer Insel: Minen gegen Hotels, wer zuerst 100 Punkte hat." },
};
