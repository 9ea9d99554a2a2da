import type { RequestContext } from "../../context.ts";
import { negotiate } from "../../i18n/negotiate.ts";
import type { Texts } from "../../i18n/texts.ts";

/** Returns the texts for a guest: in the guest's own language, else the event's. Tags are BCP 47. */
export function recipientTexts(
  { catalogues }: Pick<RequestContext, "catalogues">,
  { guest, event }: { guest: string | null; event: string },
): Promise<Texts> {
  return catalogues.load(negotiate({ guest, event }));
}
