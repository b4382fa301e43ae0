// A minimal room on Colyseus that answers with the same pattern of messages as Freehold does:
// every action is acknowledged, and on the beat of 50 ms whoever was touched gets a frame of a
// set size. It knows no rules, keeps no record and has no state to patch.
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";

const BEAT_MS = 50 * Number(process.env.BENCH_SLOW ?? 1);
const [port, seats, reach, frameBytes] = process.argv.slice(2).map(Number);

class BenchRoom extends Room {
  maxClients = seats;
  patchRate = null;

  onCreate() {
    this.touched = new Set();
    this.answers = [];
    this.isArmed = false;
    this.frames = 0;
    this.noise = Buffer.alloc(65536, 7);
    this.onMessage("act", (client, message) => {
      this.answers.push([client, message.n]);
      this.touched.add(client);
      for (const other of this.clients) {
        if (other !== client && Math.random() < reach) this.touched.add(other);
      }
      this.arm();
    });
  }

  arm() {
    if (!this.isArmed) {
      this.isArmed = true;
      setTimeout(() => this.tell(), BEAT_MS - (Date.now() % BEAT_MS));
    }
  }

  tell() {
    this.isArmed = false;
    const now = Date.now();
    for (const client of this.touched) {
      // About as many fields as a frame of ours has; the rest of its size is cells.
      const cells = this.noise.subarray(0, frameBytes / 2 + (this.frames++ * 37) % frameBytes);
      client.send("frame", { number: this.frames, now, facts: {}, cells: { owner: cells } });
    }
    for (const [client, n] of this.answers) client.send("acted", { n });
    this.touched.clear();
    this.answers.length = 0;
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("bench", BenchRoom);
await server.listen(port, "127.0.0.1");
console.log("listening");
