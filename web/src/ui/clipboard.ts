/** Copying words. A page without https has no clipboard: then they are shown, to be read or typed. */

import { t } from "../core/texts";
import { toast } from "./toasts.svelte";

export async function copy(text: string, said = t("core.copied")): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(said, "good");
  } catch {
    toast(text);
  }
}
