/** Where films come from: a finished match on the server, or a record file that was dropped. */

import { t } from "../core/texts";
import { Problem } from "../net/api";
import { decodeFilm, PUBLIC, TRUTH, type Film } from "./film";

export const FILE_BYTES = 2 * 1024 * 1024;

/** A viewer as addresses spell it, and back. */
export function spellViewer(viewer: number): string {
  return viewer === TRUTH ? "truth" : viewer === PUBLIC ? "public" : String(viewer);
}

export function parseViewer(text: string | null): number {
  if (text === "public") return PUBLIC;
  return text && /^\d{1,3}$/.test(text) ? Number(text) : TRUTH;
}

export async function fetchFilm(id: string, file: File | null, viewer: number): Promise<Film> {
  if (file && file.size > FILE_BYTES) throw new Problem("record_too_long", t("replay.tooLong"));
  const eyes = `viewer=${spellViewer(viewer)}`;
  const response = await (file ? sendFile(file, eyes) : fetch(`/api/matches/${encodeURIComponent(id)}/frames?${eyes}`)).catch(() => {
    throw new Problem("unreachable", t("net.unreachable"));
  });
  if (!response.ok) throw await problemOf(response);
  const film = decodeFilm(await response.arrayBuffer());
  if (!film) throw new Problem("reload", t("net.reload"));
  return film;
}

function sendFile(file: File, eyes: string): Promise<Response> {
  const headers = { "Content-Type": "application/octet-stream" };
  return fetch(`/api/replays/file?${eyes}`, { method: "POST", headers, body: file });
}

async function problemOf(response: Response): Promise<Problem> {
  const said = (await response.json().catch(() => ({}))) as { code?: string; text?: string };
  return new Problem(said.code ?? "broken", said.text ?? t("net.broken"));
}
