/** The messages of the socket: written from the server's own by `tools/protocol.py`. */

import type * as wire from "../../../docs/wire";

export { VERSION } from "../../../docs/wire";
export type {
  Act, Acted, Ask, Bye, Choices, Clock, Done, Hello, Ranked, Refused, RoomNow, Said, Say, SeatNow, SeatRated, SeatsNow,
  Standing, Told, ToClient, ToServer, Welcome,
} from "../../../docs/wire";

export type Request = wire.Ask["what"];
