import type { Texts } from "../../i18n/texts.ts";

/** The host's name within a sentence. Accounts that were taken back by a reset of the password have none. */
export function hostIn(texts: Texts, hostName: string): string {
  return hostName === "" ? texts.format("common.your-host") : hostName;
}

/** The host's name at the beginning of a sentence, or without one. */
export function hostAtStart(texts: Texts, hostName: string): string {
  return hostName === "" ? texts.format("common.your-host-start") : hostName;
}
