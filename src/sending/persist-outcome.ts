import { eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database, Statement } from "../db/client.ts";
import { guests } from "../db/schema/guests.ts";
import { deliveries } from "../db/schema/messages.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import { log } from "../kernel/log.ts";
import type { SkipReason } from "../platform/mail/draft.ts";
import { isClaimable, type NewDelivery, setDelivery } from "./delivery-queries.ts";

/** An older claim belongs to a Worker that crashed: the timeouts of every mail backend are shorter. */
export const CLAIM_TTL_MS = 2 * MINUTE_MS;

/** Stores that an email is not sent, and why, for the host too. */
export async function skipMail(ctx: RequestContext, row: NewDelivery, reason: SkipReason): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  log("info", "mail_skipped", { kind: row.kind, dedupe_key: row.dedupeKey, reason });
  const stored = { status: "suppressed", reason, at: now } as const;
  await db.batch([skipDelivery(db, row, reason, now, now - CLAIM_TTL_MS), ...showDelivery(db, row, stored)]);
}

/** Returns the statement that stores the delivery status of an invitation; none for another email. */
export function showDelivery(
  db: RequestContext["db"],
  { kind, eventId, guestId }: Pick<NewDelivery, "kind" | "eventId" | "guestId">,
  stored: Parameters<typeof setDelivery>[2],
): Statement[] {
  if (kind !== "invitation" || eventId == null || guestId == null) return [];
  return [setDelivery(db, { eventId, guestId }, stored, eq(guests.deliveryStatus, "queued"))];
}

/** Stores an email that is not sent. Changes nothing if the email was sent or is claimed now. */
function skipDelivery(db: Database, row: NewDelivery, reason: string, now: number, expiredBefore: number) {
  return db
    .insert(deliveries)
    .values({ channel: "email", ...row, status: "suppressed", reason, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: deliveries.dedupeKey,
      set: { status: "suppressed", reason, claimedAt: null, updatedAt: now },
      setWhere: isClaimable(expiredBefore),
    });
}
