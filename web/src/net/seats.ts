/** Seat tokens and sessions, kept by room for this tab: they survive a reload. */

import { api, Problem } from "./api";

export interface Kept {
  token: string;
  /** A name for this tab's commands, so that each counts once. */
  session: string;
  secret: string;
  /** It is a watcher's: the server forgets those when it is restarted. */
  watches?: boolean;
}

const prefix = "freehold.seat.";

export function keptSeat(room: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + room) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

export function keepSeat(room: string, token: string, secret = "", watches = false): Kept {
  const kept = { token, secret, watches, session: newSession() };
  try {
    sessionStorage.setItem(prefix + room, JSON.stringify(kept));
  } catch {
    // without storage a reload joins again, by the cookie
  }
  return kept;
}

/** Join a room and keep the token. Without a free seat you watch, if the room allows it; a player who may not watch gets their own seat. */
export async function takeSeat(room: string, secret = "", watch = false): Promise<Kept> {
  const joined = await api.join(room, secret, watch).catch((error: unknown) => {
    const code = error instanceof Problem ? error.code : "";
    if (watch && code === "plays_here") return api.join(room, secret);
    if (watch || !["full", "not_gathering"].includes(code)) throw error;
    return api.join(room, secret, true).catch(() => {
      throw error; // why there is no seat says more than why one may not watch
    });
  });
  return keepSeat(room, joined.token, secret, joined.seat < 0);
}

export function forgetSeat(room: string): void {
  try {
    sessionStorage.removeItem(prefix + room);
  } catch {
    // then there was nothing
  }
}

function newSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}
