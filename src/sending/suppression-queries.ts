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

/** Condition: an address is suppressed for a reason by all hosts. Finds a whole key, and reads no row. */
function isSuppressed(reason: SuppressionReason, emailKey: SQL): SQL {
  const { emailKey: key, reason: why } = suppressions;
  return sql`(${emailKey}, ${literal(reason)}) in (select ${key}, ${why} from ${suppressions})`;
}

/** SQL for the suppressions of an address by one host, the reasons in the order of the alphabet. */
function byHost(value: SQL, honours: readonly SuppressionReason[], emailKey: SQL, hostId: SQL): SQL {
  const { emailKey: key, hostId: host, reason } = hostUnsubscribes;
  const known = reason.enumValues.filter((one) => honours.includes(one));
  // Without a condition for all of them, which would search once for each.
  const isHonoured =
    known.length === reason.enumValues.length ? sql`` : sql`and ${reason} = ${literal(known[0] ?? "")}`;
  return sql`select ${value} from ${hostUnsubscribes}
    where ${key} = ${emailKey} and ${host} = ${hostId} ${isHonoured}`;
}

function literal(reason: string): SQL {
  return sql.raw(`'${reason}'`);
}

/**
 * The suppression that keeps a purpose from an address, or null.
 * @param emailKey the column of the address
 * @param hostId the column of the event's host
 */
export function suppressionFor(purpose: Purpose, emailKey: SQL, hostId: SQL): SQL<SuppressionReason | null> {
  const { honours } = PURPOSES[purpose];
  const cases = honours.map((reason) => sql`when ${isSuppressed(reason, emailKey)} then ${literal(reason)}`);
  const ofHost = byHost(sql`${hostUnsubscribes.reason}`, honours, emailKey, hostId);
  return sql<SuppressionReason | null>`(case ${sql.join(cases, sql` `)} else (${ofHost} limit 1) end)`;
}

/** All suppressions of an address, of all hosts and of one, for `stopReason`. */
export function suppressionsOf(emailKey: SQL, hostId: SQL): SQL<SuppressionReason[]> {
  const { honours } = PURPOSES.host;
  const byAll = honours.map((reason) => sql`iif(${isSuppressed(reason, emailKey)}, ${literal(`${reason} `)}, '')`);
  const ofHost = byHost(sql`coalesce(group_concat(${hostUnsubscribes.reason}, ' '), '')`, honours, emailKey, hostId);
  return sql`(${sql.join([...byAll, sql`(${ofHost})`], sql` || `)})`.mapWith(
    (list: string) => list.split(" ").filter(Boolean) as SuppressionReason[],
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
