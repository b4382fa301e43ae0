/**
 * A room as this tab is in it: the socket, the room's news, the chat, and the match if there is one.
 *
 * Commands are kept until they are answered and sent again after each welcome: the server counts
 * a number once. What is asked about the room has numbers of its own, far above.
 */

import { serverSays } from "../core/texts";
import type { Frame } from "../core/view";
import { Problem, type GameAbout } from "../net/api";
import { forgetSeat, keptSeat, takeSeat, type Kept } from "../net/seats";
import { Socket } from "../net/socket.svelte";
import {
  VERSION, type Ranked, type Refused, type Request, type RoomNow, type Said, type SeatsNow, type ToClient,
} from "../net/wire";
import { keepEvents, keptEvents } from "./events";
import { mergeStanding } from "./standing";
import { MatchSession, type Link } from "./session.svelte";

const ASKS_FROM = 1_000_000_000;
const LINES_KEPT = 200;

export interface ChatLine extends Said { id: number }
interface Question { done: (value: unknown) => void; failed: (problem: Problem) => void; value?: unknown }

export class RoomSession {
  readonly id: string;
  room = $state.raw<RoomNow | null>(null);
  match = $state.raw<MatchSession | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  /** Names of players whose lines are not wanted: seats change hands from match to match. */
  muted = $state.raw<readonly string[]>([]);
  told = $state("");
  /** A word of the server that passes: that the match goes on from where it was saved. */
  news = $state.raw<{ text: string } | null>(null);
  /** The last thing that was refused and is not an action of the match on screen: a line of chat, or an action of another seat of a sandbox. */
  refusal = $state.raw<Problem | null>(null);
  /** Of a world: everybody with points in the round, the best first. */
  standing = $state.raw<readonly Ranked[]>([]);
  /** Mine, or -1. */
  seat = $state(-1);
  /** Why one cannot come in. */
  problem = $state.raw<Problem | null>(null);
  socket = $state.raw<Socket | null>(null);
  #games: GameAbout[];
  #kept: Kept | null = null;
  #watches = false;
  #n = 0;
  #asks = ASKS_FROM;
  #unanswered = new Map<number, { action: string; seat: number }>();
  /** Of a sandbox: what is known from each point of view, so that nothing of one seat gets mixed with another's. */
  #eyes = new Map<number, MatchSession>();
  #questions = new Map<number, Question>();
  #lines = 0;
  #nextAt = 0;
  #isClosed = false;
  /** This connection has been welcomed: another welcome of it brings no lines of chat. */
  #isWelcomed = false;
  /** A new token was asked for since the last welcome. */
  #hasRejoined = false;

  constructor(id: string, games: GameAbout[]) {
    this.id = id;
    this.#games = games;
  }

  get game(): GameAbout | undefined {
    return this.#games.find((each) => each.name === this.room?.game);
  }

  /** What is to be read: the server forgets with the connection whom one has muted. */
  get lines(): ChatLine[] {
    return this.chat.filter((line) => !this.muted.includes(line.name));
  }

  get isHost(): boolean {
    return this.seat >= 0 && this.room?.host === this.seat;
  }

  /** Come in: with the seat this tab has, or by joining. */
  async enter(secret = "", watch = false): Promise<void> {
    try {
      this.problem = null;
      this.#watches = watch;
      this.#kept = keptSeat(this.id) ?? (await takeSeat(this.id, secret, watch));
      if (!this.#isClosed) this.#open();
    } catch (error) {
      this.problem = error instanceof Problem ? error : new Problem("broken", String(error));
    }
  }

  #open(): void {
    this.socket?.close();
    this.socket = new Socket(
      () => ({
        is: "hello", version: VERSION, room: this.id, session: this.#kept!.session, token: this.#kept!.token,
        at: Date.now(),
      }),
      (message) => this.#receive(message),
      (isOpen) => {
        if (!isOpen) this.#lost();
        this.#tellMatch();
      },
    );
  }

  /** After a goodbye: a new token for this tab. */
  async again(): Promise<void> {
    const secret = this.#kept?.secret ?? "";
    forgetSeat(this.id);
    await this.enter(secret, this.#watches);
  }

  close(): void {
    this.keep();
    this.#isClosed = true;
    this.socket?.close();
  }

  /** The page goes: keep what a reload would lose. */
  keep(): void {
    if (this.match && !this.room?.sandbox) keepEvents(this.id, this.match);
  }

  // Out

  readonly #link: Link = {
    act: (action) => {
      const n = ++this.#n;
      // A sandbox's seat is the one that was looked through when it was sent.
      const seat = this.room?.sandbox ? this.seat : -1;
      this.#unanswered.set(n, { action, seat });
      this.socket?.send({ is: "act", n, action, seat });
      return n;
    },
    choices: async () => ((await this.ask("choices")) ?? []) as string[],
    eyes: (seat) => this.ask(seat < 0 ? "no-eyes" : "eyes", seat),
  };

  /** Ask something about the room; a refusal is thrown as a Problem. */
  ask(what: Request, seat = -1, value: unknown = null): Promise<unknown> {
    const n = ++this.#asks;
    return new Promise((done, failed) => {
      this.#questions.set(n, { done, failed });
      if (!this.socket?.send({ is: "ask", n, what, seat, value })) {
        this.#questions.delete(n);
        failed(new Problem("offline", ""));
      }
    });
  }

  say(text: string): boolean {
    return this.socket?.send({ is: "say", text }) ?? false;
  }

  /** Let a player's lines be seen no more, or again; the host decides it for all. */
  async mute(name: string, isMuted: boolean): Promise<void> {
    const seat = this.room?.seats.findIndex((each) => each.name === name) ?? -1;
    if (seat >= 0) await this.ask(isMuted ? "mute" : "unmute", seat);
    const others = this.muted.filter((each) => each !== name);
    this.muted = isMuted ? [...others, name] : others;
  }

  // In

  #receive(message: ToClient): void {
    switch (message.is) {
      case "welcome": return this.#welcomed(message.seat, message.last);
      case "room": return this.#roomed(message);
      case "seats": return this.#reseated(message);
      case "standing":
        this.standing = mergeStanding(this.standing, message);
        return this.#tellMatch();
      case "frame": return this.#framed(message);
      case "acted":
        this.#unanswered.delete(message.n);
        return this.#senderOf(message.n)?.acted(message.n);
      case "choices": {
        const question = this.#questions.get(message.n);
        if (question) question.value = message.actions;
        return;
      }
      case "done": return this.#answered(message.n);
      case "refused": return this.#refused(message);
      case "said":
        this.chat = [...this.chat, { ...message, id: this.#lines++ }].slice(-LINES_KEPT);
        return;
      case "told": {
        const text = serverSays(message.code, message.text);
        if (message.code === "resumed") this.news = { text };
        else this.told = text;
        return;
      }
    }
  }

  #welcomed(seat: number, last: number): void {
    this.seat = seat;
    this.told = "";
    if (!this.#isWelcomed) this.chat = []; // the server recalls the lines
    this.#isWelcomed = true;
    this.#hasRejoined = false;
    this.#n = Math.max(this.#n, last);
    for (const [n, sent] of this.#unanswered) this.socket?.send({ is: "act", n, ...sent });
    this.#tellMatch();
  }

  #lost(): void {
    this.#giveUpAsking();
    const isWatcher = this.#isWelcomed ? this.seat < 0 : !!this.#kept?.watches;
    this.#isWelcomed = false;
    if (this.socket?.bye?.code === "bad_token" && isWatcher) this.#watchAgain();
  }

  /** A restarted server knows no watcher: come in again, without being asked. */
  #watchAgain(): void {
    if (this.#hasRejoined) return;
    this.#hasRejoined = this.#watches = true;
    void this.again();
  }

  /** The connection is lost: whatever was asked must be asked again. */
  #giveUpAsking(): void {
    const questions = [...this.#questions.values()];
    this.#questions.clear();
    for (const question of questions) question.failed(new Problem("offline", ""));
  }

  #roomed(room: RoomNow): void {
    this.room = room;
    this.#nextAt = room.next_ms ? performance.now() + room.next_ms : 0;
    if (room.phase === "gathering") this.match = null;
    this.#tellMatch();
    if (room.sandbox && room.at >= 0) this.match?.setTime(room.at);
  }

  /** A world tells only the seats that have changed. */
  #reseated({ seats: changed, players, watchers }: SeatsNow): void {
    if (!this.room) return;
    const seats = [...this.room.seats];
    const wins = [...this.room.wins];
    for (const [seat, now] of changed) {
      while (seats.length <= seat) {
        seats.push({});
        wins.push(0);
      }
      seats[seat] = now;
    }
    this.room = { ...this.room, seats, wins, players, watchers };
    this.#tellMatch();
  }

  #framed(frame: Frame): void {
    const { game, match } = this;
    const id = this.room?.match ?? "";
    // Another match: the last one is over, or it ended while this page was away.
    const isOther = !!match && (match.id !== id || (match.isOver && !frame.table?.outcome));
    const isNext = !!frame.view && isOther;
    if (!game) return;
    if (!this.match || isNext || this.match.game.name !== game.name) {
      if (isNext) this.#unanswered.clear();
      if (isNext) this.standing = [];
      this.match = new MatchSession(game, this.#link);
      this.match.id = id;
    }
    if (this.room?.sandbox && frame.view) this.#look(isNext);
    this.#tellMatch();
    if (!this.match.hasView) this.match.recall(keptEvents(this.id, this.match));
    this.match.receive(frame);
    if (this.match.isFrozen) this.match.setTime(frame.now);
  }

  /** Each point of view has a session of its own, which is kept for when it is chosen again. */
  #look(isNext: boolean): void {
    if (isNext) this.#eyes.clear();
    const match = this.#eyes.get(this.seat) ?? (this.#eyes.size ? new MatchSession(this.game!, this.#link) : this.match!);
    match.id = this.room!.match;
    if (this.match && match !== this.match) match.lookLike(this.match);
    this.#eyes.set(this.seat, match);
    this.match = match;
  }

  /** The match is told what the room knows. */
  #tellMatch(): void {
    const { match, room } = this;
    if (!match || !room) return;
    match.seat = this.seat;
    match.standing = this.standing;
    match.nextAt = this.#nextAt;
    match.isConnected = this.socket?.state === "open";
    match.clock = room.clock;
    match.names = room.seats.map((each) => each.name ?? "");
    match.eyesMs = room.eyes_ms;
    match.bots = room.seats.map((each) => !!each.bot);
    match.authors = room.seats.map((each) => each.author ?? "");
    match.away = room.seats.map((each) => (!each.bot || !!each.author) && !each.present);
    match.setSpeed(room.percent / 100);
    if (match.isFrozen !== room.paused) match.freeze(room.paused ? match.now() : null);
    match.isPaused = room.paused && !room.sandbox; // there one acts while time stands still
  }

  #answered(n: number): void {
    const question = this.#questions.get(n);
    this.#questions.delete(n);
    question?.done(question.value);
  }

  #refused(message: Refused): void {
    const question = this.#questions.get(message.n);
    const problem = new Problem(message.code, message.text, message.facts);
    if (question) {
      this.#questions.delete(message.n);
      question.failed(problem);
    } else if (message.n < 0) {
      this.refusal = problem;
    } else {
      this.#unanswered.delete(message.n);
      const sender = this.#senderOf(message.n);
      sender?.refused(message);
      if (sender !== this.match) this.refusal = problem; // nobody looks at its board now
    }
  }

  /** The session that waits for this answer: in a sandbox another seat may be shown by now. */
  #senderOf(n: number): MatchSession | null {
    const waits = [...this.#eyes.values()].find((each) => each.pending.some((sent) => sent.n === n));
    return waits ?? this.match;
  }
}
