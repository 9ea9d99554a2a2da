import type { RequestContext } from "../../context.ts";
import type { EventRow } from "../../db/schema/events.ts";
import { negotiate } from "../../i18n/negotiate.ts";
import type { Texts } from "../../i18n/texts.ts";

/** Returns the texts for a guest, in the event's form of address: in the guest's own language, else the event's. BCP 47 */
export function recipientTexts(
  { catalogues }: Pick<RequestContext, "catalogues">,
  { guest, event }: { guest: string | null; event: Pick<EventRow, "locale" | "addressForm"> },
): Promise<Texts> {
  return catalogues.load(negotiate({ guest, event: event.locale }), event.addressForm);
}
