// Area Attack as a room of Colyseus with a schema: `colyseus.mjs PORT RECORDING DATABASE HOW`.
// HOW is `views`: each client has a StateView with its own seat's layers; or `shared`: one state,
// which shows every seat's numbers and flags to everybody.
import { Room, Server } from "@colyseus/core";
import { Encoder, schema, StateView, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { House } from "./table.mjs";

const [port, recordingFile, databaseFile, how] = process.argv.slice(2);
const hasViews = how === "views";
Encoder.BUFFER_SIZE = 512 * 1024; // a whole state
const SECRET = ["digit", "flag", "legal"];

const SeatState = schema({
  digit: t.array("uint8"),
  flag: t.array("uint8"),
  legal: t.array("uint8"),
}, "SeatState");
const seatsOf = () => (hasViews ? t.array(SeatState).view() : t.array(SeatState));
const State = schema({
  stage: t.uint8(),
  cells: t.array("uint16"),
  frozen: t.array("number"),
  ground: t.array("uint8"),
  owner: t.array("uint8"),
  seats: seatsOf(),
}, "State");

const house = new House(recordingFile, databaseFile);

class AreaAttack extends Room {
  maxClients = house.recording.rooms[0].starts.length;
  patchRate = null; // the house's beat says when

  onCreate() {
    this.answers = [];
    this.isSetUp = false;
    this.table = house.open(
      (name, seat, cell, value) => this.put(name, seat, cell, value),
      () => this.tell(),
    );
    this.setUp();
    this.onMessage("act", (client, { n, action }) => {
      const code = this.table.act(client.userData.seat, n, action);
      this.answers.push([client, n, code]);
    });
  }

  setUp() {
    const { ground, cells, frozen, owner } = this.table.ground;
    const state = new State();
    state.stage = 1;
    state.cells.push(...cells);
    state.frozen.push(...frozen);
    state.ground.push(...ground);
    state.owner.push(...owner);
    for (const seat of cells.keys()) {
      const own = new SeatState();
      for (const name of SECRET) own[name].push(...this.table.ground[name][seat]);
      state.seats.push(own);
    }
    this.state = state;
    this.isSetUp = true;
  }

  onJoin(client) {
    client.userData = { seat: this.clients.length - 1 };
    if (hasViews) {
      client.view = new StateView();
      client.view.add(this.state.seats[client.userData.seat]);
    }
  }

  put(name, seat, cell, value) {
    if (this.isSetUp) (seat < 0 ? this.state : this.state.seats[seat])[name][cell] = value;
  }

  tell() {
    const { cells, frozen } = this.table.ground;
    for (const seat of cells.keys()) {
      if (this.state.cells[seat] !== cells[seat]) this.state.cells[seat] = cells[seat];
      if (this.state.frozen[seat] !== frozen[seat]) this.state.frozen[seat] = frozen[seat];
    }
    this.broadcastPatch();
    for (const [client, n, code] of this.answers) {
      if (code) client.send("refused", { n, code });
      else client.send("acted", { n });
    }
    this.answers.length = 0;
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("bench", AreaAttack);
await server.listen(Number(port), "127.0.0.1");
console.log("listening");
