/** The messages of the socket: written from the server's own by `tools/protocol.py`. */

import type * as wire from "../../../docs/wire";
import type { Frame } from "../core/view";

export { VERSION } from "../../../docs/wire";
export type {
  Act, Acted, Ask, Bye, Choices, Clock, Done, Hello, Place, Ranked, Refused, RoomNow, Said, Say, SeatNow, SeatsNow,
  Standing, Told, ToServer, Welcome,
} from "../../../docs/wire";

export type Request = wire.Ask["what"];
export type ToClient = Exclude<wire.ToClient, { is: "frame" }> | Frame;
