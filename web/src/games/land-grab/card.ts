/** The game on the start page. */

import type { Card } from "../parts";

export const card: Card = {
  seats: 2,
  isFirst: true,
  signs: ["mountain", "farm", "forest", "resort", "mine"],
  about: { de: "Minen gegen Hotels auf einer Insel: Es wird abwechselnd gebaut, und wer zuerst 100 Punkte hat, gewinnt." },
};
