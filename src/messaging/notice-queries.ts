import { and, asc, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST } from "../db/joins.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { deliveries, messageDeliveries, messages } from "../db/schema/messages.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { ANY_TIME, HAS_LINK, hasStanding } from "../db/standing.ts";
import { CONCERNED } from "../kernel/standing.ts";
import type { UnsentReason } from "../kernel/unsent-reasons.ts";
import { suppressionFor } from "../sending/suppression-queries.ts";

/** An email that left, whatever became of it. */
const LEFT = sql.raw("('sent', 'delivered', 'bounced', 'complained')");

/** Condition: an email to the guest has left or is on its way: an invitation, a confirmation or a message. */
const WAS_EMAILED = sql`(${guests.mailedAt} is not null
  or exists (select 1 from ${deliveries} mail where mail.event_id = ${guests.eventId} and mail.guest_id = ${guests.id}
    and mail.channel = 'email' and mail.status in ${LEFT})
  or exists (select 1 from ${messages} earlier join ${messageDeliveries} mail on mail.event_id = earlier.event_id
    and mail.message_id = earlier.id and mail.guest_id = ${guests.id}
    where earlier.event_id = ${guests.eventId} and earlier.channel = 'email' and mail.status in ${LEFT}))`;

/**
 * Condition: a notice is not for the guest, because the host left out guests whom no email has reached. Guests without
 * an address stay, so that the result of the notice counts them.
 * @param skipsNeverEmailed the host's choice, which does not apply to a cancellation
 */
export function isLeftOut(skipsNeverEmailed: SQL): SQL {
  return sql`(${skipsNeverEmailed} and ${guests.email} is not null and not ${WAS_EMAILED})`;
}

/** Why a guest whom a notice concerns does not get it by email. */
export const UNTOLD_REASONS = [
  "no_address",
  "no_link",
  "unsubscribed",
  "bounced",
  "complained",
  "never_emailed",
] as const satisfies readonly UnsentReason[];

/**
 * Lists the guests whom a notice concerns, with the reason why one of them does not get it, or null. Guests with an RSVP
 * and without a link are among them: they come, and the host has to tell them.
 * @param skips whether the host left out guests whom no email has reached
 */
export function listConcerned(db: Database, eventId: string, skips: boolean) {
  const hostId = sql`(select ${events.hostId} from ${events} where ${events.id} = ${eventId})`;
  const suppression = suppressionFor("host", sql`${guests.emailKey}`, hostId);
  const untold = sql<(typeof UNTOLD_REASONS)[number] | null>`case
    when ${guests.email} is null then 'no_address'
    when not ${HAS_LINK} then 'no_link'
    when ${suppression} is not null then ${suppression}
    when ${isLeftOut(sql.raw(skips ? "true" : "false"))} then 'never_emailed' end`;
  return db
    .select({ id: guests.id, name: guests.name, phone: guests.phone, untold: untold.as("untold") })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(
      and(
        eq(guests.eventId, eventId),
        hasStanding(CONCERNED, ANY_TIME),
        // A walk-in whom nobody can reach has left no trace but a name.
        or(HAS_LINK, isNotNull(rsvps.guestId), isNotNull(guests.email), isNotNull(guests.phone)),
      ),
    )
    .orderBy(asc(guests.name), asc(guests.id));
}
