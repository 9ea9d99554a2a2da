import type { RequestContext } from "../../context.ts";
import { negotiate } from "../../i18n/negotiate.ts";
import type { HostTexts } from "../../i18n/texts.ts";

/**
 * The texts in which a host or a co-host is written to.
 * @param locale the account's; the event's for an address without an account. BCP 47
 * @throws Error while the language cannot be read: the mail is tried again
 */
export function hostTexts({ catalogues }: Pick<RequestContext, "catalogues">, locale: string): Promise<HostTexts> {
  return catalogues.loadForHosts(negotiate({ chosen: locale }));
}
