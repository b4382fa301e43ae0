/** Telling people that it is their turn: a sound, and a notification if they are elsewhere. */

import { settings } from "../core/settings.svelte";
import { t } from "../core/texts";
import { play } from "../ui/sounds";

export function announceTurn(title: string): void {
  play("turn");
  if (!document.hidden || !settings.notify || typeof Notification === "undefined") return;
  if (Notification.permission === "granted") new Notification(title, { body: t("game.yourTurn"), tag: "turn" });
}

/** Keys belong to a field while somebody writes in it. */
export function isTyping(event: KeyboardEvent): boolean {
  const element = event.target as HTMLElement;
  return element.closest("dialog[open]") !== null || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}
