/** For the tests: the keys of Mine Land's page. */

import { as, eventOf, type Hand } from "../hands";
import { pressKey } from "./input/keys";
import type { Session } from "./model/facts";

export const hand: Hand = {
  key: (session, name) => pressKey(eventOf(name), as<Session>(session)),
};
