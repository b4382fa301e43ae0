/** Where films come from: a finished match on the server, or a record file that was dropped. */

import { t } from "../core/texts";
import { PUBLIC, TRUTH } from "../core/view";
import { Problem, request } from "../net/api";
import { decodeFilm, type Film } from "./film";

export const FILE_BYTES = 2 * 1024 * 1024;
const ASK_EVERY_MS = 500;

/** A viewer as addresses spell it, and back. */
export function spellViewer(viewer: number): string {
  return viewer === TRUTH ? "truth" : viewer === PUBLIC ? "public" : String(viewer);
}

export function parseViewer(text: string | null): number {
  if (text === "public") return PUBLIC;
  return text && /^\d{1,3}$/.test(text) ? Number(text) : TRUTH;
}

/** Hears how much of a film is made, in percent. */
export type Tell = (percent: number) => void;

export async function fetchFilm(id: string, file: File | null, viewer: number, tell: Tell = () => {}): Promise<Film> {
  if (file && file.size > FILE_BYTES) throw new Problem("record_too_long", t("replay.tooLong"));
  const name = newName();
  const query = `viewer=${spellViewer(viewer)}&name=${name}`;
  const stop = follow(name, tell);
  const asked = file ? sendFile(file, query) : request(`/api/matches/${encodeURIComponent(id)}/frames?${query}`);
  const response = await asked.finally(stop);
  const film = decodeFilm(await response.arrayBuffer());
  if (!film) throw new Problem("reload", t("net.reload"));
  return film;
}

function sendFile(file: File, query: string): Promise<Response> {
  const headers = { "Content-Type": "application/octet-stream" };
  return request(`/api/replays/file?${query}`, { method: "POST", headers, body: file });
}

/** By which one asks how far one's film is. */
function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Most films are there before the first question. */
function follow(name: string, tell: Tell): () => void {
  const ask = async () => {
    const { percent } = (await (await request(`/api/films/${name}`)).json()) as { percent: number };
    if (percent > 0) tell(percent);
  };
  const timer = setInterval(() => void ask().catch(() => null), ASK_EVERY_MS);
  return () => clearInterval(timer);
}
