/** The game on the start page. */

import type { Card } from "../parts";

export const card: Card = {
  order: 1,
  minutes: 10,
  mood: "calm",
  about: { de: "Minen gegen Hotels auf einer Insel: Es wird abwechselnd gebaut, und wer zuerst 100 Punkte hat, gewinnt." },
};
