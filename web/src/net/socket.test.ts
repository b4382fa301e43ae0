/** The line to the server, with the browser's own socket played by hand. */

import { encode } from "@msgpack/msgpack";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Socket } from "./socket.svelte";
import { VERSION, type ToClient } from "./wire";

class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 1;
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    Line.all.push(this);
  }

  send(data: unknown): void {
    this.sent.push(data);
  }

  close(): void {
    this.readyState = 3;
  }

  hear(message: object, version: number = VERSION): void {
    this.onmessage?.({ data: new Uint8Array([version, ...encode(message)]).buffer });
  }
}

const WELCOME = { is: "welcome", version: VERSION, name: "Ann", seat: 0, last: 0 };
const ACT = { is: "act", n: 1, action: "farm 3,4" } as const;

function open(heard: ToClient[] = []): Socket {
  const socket = new Socket(() => ({ is: "hello", version: VERSION, room: "r", session: "s" }), (message) => heard.push(message));
  Line.all[0].onopen?.();
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setTimeout: (run: () => void, ms: number) => setTimeout(run, ms) }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("it is open when the server has welcomed it, and what comes is passed on", () => {
  const heard: ToClient[] = [];
  const socket = open(heard);
  expect(socket.state).toBe("connecting");
  expect(socket.send(ACT)).toBe(false);
  Line.all[0].hear(WELCOME);
  expect(socket.state).toBe("open");
  expect(heard).toEqual([WELCOME]);
  expect(socket.send(ACT)).toBe(true);
  socket.close();
});

test("a lost line is tried again by itself", () => {
  const socket = open();
  Line.all[0].hear(WELCOME);
  Line.all[0].onclose?.();
  expect(socket.state).toBe("waiting");
  vi.advanceTimersByTime(300);
  expect(socket.state).toBe("connecting");
  expect(Line.all).toHaveLength(2);
  socket.close();
});

test("a line that gives no answer is dead, though nothing has closed it", () => {
  const socket = open();
  Line.all[0].hear(WELCOME);
  socket.send(ACT);
  vi.advanceTimersByTime(14_000);
  expect(socket.state).toBe("open");
  vi.advanceTimersByTime(2_000);
  expect(Line.all[0].readyState).toBe(3);
  expect(Line.all.filter((line) => line.readyState === 1)).toHaveLength(1);
  socket.close();
});

test("an answer, and a line on which nothing is asked, may take their time", () => {
  const socket = open();
  Line.all[0].hear(WELCOME);
  socket.send(ACT);
  vi.advanceTimersByTime(14_000);
  Line.all[0].hear({ is: "acted", n: 1 });
  vi.advanceTimersByTime(600_000);
  expect(socket.state).toBe("open");
  expect(Line.all.filter((line) => line.readyState === 1)).toEqual([Line.all[0]]);
  socket.close();
});

test("a server that does not welcome is tried again", () => {
  const socket = open();
  vi.advanceTimersByTime(15_400);
  expect(Line.all.length).toBeGreaterThan(1);
  socket.close();
});

test("another version, and a goodbye for good, end it; nothing runs on", () => {
  const old = open();
  Line.all[0].hear(WELCOME, VERSION + 1);
  expect([old.state, old.bye?.code]).toEqual(["ended", "reload"]);
  Line.all = [];
  const removed = open();
  Line.all[0].hear({ is: "bye", code: "removed", text: "", retry_ms: 0 });
  expect([removed.state, removed.bye?.code]).toEqual(["ended", "removed"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a room that moves to another node keeps the line, which is open again with the next welcome", () => {
  const heard: ToClient[] = [];
  const socket = open(heard);
  Line.all[0].hear(WELCOME);
  Line.all[0].hear({ is: "moved" });
  expect(socket.state).toBe("connecting");
  expect(socket.send(ACT)).toBe(false);
  Line.all[0].hear(WELCOME);
  expect(socket.state).toBe("open");
  expect(Line.all).toHaveLength(1);
  expect(heard).toEqual([WELCOME, WELCOME]);
  socket.close();
});

test("a line whose room has moved, and that is not welcomed again, is dead", () => {
  const socket = open();
  Line.all[0].hear(WELCOME);
  Line.all[0].hear({ is: "moved" });
  vi.advanceTimersByTime(15_000);
  expect(socket.state).toBe("waiting");
  socket.close();
});

test("a server that does not even answer a ping is left for another connection, which says hello when it is accepted", () => {
  const socket = open();
  Line.all[0].hear(WELCOME);
  socket.send(ACT);
  vi.advanceTimersByTime(500);
  expect(Line.all[0].sent).toHaveLength(3); // hello, the action, the ping
  vi.advanceTimersByTime(500);
  expect(Line.all).toHaveLength(2);
  expect(Line.all[1].sent).toHaveLength(0);
  expect([socket.state, Line.all[0].readyState]).toEqual(["open", 1]);
  Line.all[1].onopen?.();
  expect([socket.state, Line.all[0].readyState]).toEqual(["connecting", 3]);
  expect(Line.all[1].sent).toHaveLength(1);
  Line.all[1].hear(WELCOME);
  expect(socket.state).toBe("open");
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(2);
  socket.close();
  expect(vi.getTimerCount()).toBe(0);
});

test("a connection that is not accepted either is replaced after twice the time", () => {
  const socket = open();
  Line.all[0].hear(WELCOME);
  socket.send(ACT);
  vi.advanceTimersByTime(1_000);
  expect(Line.all).toHaveLength(2);
  vi.advanceTimersByTime(1_000);
  expect(Line.all).toHaveLength(3);
  expect(Line.all[1].readyState).toBe(3);
  vi.advanceTimersByTime(1_000);
  expect(Line.all).toHaveLength(3);
  vi.advanceTimersByTime(1_000);
  expect(Line.all).toHaveLength(4);
  Line.all[3].onopen?.();
  expect(Line.all[3].sent).toHaveLength(1);
  socket.close();
  expect(vi.getTimerCount()).toBe(0);
});

test("a server that answers pings may take its time, and what comes late keeps the first connection", () => {
  const heard: ToClient[] = [];
  const socket = open(heard);
  Line.all[0].hear(WELCOME);
  socket.send(ACT);
  for (let second = 0; second < 5; second++) {
    vi.advanceTimersByTime(700);
    Line.all[0].hear({ is: "pong" });
  }
  expect(Line.all).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(Line.all).toHaveLength(2);
  Line.all[0].hear({ is: "acted", n: 1 });
  expect([Line.all[0].readyState, Line.all[1].readyState]).toEqual([1, 3]);
  expect(Line.all[1].onopen).toBeNull();
  expect(heard.map((each) => each.is)).toEqual(["welcome", "acted"]);
  socket.close();
});

test("a connection that is not accepted at first has another one beside it, and the first that is accepted is used", () => {
  const socket = new Socket(() => ({ is: "hello", version: VERSION, room: "r", session: "s" }), () => {});
  vi.advanceTimersByTime(1_000);
  expect(Line.all).toHaveLength(2);
  Line.all[0].onopen?.();
  expect(Line.all[1].readyState).toBe(3);
  expect([Line.all[0].sent.length, Line.all[1].sent.length]).toEqual([1, 0]);
  Line.all[0].hear(WELCOME);
  expect(socket.state).toBe("open");
  socket.close();
});
