import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { users } from "../db/schema/accounts.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { smsOptOuts, suppressions } from "../db/schema/messages.ts";
import { hostUnsubscribes } from "../db/schema/sending.ts";
import { PURPOSES, type Purpose, type SuppressionReason } from "../platform/mail/purposes.ts";
import { onEachShard } from "../platform/shards/on-shard.ts";

/** Condition: an address is suppressed for a reason, by all hosts or by this one. Finds whole keys, and reads no row. */
function isSuppressed(reason: SuppressionReason, emailKey: SQL, hostId: SQL): SQL {
  const why = sql.raw(`'${reason}'`);
  const byAll = sql`(${emailKey}, ${why}) in (select ${suppressions.emailKey}, ${suppressions.reason} from ${suppressions})`;
  if (reason === "bounced") return byAll;
  return sql`(${byAll} or (${emailKey}, ${hostId}, ${why}) in (select ${hostUnsubscribes.emailKey},
    ${hostUnsubscribes.hostId}, ${hostUnsubscribes.reason} from ${hostUnsubscribes}))`;
}

/**
 * The suppression that keeps a purpose from an address, or null.
 * @param emailKey the column of the address
 * @param hostId the column of the event's host
 */
export function suppressionFor(purpose: Purpose, emailKey: SQL, hostId: SQL): SQL<SuppressionReason | null> {
  const cases = PURPOSES[purpose].honours.map(
    (reason) => sql`when ${isSuppressed(reason, emailKey, hostId)} then ${sql.raw(`'${reason}'`)}`,
  );
  return sql<SuppressionReason | null>`(case ${sql.join(cases, sql` `)} end)`;
}

/** All suppressions of an address, of all hosts and of one, for `stopReason`. */
export function suppressionsOf(emailKey: SQL, hostId: SQL): SQL<SuppressionReason[]> {
  const { honours } = PURPOSES.host;
  const reasons = honours.map(
    (reason) => sql`case when ${isSuppressed(reason, emailKey, hostId)} then ${sql.raw(`'${reason}'`)} end`,
  );
  return sql`json_array(${sql.join(reasons, sql`, `)})`.mapWith((list: string) =>
    (JSON.parse(list) as (SuppressionReason | null)[]).filter((reason) => reason !== null),
  );
}

/**
 * Condition on a row of `guests` joined with `events`: the guest's own requests can be emailed. Nothing keeps the purpose
 * `asked` from the address, and the host's address is verified, as it was if an invitation has arrived. Counters are not
 * part of it: they end.
 */
export function canBeAsked(): SQL {
  const suppression = suppressionFor("asked", sql`${guests.emailKey}`, sql`${events.hostId}`);
  const isVerified = sql`(select ${users.emailVerified} from ${users} where ${users.id} = ${events.hostId})`;
  return sql`(case when ${guests.email} is null or ${suppression} is not null then 0
    when ${guests.deliveryStatus} = 'sent' or ${guests.deliveryStatus} = 'delivered' then 1 else ${isVerified} end)`;
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
