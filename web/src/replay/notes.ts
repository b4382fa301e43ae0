/**
 * What bots noted while they played: texts, and cells with a word. They are kept by entry, beside the
 * record, and a note belongs to the decision that led to the next entry.
 */

import { inkOn } from "../core/colours";
import { FONT } from "../core/fonts";
import { outline } from "../board/marks";
import type { EffectPaint } from "../board/screen";
import type { Anything } from "../core/view";
import { request } from "../net/api";
import { frameAt, type Film } from "./film";

export interface BotNote {
  seat: number;
  now: number;
  /** How many entries there were before it. */
  entry: number;
  text: string;
  /** As X, Y. */
  cells?: [number, number][];
}

const LABEL_CHARACTERS = 24;

/** JSON Lines; what is not a note is left out. */
export function parseNotes(text: string): BotNote[] {
  return text.split("\n").flatMap((line) => {
    try {
      const note = JSON.parse(line) as BotNote;
      const isNote = typeof note.text === "string" && Number.isInteger(note.seat) && Number.isInteger(note.entry);
      return isNote ? [note] : [];
    } catch {
      return [];
    }
  });
}

/** Of a match on the server, or of a file that was dropped with its record; none is no problem. */
export async function fetchNotes(id: string, file: File | null): Promise<BotNote[]> {
  if (!id) return file ? parseNotes(await file.text()) : [];
  const response = await request(`/api/matches/${encodeURIComponent(id)}/notes`);
  return parseNotes(await response.text());
}

/** How many entries are shown at a moment; a film that does not say shows all. */
export function entriesAt(film: Film, at: number): number {
  return film.entries?.[frameAt(film, at)] ?? Infinity;
}

/** When the entry is shown that the note led to. */
export function momentOf(film: Film, note: BotNote): number {
  const frame = (film.entries ?? []).findIndex((entries) => entries > note.entry);
  return frame < 0 ? film.lasts : film.times[frame];
}

/** Notes on decisions whose entries are shown, the latest first. */
export function notesUpTo(notes: readonly BotNote[], entries: number, most: number): BotNote[] {
  return notes.filter((note) => note.entry < entries).slice(-most).reverse();
}

/** The notes on each seat's last decision. */
export function latestNotes(notes: readonly BotNote[], entries: number): BotNote[] {
  const last = new Map<number, number>();
  for (const { seat, entry } of notes) if (entry < entries) last.set(seat, Math.max(entry, last.get(seat) ?? -1));
  return notes.filter((note) => last.get(note.seat) === note.entry);
}

/** Cells that bots marked, framed in their colours, with the word beside the first. */
export function drawNotes({ ctx, box, session, look }: EffectPaint<Anything>, notes: readonly BotNote[]): void {
  const scale = globalThis.devicePixelRatio || 1;
  ctx.save();
  ctx.lineJoin = "round";
  for (const { seat, cells = [], text } of notes) {
    const boxes = cells.map(([x, y]) => session.cellAt(x, y)).filter((cell) => cell >= 0).map(box);
    for (const each of boxes) {
      outline(ctx, session.topology, each, 2 * scale);
      ctx.lineWidth = 6 * scale;
      ctx.strokeStyle = "#14181d";
      ctx.stroke();
      ctx.lineWidth = 3 * scale;
      ctx.strokeStyle = "#ffffff";
      ctx.stroke();
      ctx.setLineDash([5 * scale, 4 * scale]);
      ctx.strokeStyle = look.colour(seat);
      ctx.stroke();
      ctx.setLineDash([]);
    }
    if (boxes.length && text) label(ctx, boxes[0], text.slice(0, LABEL_CHARACTERS), look.colour(seat), scale);
  }
  ctx.restore();
}

function label(ctx: CanvasRenderingContext2D, at: { x: number; y: number; size: number }, text: string, colour: string, scale: number): void {
  ctx.font = `600 ${Math.round(12 * scale)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const [width, height] = [ctx.measureText(text).width + 12 * scale, 18 * scale];
  const half = width / 2;
  const x = Math.min(Math.max(at.x + at.size / 2, half), ctx.canvas.width - half);
  const y = at.y - height < 0 ? at.y + at.size + height / 2 : at.y - height / 2;
  ctx.beginPath();
  ctx.roundRect(x - half, y - height / 2, width, height, height / 2);
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.lineWidth = 1.5 * scale;
  ctx.strokeStyle = "#14181d";
  ctx.stroke();
  ctx.fillStyle = inkOn(colour, "#14181d", "#ffffff");
  ctx.fillText(text, x, y);
}
