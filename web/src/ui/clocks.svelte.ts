/** A pulse for countdowns: components that read it are drawn again a few times a second. */

const EVERY_MS = 200;
let beat = $state(0);

if (typeof window !== "undefined") {
  setInterval(() => { if (!document.hidden) beat += 1; }, EVERY_MS);
}

/** Read this where a time is shown. */
export function pulse(): number {
  return beat;
}

/** `4:07`, or `0:09.3` in the last ten seconds. */
export function clockText(ms: number): string {
  if (ms < 10_000) return `0:${(Math.floor(ms / 100) / 10).toFixed(1).padStart(4, "0")}`;
  const seconds = Math.ceil(ms / 1000);
  const rest = String(seconds % 60).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}
