import { and, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { guests } from "../db/schema/guests.ts";
import { deliveries } from "../db/schema/messages.ts";

/**
 * The email to an address, other than a broadcast, that a report is about: the one with the provider's ID.
 * @param hashes of the address, under each key that may have been current when the email was sent
 * @param report.mayGuess whether the newest email to the address is returned if none has the provider's ID
 */
export function findReportedDelivery(
  db: Database,
  hashes: readonly string[],
  report: { providerMessageId: string | null; since: number; mayGuess: boolean },
) {
  const matchesId = sql<number>`coalesce(${deliveries.providerMessageId} = ${report.providerMessageId}, 0)`;
  return db
    .select({
      id: deliveries.id,
      kind: deliveries.kind,
      eventId: deliveries.eventId,
      guestId: deliveries.guestId,
      guestName: guests.name,
      matchesId: matchesId.as("matches_id"),
      at: deliveries.updatedAt,
    })
    .from(deliveries)
    .leftJoin(guests, and(eq(guests.eventId, deliveries.eventId), eq(guests.id, deliveries.guestId)))
    .where(
      and(
        inArray(deliveries.recipientHash, hashes),
        gte(deliveries.createdAt, report.since),
        sql`${deliveries.attempts} > 0`,
        report.mayGuess ? undefined : sql`${matchesId} = 1`,
      ),
    )
    .orderBy(desc(matchesId), desc(deliveries.createdAt))
    .limit(1);
}

/** The statuses that each report may replace: a late `delivered` does not undo a bounce. */
const REPORTABLE_FROM = {
  delivered: sql`('pending', 'sent')`,
  bounced: sql`('pending', 'sent', 'delivered')`,
  complained: sql`('pending', 'sent', 'delivered', 'bounced')`,
};

/** The condition that `reportDelivery` changes the delivery, for a statement before it. */
export function isReportable(id: string, status: keyof typeof REPORTABLE_FROM): SQL {
  return sql`exists (select 1 from ${deliveries} where ${deliveries.id} = ${id}
    and ${deliveries.status} in ${REPORTABLE_FROM[status]})`;
}

/** Applies a provider's report, unless a later status is stored already. */
export function reportDelivery(
  db: Database,
  id: string,
  report: { status: keyof typeof REPORTABLE_FROM; bounceType: string | null },
  now: number,
) {
  const { status, bounceType } = report;
  return db
    .update(deliveries)
    .set({
      status,
      claimedAt: null,
      updatedAt: now,
      ...(bounceType === null ? {} : { bounceType }),
      ...(status === "complained" ? { complained: true } : {}),
    })
    .where(and(eq(deliveries.id, id), sql`${deliveries.status} in ${REPORTABLE_FROM[status]}`));
}
