import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { smsOptOuts } from "../db/schema/messages.ts";

/**
 * The condition that a number wants no text messages from a sending number.
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
