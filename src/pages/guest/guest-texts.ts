import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import type { Texts } from "../../i18n/texts.ts";
import { linkHolderOf } from "../../invitations/guest-link-guard.ts";
import { textsFor } from "../reader-language.ts";

/** Returns the texts for the reader of a guest's link: in the guest's language as soon as the link was read. */
export function guestTexts(c: Context<AppEnv>): Promise<Texts> {
  return textsFor(c, linkHolderOf(c));
}
