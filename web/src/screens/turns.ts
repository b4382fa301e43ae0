/** Telling people that it is their turn: a sound, and a notification if they are elsewhere. */

import { settings } from "../core/settings.svelte";
import { t } from "../core/texts";
import { play } from "../ui/sounds";

export function announceTurn(title: string): void {
  play("turn");
  if (!document.hidden || !settings.notify || typeof Notification === "undefined") return;
  if (Notification.permission === "granted") notify(title);
}

function notify(title: string): void {
  try {
    const note = new Notification(title, { body: t("game.yourTurn"), tag: "turn" });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // phones have the name and no such thing: there the sound and the title must do
  }
}

/** Ask the browser for leave to notify; false if it does not give it. */
export async function mayNotify(): Promise<boolean> {
  if (typeof Notification === "undefined") return false;
  return (await Notification.requestPermission()) === "granted";
}
