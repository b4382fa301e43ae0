/** By which address others open this page. */

import type { Reach } from "../net/api";

/** Does this name mean the computer that it is used on? */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127\./.test(hostname);
}

/** A page that was opened by an address of the network shares that address; on the server's own computer it shares the one that the server names. */
export function linkBase({ hostname, origin }: { hostname: string; origin: string }, reach: Reach | null): string {
  return isLoopback(hostname) && reach?.url ? reach.url : origin;
}
