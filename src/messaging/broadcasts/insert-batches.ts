import { sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { Database } from "../../db/client.ts";
import { insertFrom } from "../../db/inserts.ts";
import { events } from "../../db/schema/events.ts";
import { messageBatches, messageDeliveries } from "../../db/schema/messages.ts";
import { budgetOf, countRecipients, fitsBudget } from "../../sending/budgets.ts";
import { batchColumns } from "./delivery-queries.ts";
import { type DueMessage, isClaimable } from "./due-messages.ts";

/**
 * Recipients per queue message. A crash loses none of them. A smaller number makes more database calls (two per batch).
 * With a larger one, a batch may exceed the time of a queue consumer.
 */
export const BATCH_SIZE = 100;

/** Ids are hexadecimal. */
const AFTER_EVERY_ID = "~";

/** Splits the deliveries that were just inserted into batches of `BATCH_SIZE`, by guest ID. */
export function insertBatches(db: Database, due: DueMessage, now: number) {
  const { eventId, id } = due;
  const deliveries = sql`from ${messageDeliveries}
    where ${messageDeliveries.eventId} = ${eventId} and ${messageDeliveries.messageId} = ${id}`;
  const { guestId } = messageDeliveries;
  const firsts = sql`with recursive firsts (number, guest) as (
      select 0, (select min(${guestId}) ${deliveries}) where ${isClaimable(db, due, now)}
      union all
      select number + 1, (select ${guestId} ${deliveries} and ${guestId} > guest order by ${guestId} limit 1 offset ${BATCH_SIZE - 1})
      from firsts where guest is not null
    )
    select * from firsts where guest is not null`;
  const beforeGuest = sql`lead(guest, 1, ${AFTER_EVERY_ID}) over (order by number)`;
  return insertFrom(
    db,
    messageBatches,
    { eventId, messageId: id, number: sql`number`, fromGuest: sql`guest`, beforeGuest },
    sql`from (${firsts})`,
  ).returning(batchColumns);
}

/**
 * Counts the recipients of a message that was just split into batches for its host, and aborts the batch when they
 * exceed the budget. All batches but the last are full, so that not every delivery is counted.
 * @throws a constraint violation when the recipients exceed the budget
 */
export function chargeRecipients(db: Database, due: DueMessage, now: number) {
  const { eventId, id } = due;
  const ofMessage = sql`${messageBatches.eventId} = ${eventId} and ${messageBatches.messageId} = ${id}`;
  const recipients = sql`coalesce((select ${messageBatches.number} * ${BATCH_SIZE} + (
      select count(*) from ${messageDeliveries} where ${messageDeliveries.eventId} = ${eventId}
        and ${messageDeliveries.messageId} = ${id} and ${messageDeliveries.guestId} >= ${messageBatches.fromGuest})
    from ${messageBatches} where ${ofMessage} order by ${messageBatches.number} desc limit 1), 0)`;
  const hostId = sql`(select ${events.hostId} from ${events} where ${events.id} = ${eventId})`;
  const isClaimed = isClaimable(db, due, now);
  return [
    countRecipients(db, hostId, sql`iif(${isClaimed}, ${recipients}, 0)`, now),
    abortUnless(db, sql`(${fitsBudget(hostId, budgetOf(hostId), 0, now)} or not ${isClaimed})`),
  ] as const;
}
