import { and, eq, gte, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../db/client.ts";
import { guests } from "../db/schema/guests.ts";
import { deadLetters, deliveries } from "../db/schema/messages.ts";
import type { GuestKey } from "../db/schema/rsvps.ts";
import type { UnsentReason } from "../kernel/unsent-reasons.ts";

export type NewDelivery = Pick<
  typeof deliveries.$inferInsert,
  "id" | "dedupeKey" | "kind" | "purpose" | "eventId" | "guestId" | "userId" | "recipientHash"
> & {
  /** Default: email. */
  channel?: typeof deliveries.$inferInsert.channel;
};

/** The status of a delivery. */
export function findDelivery(db: Database, dedupeKey: string) {
  return db
    .select({ status: deliveries.status, claimedAt: deliveries.claimedAt })
    .from(deliveries)
    .where(eq(deliveries.dedupeKey, dedupeKey))
    .limit(1);
}

/** Stores the outcome of an attempt: a final status, or `pending` until the next attempt. */
export function updateDelivery(
  db: Database,
  id: string,
  result: { status: "sent" | "failed" | "pending"; reason: string | null; providerMessageId: string | null },
  now: number,
) {
  return db
    .update(deliveries)
    .set({ ...result, claimedAt: null, updatedAt: now })
    .where(and(eq(deliveries.id, id), eq(deliveries.status, "pending")));
}

/** Fails the pending deliveries of a message. The last answer of a server stays as the reason. */
export function failOpenDeliveries(db: Database, messageId: string, reason: UnsentReason, now: number) {
  return db
    .update(deliveries)
    .set({ status: "failed", reason: sql`coalesce(${deliveries.reason}, ${reason})`, claimedAt: null, updatedAt: now })
    .where(
      and(
        // Every key of a message is `id:recipient`, and `;` is the character after `:`: a range of the unique index.
        gte(deliveries.dedupeKey, `${messageId}:`),
        lt(deliveries.dedupeKey, `${messageId};`),
        eq(deliveries.status, "pending"),
      ),
    );
}

/** Stores the failure of an email that no attempt has claimed. */
export function insertFailedDelivery(db: Database, row: NewDelivery, reason: UnsentReason, now: number) {
  return db
    .insert(deliveries)
    .values({ channel: "email", ...row, status: "failed", reason, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: deliveries.dedupeKey });
}

/**
 * Stores a message that is not retried any more.
 * @param about the guest of the message; if the guest was erased, the body is left out
 */
export function insertDeadLetter(
  db: Database,
  row: typeof deadLetters.$inferInsert & { body: string },
  about: GuestKey | null,
) {
  const guest = and(eq(guests.eventId, about?.eventId ?? ""), eq(guests.id, about?.guestId ?? ""));
  const isErased = about === null ? sql`false` : notExists(db.select({ id: guests.id }).from(guests).where(guest));
  const body = sql`iif(${isErased}, '{}', ${row.body})`;
  return db
    .insert(deadLetters)
    .values({ ...row, body })
    .onConflictDoNothing();
}

/** Condition: no attempt has claimed the pending email, or the claim has expired. */
export function isClaimable(expiredBefore: number): SQL {
  return sql`${deliveries.status} = 'pending' and coalesce(${deliveries.claimedAt}, 0) < ${expiredBefore}`;
}

/**
 * Stores the delivery status of a guest's last invitation, for the host.
 * @param isReplaceable condition on the previous status, because reports arrive late and in any order
 */
export function setDelivery(
  db: Database,
  guest: GuestKey,
  result: { status: DeliveryStatus; reason: string | null; at: number },
  isReplaceable: SQL | undefined,
) {
  const { status, reason, at } = result;
  return db
    .update(guests)
    .set({ deliveryStatus: status, deliveryReason: reason, deliveryAt: at })
    .where(and(eq(guests.eventId, guest.eventId), eq(guests.id, guest.guestId), isReplaceable));
}

const WAITING = ["pending", "queued", "sent"] as const;

/** The statuses that each report may replace: a late `delivered` does not undo a bounce. */
const REPLACEABLE_BY = {
  delivered: WAITING,
  failed: WAITING,
  bounced: [...WAITING, "delivered"],
  complained: [...WAITING, "delivered", "bounced"],
} as const;

/** A status that a provider reports after it has accepted a message. */
export type ReportedStatus = keyof typeof REPLACEABLE_BY;

/** Condition: a report may replace the status of a delivery, or the one that a guest's invitation shows. */
export function isReplaceableBy(status: SQLiteColumn, reported: ReportedStatus): SQL {
  // Compared one by one: a list would be a separate table, whose rows are read.
  return sql`${or(...REPLACEABLE_BY[reported].map((before) => eq(status, before)))}`;
}

/** The delivery status of a guest's last invitation. The column is null if there was none. */
type DeliveryStatus = NonNullable<typeof guests.$inferSelect.deliveryStatus>;
