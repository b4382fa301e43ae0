// Area Attack on Node with `ws` and messages packed by hand: `raw.mjs PORT RECORDING DATABASE`.
// A client connects to /ROOM/SEAT. On the beat it gets one message, if there is anything for it:
//   u8 answers, then u32 each: n << 1 | is refused
//   u32 now, u8 facts: 1 if the cells and thaws of all seats follow (u16 and f64 each)
//   for each layer that differs: u8 layer, u16 cells, then u32 each: cell << 8 | value
// A frozen seat is told nothing of the board until it thaws.
import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { House } from "./table.mjs";

const [port, recordingFile, databaseFile] = process.argv.slice(2);
const LAYERS = ["ground", "owner", "digit", "flag", "legal"];
const house = new House(recordingFile, databaseFile);
const size = house.recording.width * house.recording.height;
const out = Buffer.alloc(64 + 5 * (3 + 4 * size) + 4 * 256);

class Viewer {
  constructor(socket, ground, seat) {
    Object.assign(this, { socket, ground, seat });
    this.layers = [ground.ground, ground.owner, ground.digit[seat], ground.flag[seat], ground.legal[seat]];
    this.shadows = this.layers.map((layer) => layer.slice());
    this.facts = "";
    this.answers = [];
    this.missed = [];
    this.wasFrozen = false;
  }

  // One message, if anything differs from what the client knows.
  tell(now, touched, facts) {
    const isFrozen = this.ground.frozen[this.seat] > 0;
    let at = out.writeUInt8(this.answers.length, 0);
    for (const answer of this.answers) at = out.writeUInt32LE(answer, at);
    const isAnswered = this.answers.length > 0;
    this.answers.length = 0;
    let isNews = false;
    if (isFrozen && this.wasFrozen) {
      this.missed.push(...touched);
    } else {
      const begun = at;
      at = this.packFacts(now, facts, at);
      const cells = this.missed.length ? [...new Set([...this.missed, ...touched])] : touched;
      this.missed.length = 0;
      const before = at;
      for (let layer = 0; layer < LAYERS.length; layer += 1) at = this.packLayer(layer, cells, at);
      isNews = at > before || out[begun + 4] === 1;
      if (!isNews) at = begun;
    }
    this.wasFrozen = isFrozen;
    if (isAnswered || isNews) this.socket.send(Buffer.from(out.subarray(0, at)), { binary: true });
  }

  packFacts(now, facts, at) {
    at = out.writeUInt32LE(now % 2 ** 32, at);
    const isNew = facts !== this.facts;
    at = out.writeUInt8(Number(isNew), at);
    if (!isNew) return at;
    this.facts = facts;
    for (const cells of this.ground.cells) at = out.writeUInt16LE(cells, at);
    for (const until of this.ground.frozen) at = out.writeDoubleLE(until, at);
    return at;
  }

  packLayer(layer, cells, at) {
    const now = this.layers[layer], known = this.shadows[layer];
    let end = at + 3;
    for (const cell of cells) {
      const value = now[cell];
      if (known[cell] !== value) {
        known[cell] = value;
        end = out.writeUInt32LE(((cell << 8) | value) >>> 0, end);
      }
    }
    if (end === at + 3) return at;
    out.writeUInt8(layer, at);
    out.writeUInt16LE((end - at - 3) / 4, at + 1);
    return end;
  }
}

class RawRoom {
  constructor() {
    this.viewers = [];
    this.touched = new Set();
    this.table = house.open(
      (_name, _seat, cell) => this.touched.add(cell),
      (now) => this.tell(now),
    );
  }

  enter(socket, seat) {
    const viewer = new Viewer(socket, this.table.ground, seat);
    this.viewers.push(viewer);
    socket.on("message", (data) => {
      const { n, action } = JSON.parse(data);
      const code = this.table.act(seat, n, action);
      viewer.answers.push((n << 1) | Number(code !== ""));
    });
    socket.send(Buffer.concat([Buffer.of(0), ...viewer.layers]));
  }

  tell(now) {
    const { cells, frozen } = this.table.ground;
    const touched = [...this.touched], facts = `${cells} ${frozen}`;
    this.touched.clear();
    for (const viewer of this.viewers) viewer.tell(now, touched, facts);
  }
}

const rooms = [];
const http = createServer();
new WebSocketServer({ server: http }).on("connection", (socket, request) => {
  const [room, seat] = request.url.split("/").slice(1).map(Number);
  while (rooms.length <= room) rooms.push(new RawRoom());
  rooms[room].enter(socket, seat);
});
http.listen(Number(port), "127.0.0.1", () => console.log("listening"));
