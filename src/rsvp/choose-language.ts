import { and, eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import type { RequestFacts } from "../http/request-facts.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { openInvitation } from "../risk/open-invitation.ts";
import { claimOf, isOwnDevice } from "./own-device.ts";

/**
 * Stores the language that a guest chose on the page with the RSVP, for later emails. Stores nothing without an RSVP, or
 * from a device that may not change it: the first RSVP stores the choice on its page.
 * @throws AppError 404 for a revoked link or a deleted event, 429
 */
export async function chooseLanguage(
  ctx: RequestContext,
  link: GuestLink,
  { locale, facts }: { locale: string; facts: RequestFacts },
): Promise<void> {
  const invitation = await openInvitation(ctx, link, { isShown: false });
  const { rsvp } = invitation;
  if (rsvp === null || rsvp.locale === locale || !isOwnDevice(rsvp, claimOf(facts, invitation))) return;
  const { eventId, guestId } = rsvp;
  await ctx.db
    .update(rsvps)
    .set({ locale })
    .where(and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId)));
}
