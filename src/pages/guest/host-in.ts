import type { Texts } from "../../i18n/texts.ts";

/** The host's name within a sentence. Accounts that were recovered by a password reset have no name. */
export function hostIn(texts: Texts, hostName: string): string {
  return hostName === "" ? texts.format("common.your-host") : hostName;
}

/** The host's name at the beginning of a sentence, or on its own. */
export function hostAtStart(texts: Texts, hostName: string): string {
  return hostName === "" ? texts.format("common.your-host-start") : hostName;
}
