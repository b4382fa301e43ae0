// One room of Area Attack around its rules, and the beat that all rooms of a server share: what has
// happened since the last beat is committed together, and then told.
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { Ground } from "./rules.mjs";

const SLOW = Number(process.env.BENCH_SLOW ?? 1); // time passes so much more slowly
const BEAT_MS = 50 * SLOW;
const timeNow = () => Math.floor(Date.now() / SLOW);

export class House {
  constructor(recordingFile, databaseFile) {
    this.recording = JSON.parse(readFileSync(recordingFile, "utf8"));
    this.tables = [];
    this.db = new DatabaseSync(databaseFile);
    this.db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;");
    this.db.exec("CREATE TABLE matches (id TEXT PRIMARY KEY, head INTEGER)");
    this.db.exec(
      "CREATE TABLE lines (match TEXT, position INTEGER, data BLOB, sum INTEGER," +
        " PRIMARY KEY (match, position)) WITHOUT ROWID",
    );
    this.newMatch = this.db.prepare("INSERT INTO matches VALUES (?, 0)");
    this.newLine = this.db.prepare("INSERT INTO lines VALUES (?, ?, ?, ?)");
    this.newHead = this.db.prepare("UPDATE matches SET head = ? WHERE id = ?");
    setInterval(() => this.beat(), BEAT_MS);
  }

  // The next room of the recording; `put` is told of changes, `tell` is called when they are durable.
  open(put, tell) {
    const number = this.tables.length;
    const table = new Table(this, `match-${number}`, tell);
    this.newMatch.run(table.id);
    table.ground = new Ground(this.recording, number, put);
    this.tables.push(table);
    return table;
  }

  beat() {
    const now = timeNow();
    for (const table of this.tables) table.pass(now);
    const told = this.tables.filter((table) => table.isDirty);
    if (!told.length) return;
    this.db.exec("BEGIN IMMEDIATE");
    for (const table of told) table.write();
    this.db.exec("COMMIT");
    for (const table of told) {
      table.isDirty = false;
      table.tell(now);
    }
  }
}

class Table {
  constructor(house, id, tell) {
    Object.assign(this, { house, id, tell });
    this.head = 0;
    this.lines = [];
    this.last = new Map();
    this.isDirty = true;
  }

  // The code of a refusal, or "". A number that has counted is answered as before.
  act(seat, n, action) {
    const now = timeNow();
    this.isDirty = true;
    if (n <= (this.last.get(seat) ?? 0)) return "";
    this.pass(now);
    const code = this.ground.act(now, seat, action);
    if (!code) {
      this.last.set(seat, n);
      this.log({ is: "entry", now, seat, action, command: `tab${seat}:${n}` });
    }
    return code;
  }

  pass(now) {
    if (this.ground.pass(now)) {
      this.isDirty = true;
      this.log({ is: "mark", now });
    }
  }

  log(line) {
    this.lines.push(Buffer.from(JSON.stringify(line) + "\n"));
  }

  write() {
    for (const line of this.lines) this.house.newLine.run(this.id, this.head++, line, crc32(line));
    if (this.lines.length) this.house.newHead.run(this.head, this.id);
    this.lines.length = 0;
  }
}
