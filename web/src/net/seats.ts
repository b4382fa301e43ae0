/** Seat tokens and sessions, kept by room for this tab: they survive a reload. */

export interface Kept {
  token: string;
  /** A name for this tab's commands, so that each counts once. */
  session: string;
  secret: string;
}

const prefix = "freehold.seat.";

export function keptSeat(room: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + room) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

export function keepSeat(room: string, token: string, secret = ""): Kept {
  const kept = { token, secret, session: newSession() };
  try {
    sessionStorage.setItem(prefix + room, JSON.stringify(kept));
  } catch {
    // without storage a reload joins again, by the cookie
  }
  return kept;
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
