/** Five steps on a small island, played by the server's own rules against a bot that knows little. */

import type { Tutorial } from "../../match/tutorial.svelte";
import type { Params } from "./model/facts.gen";
import type { Known } from "./model/tiles";

// Mountains and forests in the middle, so that whatever the bot takes, good tiles are left.
const ISLAND = [
  "WWWWWWWWWWWW",
  "WWWWWWWWWWWW",
  "WWWWLLLWWWWW",
  "WWWLLFLLLWWW",
  "WWLLMMLFLLWW",
  "WWLFLLMLLLWW",
  "WWLLMFLMLLWW",
  "WWLLLMLLFLWW",
  "WWWLLLFLLWWW",
  "WWWWWLLLWWWW",
  "WWWWWWWWWWWW",
  "WWWWWWWWWWWW",
].join("\n");

export const tutorial: Tutorial<Known> = {
  params: { island: ISLAND, points_to_win: 25, bank_seconds: 0, increment_seconds: 0 } satisfies Partial<Params>,
  bot: "random",
  steps: [
    { text: "land-grab.learn.1", cell: [4, 5], action: /^farm / },
    { text: "land-grab.learn.2", action: /^settle / },
    { text: "land-grab.learn.3", action: /^farm / },
    { text: "land-grab.learn.4", action: /^settle / },
    { text: "land-grab.learn.5" },
  ],
};
