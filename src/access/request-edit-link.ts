import { sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { RequestFacts } from "../http/request-facts.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { emailKey, maskEmail } from "../kernel/email-address.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { commit } from "../platform/commit/commit.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import { insertSecret } from "../platform/secrets/queries.ts";
import { issueSecret } from "../platform/secrets/secrets.ts";
import { findLastAccess } from "../risk/access-log.ts";
import { openInvitation } from "../risk/open-invitation.ts";
import { countAsked, fitsAsked, requireAsked, requireAskedAddress } from "../sending/asked.ts";

const ASK_HOST = { hint: "ask_host" };

/**
 * Emails a link to the guest's address on file that allows edits from any device for 30 minutes.
 * @returns the address, masked
 * @throws AppError 409 `no_email_on_file`, 409 `email_unavailable` if nothing may be sent to this address, 429 over a
 * limit, 404 for a revoked link or a deleted event
 */
export async function requestEditLink(
  ctx: RequestContext,
  link: GuestLink,
  facts: RequestFacts,
): Promise<{ sentTo: string }> {
  const { guest, event, token } = await openInvitation(ctx, link, { isShown: false });
  if (guest.email === null) throw new AppError("no_email_on_file", ASK_HOST);
  if (!guest.isMailable) throw new AppError("email_unavailable", ASK_HOST);
  const { db, clock } = ctx;
  const now = clock.now();
  const ofLink = { eventId: event.id, guestId: guest.id, tokenId: token.id };
  const [[access]] = await Promise.all([
    findLastAccess(db, ofLink, facts),
    requireAskedAddress(ctx, emailKey(guest.email)),
  ]);
  const { id, row } = await issueSecret(ctx, "edit_nonce", { owner: token.id });
  const message = { event_id: event.id, guest_id: guest.id, token_id: token.id, nonce_id: id };
  const requestedBy = access === undefined ? {} : { access_log_id: access.id };
  await commit(ctx, {
    by: "service",
    guard: [fitsAsked(sql`${event.hostId}`, "asked", now)],
    changes: { stored: insertSecret(db, row), counted: countAsked(db, event.hostId, "asked", now) },
    messages: [busMessage(ctx, "edit_link.send", { ...message, ...requestedBy })],
    at: now,
    lost: async () => {
      await requireAsked(ctx, event.hostId);
      return notFound();
    },
  });
  return { sentTo: maskEmail(guest.email) };
}
