/** A room, with the server played by hand. */

import { expect, test, vi } from "vitest";
import type { GameAbout } from "../net/api";
import { RoomSession } from "./room.svelte";

const line = vi.hoisted(() => ({ hear: (_: object): void => undefined, sent: [] as { is: string; n?: number }[], isCut: false }));

vi.mock("../net/socket.svelte", () => ({
  Socket: class {
    state = "open";

    constructor(_: unknown, receive: (message: object) => void) {
      line.hear = receive;
    }

    send(message: { is: string }): boolean {
      if (!line.isCut) line.sent.push(message);
      return !line.isCut;
    }
  },
}));
vi.mock("../net/seats", () => ({ keptSeat: () => ({ session: "s", token: "t", secret: "" }), forgetSeat: () => undefined, takeSeat: () => undefined }));

const GAME = { name: "plain", title: "Plain", kind: "real-time", shape: "square", texts: { taken: "Taken." }, legend: { owner: { kind: "seats", names: [] } } };
const ROOM = {
  is: "room", game: "plain", phase: "playing", match: "m", sandbox: true, paused: true, percent: 100, at: 0, seats: [{ name: "Ann" }, { name: "Ben" }], wins: [0, 0], next_ms: 0, eyes_ms: 0,
};

function frame(viewer: number): object {
  const view = { viewer, facts: {}, rect: [0, 0, 1, 1], layers: { owner: new Uint8Array(1) } };
  return { is: "frame", number: 0, now: 0, view, table: { awaited: [0, 1], clocks: [], outcome: null } };
}

function look(seat: number): void {
  for (const message of [{ is: "welcome", seat, last: 0 }, ROOM, frame(seat)]) line.hear(message);
}

async function sandbox(): Promise<RoomSession> {
  const room = new RoomSession("r", [GAME as unknown as GameAbout]);
  await room.enter();
  look(0);
  return room;
}

test("in a sandbox an answer reaches the seat that acted, though another is looked through by then", async () => {
  const room = await sandbox();
  const first = room.match!;
  first.act("claim 0,0");
  const [{ n }] = line.sent.filter(({ is }) => is === "act").slice(-1);
  look(1);
  expect(room.match).not.toBe(first);
  line.hear({ is: "acted", n });
  expect(first.pending).toEqual([]);
});

test("a refusal of the seat that is looked through is said at its board alone", async () => {
  const room = await sandbox();
  room.match!.act("claim 0,0");
  const [{ n }] = line.sent.filter(({ is }) => is === "act").slice(-1);
  line.hear({ is: "refused", n, code: "taken", text: "Taken.", facts: {} });
  expect([room.match!.refusal?.code, room.refusal]).toEqual(["taken", null]);
});

test("so does a refusal; the board of the other seat is spared it, and the room says it", async () => {
  const room = await sandbox();
  const first = room.match!;
  first.act("claim 0,0");
  const [{ n }] = line.sent.filter(({ is }) => is === "act").slice(-1);
  look(1);
  line.hear({ is: "refused", n, code: "taken", text: "Taken.", facts: {} });
  expect([first.pending, first.refusal?.code, room.match!.refusal, room.refusal?.code]).toEqual([[], "taken", null, "taken"]);
});

test("what is clicked without a connection is pending, and is sent when the connection is back", async () => {
  const room = await sandbox();
  line.isCut = true;
  expect(room.match!.act("claim 0,0")).toBe(true);
  const [{ n }] = room.match!.pending;
  line.isCut = false;
  look(0);
  expect(line.sent.filter(({ is }) => is === "act").slice(-1)).toMatchObject([{ n, action: "claim 0,0" }]);
});
