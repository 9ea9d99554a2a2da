import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { smsOptOuts, suppressions } from "../db/schema/messages.ts";
import { hostUnsubscribes } from "../db/schema/sending.ts";
import { onEachShard } from "../platform/shards/on-shard.ts";

/** Why an address gets no invitations, reminders and broadcasts of a host. */
export type SuppressionReason = typeof suppressions.$inferSelect.reason;

/**
 * The reason why an address gets nothing from a host, or null: it is suppressed for all hosts, or its owner
 * unsubscribed from this one. Two look-ups by key instead of joins, which would name columns that are there twice.
 * @param emailKey the column of the address
 * @param hostId the column of the event's host
 */
export function suppressionFor(emailKey: SQL, hostId: SQL): SQL<SuppressionReason | null> {
  return sql<SuppressionReason | null>`coalesce(
    (select ${suppressions.reason} from ${suppressions} where ${suppressions.emailKey} = ${emailKey}),
    (select 'unsubscribed' from ${hostUnsubscribes}
      where ${hostUnsubscribes.emailKey} = ${emailKey} and ${hostUnsubscribes.hostId} = ${hostId}))`;
}

/**
 * Condition: a number has opted out of text messages from a sending number.
 * @param phone the column of the number
 * @param sender E.164; null: from any
 */
export function hasOptedOut(phone: SQL, sender: string | null): SQL<boolean> {
  const { phone: number, sender: from } = smsOptOuts;
  // IN over the key looks it up and reads no row; as a condition, so that nothing searches for a null.
  return sender === null
    ? sql`(case when ${phone} in (select ${number} from ${smsOptOuts}) then 1 else 0 end)`
    : sql`(case when (${phone}, ${sender}) in (select ${number}, ${from} from ${smsOptOuts}) then 1 else 0 end)`;
}

/** Whether a number wants no text messages, from any sender: a row if so. */
export function findOptOut(db: Database, phone: string) {
  return db.select({ phone: smsOptOuts.phone }).from(smsOptOuts).where(eq(smsOptOuts.phone, phone)).limit(1);
}

/** Ends text messages from a sender to a number. The first time stays. */
export function insertOptOut(db: Database, row: typeof smsOptOuts.$inferInsert) {
  return db.insert(smsOptOuts).values(row).onConflictDoNothing();
}

/** Takes that back. */
export function deleteOptOut(db: Database, { phone, sender }: { phone: string; sender: string }) {
  return db.delete(smsOptOuts).where(and(eq(smsOptOuts.phone, phone), eq(smsOptOuts.sender, sender)));
}

/** Stores on every shard that numbers want no text messages from the sending number any more, as a STOP does. */
export async function storeOptOuts(ctx: RequestContext, phones: readonly string[]): Promise<void> {
  const sender = ctx.config.TWILIO_FROM;
  if (sender === undefined || phones.length === 0) return;
  await Promise.all(
    onEachShard(ctx).map(({ db, clock }) =>
      Promise.all(phones.map((phone) => insertOptOut(db, { phone, sender, createdAt: clock.now() }))),
    ),
  );
}
