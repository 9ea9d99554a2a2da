import { type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { Database } from "../../db/client.ts";
import { events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { messageBatches, messageDeliveries, messageRecipients, messages } from "../../db/schema/messages.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { budgetOf, countRecipients, fitsBudget } from "../sending/queries.ts";
import { batchColumns, claimCondition, type DueMessage, isClaimable } from "./dispatch-queries.ts";

/** Ids are hexadecimal. */
const AFTER_EVERY_ID = "~";

/** Segments that depend on the answer. */
const NEEDS_RSVP: readonly string[] = ["waitlisted", "not_arrived"];

/**
 * Inserts a delivery for each guest in the audience at this moment, with the RSVP where the audience or a reminder's text
 * depends on it. Comes before `claimMessage` in its batch, and writes nothing when the message cannot be claimed. Each
 * audience reads only the tables that it needs: an event has up to 5,000 guests.
 * @param inAudience whether a guest, joined with the RSVP, is in the audience
 */
export function insertRecipients(db: Database, due: DueMessage, inAudience: SQL, now: number) {
  const rest = sql`'pending', null, 0, null, null, null, ${now}`;
  const claimable = isClaimable(db, due, now);
  const rsvpJoin = sql`left join ${rsvps} on ${rsvps.eventId} = ${guests.eventId} and ${rsvps.guestId} = ${guests.id}`;
  const { eventId, id, audience, segment } = due;
  if (segment === "chosen") {
    const { guestId, messageId } = messageRecipients;
    const answer = sql`(select ${rsvps.response} from ${rsvps}
      where ${rsvps.eventId} = ${messageRecipients.eventId} and ${rsvps.guestId} = ${guestId})`;
    return db.insert(messageDeliveries).select(
      sql`select ${eventId}, ${id}, ${guestId}, ${due.slug === null ? null : answer}, ${rest} from ${messageRecipients}
        where ${messageRecipients.eventId} = ${eventId} and ${messageId} = ${id} and ${claimable}`,
    );
  }
  if (due.slug === null && (segment === null ? audience === "everyone" : !NEEDS_RSVP.includes(segment))) {
    return db.insert(messageDeliveries).select(
      sql`select ${eventId}, ${id}, ${guests.id}, null, ${rest} from ${guests}
        where ${guests.eventId} = ${eventId} and ${inAudience} and ${claimable}`,
    );
  }
  if (segment === null && (audience === "attending" || audience === "declined" || audience === "maybe")) {
    return db.insert(messageDeliveries).select(
      sql`select ${eventId}, ${id}, ${rsvps.guestId}, ${rsvps.response}, ${rest} from ${rsvps}
        where ${rsvps.eventId} = ${eventId} and ${rsvps.response} = ${audience} and ${claimable}`,
    );
  }
  return db.insert(messageDeliveries).select(
    sql`select ${eventId}, ${id}, ${guests.id}, ${rsvps.response}, ${rest} from ${guests} ${rsvpJoin}
      where ${guests.eventId} = ${eventId} and ${inAudience} and ${claimable}`,
  );
}

/**
 * As `insertRecipients`, for a notice: guests who were invited and have not declined. They know of the event, and it
 * matters to them. The message leads the join: as a condition of its own it would be read again for each guest. The index
 * has those who declined alone; without its name SQLite prefers the primary key, and reads every answer.
 */
export function insertNoticed(db: Database, due: DueMessage, now: number) {
  const { eventId, id } = due;
  return db.insert(messageDeliveries).select(
    sql`select ${eventId}, ${id}, ${guests.id}, null, 'pending', null, 0, null, null, null, ${now} from ${messages}
      cross join ${guests} on ${guests.eventId} = ${messages.eventId}
      where ${claimCondition(due, now)} and ${guests.invitedAt} is not null
        and not exists (select 1 from ${rsvps} indexed by rsvps_declined where ${rsvps.eventId} = ${guests.eventId}
          and ${rsvps.guestId} = ${guests.id} and ${rsvps.response} = 'declined')`,
  );
}

/** Splits the deliveries that were just inserted into batches of `size`, by guest id. */
export function insertBatches(db: Database, due: DueMessage, size: number, now: number) {
  const { eventId, id } = due;
  const deliveries = sql`from ${messageDeliveries}
    where ${messageDeliveries.eventId} = ${eventId} and ${messageDeliveries.messageId} = ${id}`;
  const { guestId } = messageDeliveries;
  return db
    .insert(messageBatches)
    .select(
      sql`with recursive firsts (number, guest) as (
        select 0, (select min(${guestId}) ${deliveries}) where ${isClaimable(db, due, now)}
        union all
        select number + 1, (select ${guestId} ${deliveries} and ${guestId} > guest order by ${guestId} limit 1 offset ${size - 1})
        from firsts where guest is not null
      )
      select ${eventId}, ${id}, number, guest, lead(guest, 1, ${AFTER_EVERY_ID}) over (order by number), null
      from firsts where guest is not null`,
    )
    .returning(batchColumns);
}

/**
 * Counts the recipients of a message that was just split into batches for its host, and aborts the batch when they exceed
 * the budget. All batches but the last are full, so that not every delivery is counted.
 * @throws a constraint violation when the recipients exceed the budget
 */
export function chargeRecipients(db: Database, due: DueMessage, size: number, now: number) {
  const { eventId, id } = due;
  const ofMessage = sql`${messageBatches.eventId} = ${eventId} and ${messageBatches.messageId} = ${id}`;
  const recipients = sql`coalesce((select ${messageBatches.number} * ${size} + (
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
