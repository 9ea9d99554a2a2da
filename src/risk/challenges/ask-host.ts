import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import type { GuestLink } from "../../invitations/guest-link.ts";
import { AppError } from "../../kernel/errors.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { type AskingBrowser, markAsked, mayAskHost } from "../asked-queries.ts";
import { challengeOffer } from "../challenge-offer.ts";
import { challengedGuest, openInvitation } from "../open-invitation.ts";
import { guestWarning } from "../risk-alert.ts";

/**
 * Asks the host to confirm that this browser is the guest's, for a guest whom no code reaches by email. The host confirms with the verdict
 * `legitimate` on the access. A link asks once in 24 hours: another request changes nothing. Two round trips.
 * @throws AppError 409 `code_available`, 404 for a revoked link or a deleted event, 429
 */
export async function askHost(ctx: RequestContext, link: GuestLink, facts: RequestFacts): Promise<void> {
  const invitation = await openInvitation(ctx, link, { isShown: false });
  const challenge = await challengeOffer(ctx, challengedGuest(invitation));
  // A text may not arrive: its budget is spent, or the guest replied STOP. An email does.
  if (challenge?.channels.includes("email")) throw new AppError("code_available", { challenge });
  const { db, clock } = ctx;
  const { event, guest, token, device } = invitation;
  const now = clock.now();
  const { ipAddress, userAgent } = facts;
  const ids = { eventId: event.id, guestId: guest.id };
  const browser: AskingBrowser = { ...ids, tokenId: token.id, device: device.hash, ipAddress, userAgent };
  const guard = mayAskHost(browser, now);
  // The rows of the outbox have the same condition, so they come before the mark.
  const alert = enqueue(ctx, [await guestWarning({ ...ids, about: "asked", at: now })], guard);
  await runBatch(db, { outbox: alert.statements, asked: markAsked(db, browser, now, guard) });
  alert.publishAfterResponse();
}
