/** The record file that is being looked at; it lives as long as the page. */

import { go } from "../core/router.svelte";

let dropped = $state.raw<File | null>(null);

export const files = {
  get dropped(): File | null { return dropped; },
};

export function openDropped(file: File | undefined): void {
  if (!file) return;
  dropped = file;
  go("/replay");
}

export function forgetDropped(): void {
  dropped = null;
}
