import { or, type SQL, sql } from "drizzle-orm";
import { events } from "../db/schema/events.ts";
import { deliveries } from "../db/schema/messages.ts";
import { DAY_MS } from "../kernel/clock.ts";
import { REJECTED_GLOB } from "../kernel/delivery-outcome.ts";

/** The reports that count against a host. */
export type Harm = "bounced" | "complained";

/**
 * Condition: no other email of the host to the address has bounced (or has been complained about) in the last 24 hours. A
 * guest with a link causes many emails, and a pause is about lists of addresses and not about one recipient.
 * @param id of the delivery that is counted
 * @param hashes of the address, see `recipientHashes`
 */
export function isFirstOfAddress(
  harm: Harm,
  { id, eventId }: { id: string; eventId: string },
  hashes: readonly string[],
  now: number,
): SQL {
  // Compared one by one: a list would be a separate table, whose rows are read.
  const isTo = or(...hashes.map((hash) => sql`other.recipient_hash = ${hash}`));
  const isRejected = sql`(other.status = 'failed' and other.reason glob ${REJECTED_GLOB})`;
  const isHarm = harm === "complained" ? sql`other.complained = 1` : sql`(other.status = 'bounced' or ${isRejected})`;
  return sql`not exists (select 1 from ${deliveries} other
    join ${events} own on own.id = other.event_id
      and own.host_id = (select ${events.hostId} from ${events} where ${events.id} = ${eventId})
    where ${isTo} and other.created_at > ${now - DAY_MS} and other.id <> ${id} and ${isHarm})`;
}
