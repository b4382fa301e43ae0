/** Where we are: the address bar's path, changed without reloading the page. */

export type Place =
  | { is: "home" }
  | { is: "code"; code: string; watch: boolean }
  | { is: "room"; id: string; secret: string; watch: boolean }
  | { is: "replay"; id: string }
  | { is: "settings" }
  | { is: "privacy" }
  | { is: "moderation" }
  | { is: "ladder"; game: string; list: string }
  | { is: "maps"; game: string; id: string; fragment: string }
  | { is: "nowhere" };

/** `/r/CODE`, `/room/ID#secret`, `/replay/ID`, `/settings`, `/privacy`, `/moderation`, `/ladder/GAME?list=NAME`, `/maps/ID?game=NAME#map`. */
export function placeOf(path: string, query = "", hash = ""): Place {
  const [first = "", second = "", ...more] = path.split("/").filter(Boolean).map(decoded);
  const asked = new URLSearchParams(query);
  const watch = asked.has("watch");
  if (!first) return { is: "home" };
  if (more.length) return { is: "nowhere" };
  if (first === "r" && second) return { is: "code", code: second.toUpperCase(), watch };
  if (first === "room" && second) return { is: "room", id: second, secret: hash.replace(/^#/, ""), watch };
  if (first === "replay") return { is: "replay", id: second };
  if (first === "maps") return { is: "maps", game: asked.get("game") ?? "", id: second, fragment: hash };
  if (first === "settings") return { is: "settings" };
  if (first === "privacy") return { is: "privacy" };
  if (first === "ladder" && second) return { is: "ladder", game: second, list: asked.get("list") ?? "all" };
  if (first === "moderation") return { is: "moderation" };
  return { is: "nowhere" };
}

/** A mistyped address may contain an invalid escape: then it is used as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function here(): Place {
  if (typeof location === "undefined") return { is: "home" };
  return placeOf(location.pathname, location.search, location.hash);
}

let current = $state.raw<Place>(here());

export const router = {
  get place(): Place { return current; },
};

export function go(path: string, replaces = false): void {
  if (replaces) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  current = here();
  window.scrollTo(0, 0);
}

if (typeof window !== "undefined") window.addEventListener("popstate", () => (current = here()));

/** Let a plain link be followed without loading the page. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
}
