/**
 * The WebSocket: it comes back by itself, and says what it is doing.
 *
 * A frame is the version byte and MessagePack. After a loss it tries again between 250 ms and 10 s,
 * at a moment drawn evenly (full jitter), so that a restarted server is not run over.
 *
 * A server that has frozen closes nothing. If an answer is due and not even a ping is answered, another connection is
 * opened beside the silent one, and used from the moment the server accepts it; only then the silent one is given up.
 */

import { decode, encode } from "@msgpack/msgpack";
import { VERSION, type Bye, type ToClient, type ToServer } from "./wire";

const FIRST_MS = 250, LAST_MS = 10_000;
/** Silence after a tab was asleep: ask whether the line still lives. */
const STALE_MS = 20_000;
/** Everything sent is answered: after this much silence the connection is dead, though nothing has closed it. */
const ANSWER_MS = 15_000;
/** After this much silence we ask whether anybody is there; after as much again we open another connection beside this one. */
const PING_MS = 500;

export function pack(message: ToServer): Uint8Array<ArrayBuffer> {
  const body = encode(message);
  const bytes = new Uint8Array(body.length + 1);
  bytes[0] = VERSION;
  bytes.set(body, 1);
  return bytes;
}

/** Null means another version: the page must be reloaded. */
export function unpack(data: ArrayBuffer): ToClient | null {
  const bytes = new Uint8Array(data);
  if (bytes[0] !== VERSION) return null;
  return decode(bytes.subarray(1)) as ToClient;
}

/** How long to wait before the next try: full jitter. */
export function retryDelay(tries: number, chance = Math.random()): number {
  return FIRST_MS + chance * (Math.min(LAST_MS, FIRST_MS * 2 ** tries) - FIRST_MS);
}

export class Socket {
  state = $state<"connecting" | "open" | "waiting" | "ended">("connecting");
  /** Why it ended for good. */
  bye = $state.raw<Bye | null>(null);
  /** When it tries again, on `performance.now()`. */
  retryAt = $state(0);
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #silence = 0;
  #heardAt = 0;
  #probe = 0;
  /** Opened beside a silent connection. */
  #spare: WebSocket | null = null;
  #hello: () => ToServer;
  #receive: (message: ToClient) => void;
  #changed: (isOpen: boolean) => void;

  constructor(
    hello: () => ToServer, receive: (message: ToClient) => void, changed: (isOpen: boolean) => void = () => {},
  ) {
    this.#hello = hello;
    this.#receive = receive;
    this.#changed = changed;
    document.addEventListener("visibilitychange", this.#seen);
    window.addEventListener("online", this.#seen);
    this.connect();
  }

  connect(): void {
    clearTimeout(this.#timer);
    this.#drop();
    this.#turn("connecting");
    this.#listen();
    this.bye = null;
    const socket = this.#dial();
    socket.onclose = () => this.#lost();
    this.#socket = socket;
    this.#openSpareIn(2 * PING_MS);
  }

  /** A connection that is ours as soon as the server has accepted it. */
  #dial(): WebSocket {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?moves=1`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#use(socket);
    return socket;
  }

  #use(socket: WebSocket): void {
    if (socket === this.#spare) this.#spare = null;
    else this.#dropSpare();
    if (socket !== this.#socket) {
      this.#drop();
      this.#turn("connecting");
      this.#listen();
    }
    clearTimeout(this.#probe);
    this.#socket = socket;
    socket.onmessage = (event) => this.#heard(event.data as ArrayBuffer);
    socket.onclose = () => this.#lost();
    socket.send(pack(this.#hello()));
  }

  /** False if there is no line now: the sender keeps it. */
  send(message: ToServer): boolean {
    if (this.state !== "open" || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(pack(message));
    this.#listen();
    return true;
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#seen);
    window.removeEventListener("online", this.#seen);
    clearTimeout(this.#timer);
    this.#turn("ended");
    this.#drop();
  }

  #turn(state: Socket["state"]): void {
    this.state = state;
    this.#changed(state === "open");
  }

  /** From now on an answer is due. */
  #listen(): void {
    if (this.#silence) return;
    this.#silence = window.setTimeout(() => this.#lost(), ANSWER_MS);
    this.#pingSoon();
  }

  #stopListening(): void {
    clearTimeout(this.#silence);
    this.#silence = 0;
    this.#stopProbing();
  }

  #pingSoon(): void {
    this.#stopProbing();
    if (this.state !== "open") return; // before the welcome nobody reads what we say
    this.#probe = window.setTimeout(() => {
      this.#socket?.send(pack({ is: "ping" }));
      this.#openSpareIn(PING_MS);
    }, PING_MS);
  }

  /** And another one in its place after twice the time, if it is not accepted either. */
  #openSpareIn(ms: number): void {
    clearTimeout(this.#probe);
    this.#probe = window.setTimeout(() => {
      this.#dropSpare();
      this.#spare = this.#dial();
      this.#openSpareIn(2 * ms);
    }, ms);
  }

  #stopProbing(): void {
    clearTimeout(this.#probe);
    this.#dropSpare();
  }

  #dropSpare(): void {
    if (!this.#spare) return;
    this.#spare.onopen = null;
    this.#spare.close();
    this.#spare = null;
  }

  #drop(): void {
    this.#stopListening();
    if (!this.#socket) return;
    this.#socket.onclose = this.#socket.onmessage = this.#socket.onopen = null;
    this.#socket.close();
    this.#socket = null;
  }

  #heard(data: ArrayBuffer): void {
    this.#heardAt = performance.now();
    const message = unpack(data);
    if (message?.is === "pong") { // the connection is alive, and the answer is still due
      if (this.#silence) this.#pingSoon();
      return;
    }
    this.#stopListening();
    if (!message) {
      this.#end({ is: "bye", code: "reload", text: "", retry_ms: 0 });
    } else if (message.is === "bye") {
      if (message.retry_ms) this.#wait(message.retry_ms * (1 + Math.random()));
      else this.#end(message);
    } else if (message.is === "moved") { // to another node: a welcome follows, as after a new connection
      this.#turn("connecting");
      this.#listen();
    } else {
      if (message.is === "welcome") {
        this.#turn("open");
        this.#tries = 0;
      }
      this.#receive(message);
    }
  }

  #end(bye: Bye): void {
    this.bye = bye;
    this.#turn("ended");
    clearTimeout(this.#timer);
    this.#drop();
  }

  #lost(): void {
    if (this.state !== "ended") this.#wait(retryDelay(this.#tries++));
  }

  #wait(ms: number): void {
    this.#drop();
    this.#turn("waiting");
    this.retryAt = performance.now() + ms;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.connect(), ms);
  }

  /** A page that was hidden may sit on a dead line: it comes back at once. */
  #seen = (): void => {
    if (document.hidden || this.state === "ended") return;
    const isStale = performance.now() - this.#heardAt > STALE_MS;
    if (this.state === "waiting" || (this.state === "open" && isStale)) this.connect();
  };
}
