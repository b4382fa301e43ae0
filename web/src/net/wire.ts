/** The messages of the socket, as in docs/protocol.md. */

import type { Frame, Outcome } from "../core/view";

export const VERSION = 1;

export interface Clock {
  bank_ms: number;
  increment_ms: number;
  limit_ms: number;
}

export interface Hello {
  is: "hello";
  version: number;
  room: string;
  session: string;
  token?: string;
  watch?: boolean;
  secret?: string;
}
export interface Act { is: "act"; n: number; action: string }
export interface Say { is: "say"; text: string }

export type Request =
  | "sit" | "stand" | "ready" | "not-ready" | "start" | "add-bot" | "clear" | "set" | "host"
  | "rematch" | "pause" | "go-on" | "leave" | "mute" | "unmute" | "name" | "eyes" | "no-eyes"
  | "truth" | "choices";
export interface Ask { is: "ask"; n: number; what: Request; seat?: number; value?: unknown }
export type ToServer = Hello | Act | Say | Ask;

/** What is left out has its default: nothing, or no. */
export interface SeatNow {
  name?: string;
  bot?: string;
  ready?: boolean;
  present?: boolean;
  substitute?: string;
  eyes?: boolean;
  gone?: boolean;
}
export interface RoomNow {
  is: "room";
  id: string;
  code: string;
  game: string;
  params: Record<string, unknown>;
  seats: SeatNow[];
  host: number;
  is_public: boolean;
  may_watch: boolean;
  clock: Clock;
  phase: "gathering" | "playing" | "over";
  away: "bot" | "leave" | "wait";
  grace_ms: number;
  match: string;
  round: number;
  wins: number[];
  outcome: Outcome | null;
  watchers: number;
  paused: boolean;
  trouble: string;
}
export interface Welcome { is: "welcome"; version: number; name: string; seat: number; last: number }
export interface Acted { is: "acted"; n: number }
export interface Done { is: "done"; n: number }
export interface Choices { is: "choices"; n: number; actions: string[] }
export interface Refused {
  is: "refused";
  n: number;
  code: string;
  text: string;
  facts: Record<string, unknown>;
}
export interface Said { is: "said"; name: string; text: string; seat: number }
export interface Told { is: "told"; code: string; text: string }
export interface Bye { is: "bye"; code: string; text: string; retry_ms: number }
export type ToClient =
  | Welcome | Frame | Acted | Done | Choices | Refused | RoomNow | Said | Told | Bye;
