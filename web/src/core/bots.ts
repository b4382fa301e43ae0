/** Bots in words: every seat that one plays says so. */

import { t } from "./texts";

/** `bot`, or of one that somebody brought `bot by Ann`. */
export function botWord(author: string | undefined): string {
  return author ? t("core.botBy", { author }) : t("core.bot");
}

/** A name in a list, and whether it is a bot's. */
export function nameWithBadge(name: string, bot: string | undefined, author: string | undefined): string {
  return bot ? `${name} (${botWord(author)})` : name;
}
