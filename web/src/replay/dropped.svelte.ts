/** The record file that is being looked at, and what its bots noted; they live as long as the page. */

import { go } from "../core/router.svelte";

let dropped = $state.raw<File | null>(null);
let notes = $state.raw<File | null>(null);

export const files = {
  get dropped(): File | null { return dropped; },
  get notes(): File | null { return notes; },
};

/** `match.jsonl`, and with it `match.notes.jsonl` if there is one. */
export function openDropped(chosen: FileList | null | undefined): void {
  const all = [...(chosen ?? [])];
  const record = all.find((file) => !isNotes(file)) ?? all[0];
  if (!record) return;
  dropped = record;
  notes = all.find((file) => file !== record && isNotes(file)) ?? null;
  go("/replay");
}

const isNotes = (file: File) => file.name.endsWith(".notes.jsonl");

export function forgetDropped(): void {
  dropped = notes = null;
}
