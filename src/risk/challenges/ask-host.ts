import type { SQL } from "drizzle-orm";
import { and, desc, eq, gt, or, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { accessLogs } from "../../db/schema/access.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import type { GuestLink } from "../../invitations/guest-link.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { challengedGuest, openInvitation } from "../open-invitation.ts";
import { challengeOffer } from "../refuse.ts";
import { guestWarning } from "../scored-access.ts";
import { isValid } from "./queries.ts";

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

/** A browser that opened a guest's link. */
interface AskingBrowser {
  eventId: string;
  guestId: string;
  tokenId: string;
  /** Hash of its device ID. */
  device: string;
  ipAddress: string;
  userAgent: string;
}

/** The condition that a link is valid and asked its host nothing in 24 hours. */
function mayAskHost({ eventId, guestId, tokenId }: AskingBrowser, now: number): SQL {
  const asked = and(
    eq(accessLogs.eventId, eventId),
    gt(accessLogs.askedAt, now - DAY_MS),
    eq(accessLogs.guestId, guestId),
    eq(accessLogs.tokenId, tokenId),
  );
  return sql`(${isValid(sql`${tokenId}`)} and not exists (select 1 from ${accessLogs} where ${asked}))`;
}

/**
 * Marks the browser's last access as one that asks the host, if `guard` is true. An access without a device gets the
 * device of the request, so that the host's verdict verifies that device.
 */
function markAsked(db: Database, browser: AskingBrowser, now: number, guard: SQL) {
  const { eventId, guestId, tokenId, device, ipAddress, userAgent } = browser;
  const isSameClient = and(eq(accessLogs.ipAddress, ipAddress), eq(accessLogs.userAgent, userAgent));
  const last = db
    .select({ id: accessLogs.id })
    .from(accessLogs)
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        eq(accessLogs.guestId, guestId),
        eq(accessLogs.tokenId, tokenId),
        eq(accessLogs.automated, false),
        or(eq(accessLogs.device, device), isSameClient),
      ),
    )
    .orderBy(desc(sql`${accessLogs.device} is ${device}`), desc(accessLogs.id))
    .limit(1);
  return db
    .update(accessLogs)
    .set({ askedAt: now, device: sql`coalesce(${accessLogs.device}, ${device})` })
    .where(and(eq(accessLogs.eventId, eventId), eq(accessLogs.guestId, guestId), eq(accessLogs.id, last), guard));
}
