/** The HTTP API, typed. Errors are the server's codes with their sentences. */

import type { GameAbout } from "../core/game.gen";
import { serverSays, t, type Facts } from "../core/texts";
import type { Outcome } from "../core/view";
import type { Clock, RoomNow } from "./wire";

export type { GameAbout, ParamAbout, PresetAbout } from "../core/game.gen";

export class Problem extends Error {
  readonly code: string;
  constructor(code: string, text: string, facts: Facts = {}) {
    super(serverSays(code, text, facts));
    this.code = code;
  }
}

export interface Me { name: string; id: string; is_moderator?: boolean }
export interface Joined { room: string; seat: number; token: string }
export interface Created { room: string; code: string; secret: string }
export interface MatchNow {
  id: string;
  game: string;
  status: string;
  created_at: number;
  ended_at: number;
  names: string[];
  bots: string[];
  /** Of bots that people brought, by seat; empty for all others. */
  authors: string[];
  seat: number;
  room: string;
  outcome: Outcome | null;
  reason: string;
}
/** A bot of somebody's that waits for an invitation. */
export interface WaitingBot { id: string; game: string; name: string; bot: string; author: string; sentence: string }
/** Where others can come in: empty if they cannot, and then whether it is because the server listens to its own computer alone. */
export interface Reach { url: string; is_local: boolean }
export interface RoomWishes {
  game?: string;
  params?: Record<string, unknown>;
  clock?: Clock;
  is_public?: boolean;
  may_watch?: boolean;
  away?: "bot" | "leave" | "wait";
  seats?: number;
}
export interface QuickWishes { game: string; bot?: string; seats?: number; params?: Record<string, unknown>; is_sandbox?: boolean; is_lesson?: boolean }

/** A player's line in a ladder; a rank of 0 means not listed. */
export interface LadderRow {
  rank: number;
  kind: "person" | "house" | "brought";
  name: string;
  /** The level of a bot of the house. */
  bot: string;
  author: string;
  points: number;
  estimate: number;
  spread: number;
  matches: number;
  wins: number;
  is_me: boolean;
}
export interface LadderNow { game: string; list: string; rows: LadderRow[]; me: LadderRow | null; listed: number; matches_needed: number }

/** Something about a map, at a place; -1 where it is about none. */
export interface MapProblem { x: number; y: number; code: string; sentence: string }
export interface MapReport {
  verdict: "fair" | "uneven" | "unplayable";
  score: number;
  /** Why it is not playable. */
  problems: MapProblem[];
  /** What its maker should look at. */
  remarks: MapProblem[];
  land_percent: number;
  kinds: Record<string, number>;
  measures: { name: string; percent: number; at_least: number; sentence: string }[];
  regions: { city: number; x: number; y: number; seat: number; tiles: number; resources: number; nearest: number }[];
  starts: { seat: number; rival_steps: number; free_steps: number; near_resources: number }[];
}
export interface MapChecked {
  report: MapReport;
  /** By tile, in base64; empty if it cannot be played on. */
  regions: string;
}

/** Fetch something; what the server refuses is thrown as a Problem. */
export async function request(path: string, options?: RequestInit): Promise<Response> {
  const response = await fetch(path, options).catch(() => {
    throw new Problem("unreachable", t("net.unreachable"));
  });
  if (response.ok) return response;
  const said: unknown = await response.json().catch(() => null);
  const { code = "broken", text = t("net.broken"), facts = {} } = (said ?? {}) as { code?: string; text?: string; facts?: Facts };
  throw new Problem(code, text, facts);
}

export async function call<T>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<T> {
  const sent = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await request(path, body === undefined ? { method } : { method, ...sent });
  return (await response.json().catch(() => {
    throw new Problem("broken", t("net.broken"));
  })) as T;
}

let games: Promise<GameAbout[]> | null = null;

export const api = {
  /** The games, asked for once. */
  games(): Promise<GameAbout[]> {
    games ??= call<GameAbout[]>("GET", "/api/games").catch((error: unknown) => {
      games = null;
      throw error;
    });
    return games;
  },
  rules: async (game: string) => (await request(`/api/games/${encodeURIComponent(game)}/rules`)).text(),
  me: () => call<Me>("GET", "/api/me"),
  rename: (name: string) => call<Me>("POST", "/api/me", { name }),
  myData: async () => (await request("/api/me/data")).text(),
  forgetMe: () => call<unknown>("POST", "/api/me/delete", { is_sure: true }),
  ladder: (game: string, list: string) => call<LadderNow>("GET", `/api/ladder/${encodeURIComponent(game)}?list=${encodeURIComponent(list)}`),
  isListed: async () => (await call<{ is_listed: boolean }>("GET", "/api/me/ladder")).is_listed,
  beListed: (is_listed: boolean) => call<unknown>("POST", "/api/me/ladder", { is_listed }),
  privacy: async (language: string) => (await request(`/api/privacy?language=${language}`)).text(),
  reach: () => call<Reach>("GET", "/api/reach"),
  rooms: (mine = false) => call<RoomNow[]>("GET", mine ? "/api/rooms?mine=1" : "/api/rooms"),
  create: (wishes: RoomWishes) => call<Created>("POST", "/api/rooms", wishes),
  join: (room: string, secret = "", watch = false) =>
    call<Joined>("POST", `/api/rooms/${encodeURIComponent(room)}/join`, { secret, watch }),
  code: (code: string) => call<RoomNow>("GET", `/api/codes/${encodeURIComponent(code)}`),
  waitingBots: () => call<WaitingBot[]>("GET", "/api/bots"),
  quick: (wishes: QuickWishes) => call<Joined>("POST", "/api/quick", wishes),
  checkMap: (map: string) => call<MapChecked>("POST", "/api/maps/check", { map }),
  makeMap: (wishes: Record<string, string>) => call<{ map: string }>("GET", `/api/maps/make?${new URLSearchParams(wishes)}`),
  matches: (mine = true) => call<MatchNow[]>("GET", mine ? "/api/matches?mine=1" : "/api/matches"),
};

export function problemText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
