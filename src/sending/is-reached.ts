import { type SQL, sql } from "drizzle-orm";
import { guests } from "../db/schema/guests.ts";
import { deliveries, messageDeliveries, messages } from "../db/schema/messages.ts";

/**
 * Condition on a row of `guests`: a mail server has accepted an invitation or a broadcast to the guest's present address.
 * A broadcast reads its addresses after its claim.
 */
export function isReached(): SQL {
  const since = sql`coalesce(${guests.addressSince}, 0)`;
  return sql`(exists (select 1 from ${deliveries} mail where mail.event_id = ${guests.eventId}
      and mail.guest_id = ${guests.id} and mail.kind = 'invitation' and mail.created_at >= ${since}
      and (mail.status = 'sent' or mail.status = 'delivered'))
    or exists (select 1 from ${messages} sent join ${messageDeliveries} mail on mail.event_id = sent.event_id
      and mail.message_id = sent.id and mail.guest_id = ${guests.id}
      where sent.event_id = ${guests.eventId} and sent.channel = 'email' and sent.claimed_at >= ${since}
        and (mail.status = 'sent' or mail.status = 'delivered')))`;
}
