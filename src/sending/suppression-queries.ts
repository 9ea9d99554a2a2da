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

/**
 * The suppression that keeps a purpose from an address, or null: of all hosts, or of this one. Two look-ups by key instead
 * of joins, which would name columns that are there twice. The reasons are in the order of the alphabet, which is the
 * order of `PURPOSES`.
 * @param emailKey the column of the address
 * @param hostId the column of the event's host
 */
export function suppressionFor(purpose: Purpose, emailKey: SQL, hostId: SQL): SQL<SuppressionReason | null> {
  const { honours } = PURPOSES[purpose];
  // Compared one by one: a list would be a separate table, whose rows are read.
  const isHonoured = (column: SQL) =>
    sql.join(
      honours.map((reason) => sql`${column} = ${sql.raw(`'${reason}'`)}`),
      sql` or `,
    );
  return sql<SuppressionReason | null>`coalesce(
    (select min(${suppressions.reason}) from ${suppressions}
      where ${suppressions.emailKey} = ${emailKey} and (${isHonoured(sql`${suppressions.reason}`)})),
    (select min(${hostUnsubscribes.reason}) from ${hostUnsubscribes}
      where ${hostUnsubscribes.emailKey} = ${emailKey} and ${hostUnsubscribes.hostId} = ${hostId}
        and (${isHonoured(sql`${hostUnsubscribes.reason}`)})))`;
}

/**
 * Condition on a row of `guests` joined with `events`: the guest's own requests can be emailed. The host's address is
 * verified, and nothing keeps the purpose `asked` from the address. Counters are not part of it: they end.
 */
export function canBeAsked(): SQL {
  const suppression = suppressionFor("asked", sql`${guests.emailKey}`, sql`${events.hostId}`);
  return sql`(case when ${guests.email} is null then 0 else ${suppression} is null
    and (select ${users.emailVerified} from ${users} where ${users.id} = ${events.hostId}) end)`;
}

/** All suppressions of an address, of all hosts and of one, for `stopReason`. */
export function suppressionsOf(emailKey: SQL, hostId: SQL): SQL<SuppressionReason[]> {
  return sql`(select json_group_array(reason) from (
    select ${suppressions.reason} as reason from ${suppressions} where ${suppressions.emailKey} = ${emailKey}
    union all select ${hostUnsubscribes.reason} from ${hostUnsubscribes}
      where ${hostUnsubscribes.emailKey} = ${emailKey} and ${hostUnsubscribes.hostId} = ${hostId}))`.mapWith(
    (list: string) => JSON.parse(list) as SuppressionReason[],
  );
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
