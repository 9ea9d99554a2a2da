import { aliasedTable, and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../../db/client.ts";
import { insertFrom } from "../../db/inserts.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { guests } from "../../db/schema/guests.ts";
import { messageDeliveries, messageRecipients, messages } from "../../db/schema/messages.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { standingsOf, targetOf } from "../content.ts";
import { isLeftOut } from "../notice-queries.ts";
import { isInTarget, wasInvited } from "../queries.ts";
import { isReminded } from "../reminder-audience.ts";
import { claimCondition, type DueMessage, type DueReminder, isClaimable, reasonToSkip } from "./due-messages.ts";

/** The join of a guest with the RSVP. */
const RSVP_JOIN = sql`left join ${rsvps} on ${rsvps.eventId} = ${guests.eventId} and ${rsvps.guestId} = ${guests.id}`;

/**
 * Inserts a delivery for each guest who is in the audience now. Run before `claimMessage` in its batch; writes nothing if
 * the message cannot be claimed. Each audience reads only the tables that it needs: an event has up to 5,000 guests.
 */
export function insertRecipients(db: Database, due: DueMessage, now: number) {
  const { eventId, id, audience, segment, notInvited } = due;
  const claimable = isClaimable(db, due, now);
  const invited = wasInvited(notInvited) ?? sql`true`;
  const insert = (guestId: SQLiteColumn, from: SQL) =>
    insertFrom(db, messageDeliveries, { eventId, messageId: id, guestId, updatedAt: now }, from);
  if (segment === "chosen") {
    const { guestId, messageId } = messageRecipients;
    const guest = sql`join ${guests} on ${guests.eventId} = ${messageRecipients.eventId} and ${guests.id} = ${guestId}`;
    return insert(
      guestId,
      sql`from ${messageRecipients} ${notInvited === "include" ? sql`` : guest}
        where ${messageRecipients.eventId} = ${eventId} and ${messageId} = ${id} and ${invited} and ${claimable}`,
    );
  }
  const target = targetOf(due);
  const isMeant = sql`${isInTarget(target, now)} and ${invited} and ${claimable}`;
  if (standingsOf(target) === null) {
    return insert(guests.id, sql`from ${guests} where ${guests.eventId} = ${eventId} and ${isMeant}`);
  }
  if (segment === null && (audience === "attending" || audience === "declined" || audience === "maybe")) {
    // The standing of an RSVP without a row of `guests`, which would be read for each recipient. A guest with an
    // RSVP is not "never invited".
    const door = aliasedTable(checkIns, "door");
    const isWalkIn = sql`exists (select 1 from ${checkIns} as ${door} where ${door.eventId} = ${eventId}
      and ${door.guestId} = ${rsvps.guestId} and ${door.walkIn} = 1)`;
    const seated = audience === "attending" ? sql`and ${rsvps.seat} = 'confirmed'` : sql``;
    const answered = sql`${rsvps.eventId} = ${eventId} and ${rsvps.response} = ${audience} ${seated}`;
    return insert(rsvps.guestId, sql`from ${rsvps} where ${answered} and not ${isWalkIn} and ${claimable}`);
  }
  return insert(guests.id, sql`from ${guests} ${RSVP_JOIN} where ${guests.eventId} = ${eventId} and ${isMeant}`);
}

/** Inserts the recipients of a reminder, unless the event's state forbids it. Otherwise as `insertRecipients`. */
export function insertReminded(db: Database, due: DueReminder, now: number) {
  const { eventId, id, notInvited } = due;
  const { guestId: chosen, messageId } = messageRecipients;
  const isChosen = sql`exists (select 1 from ${messageRecipients} where ${messageRecipients.eventId} = ${eventId}
    and ${messageId} = ${id} and ${chosen} = ${guests.id})`;
  const isMeant = and(
    due.segment === "chosen" ? isChosen : undefined,
    isReminded(due.slug, targetOf(due), now),
    wasInvited(notInvited),
  );
  const values = { eventId, messageId: id, guestId: guests.id, response: rsvps.response, updatedAt: now };
  return insertFrom(
    db,
    messageDeliveries,
    values,
    sql`from ${guests} ${RSVP_JOIN} where ${guests.eventId} = ${eventId} and ${isMeant}
      and ${reasonToSkip(due, now)} is null and ${isClaimable(db, due, now)}`,
  );
}

/**
 * Inserts the recipients of a notice: guests with a link who have not declined, because they know of the event. Of these,
 * the host may leave out whom no email has reached. The condition compares the RSVP by hand: a declined standing is a
 * declined RSVP, and only this form uses the index. The index has only declined RSVPs. Without its name, SQLite prefers
 * the primary key and reads every RSVP. The message leads the join; as a separate condition it would be read again for
 * each guest.
 * @param leavesOut whether the notice, as it was read, leaves out guests; a merged change may have included them since
 */
export function insertNoticed(db: Database, due: DueMessage, leavesOut: boolean, now: number) {
  const { eventId, id } = due;
  return insertFrom(
    db,
    messageDeliveries,
    { eventId, messageId: id, guestId: guests.id, updatedAt: now },
    sql`from ${messages}
      cross join ${guests} on ${guests.eventId} = ${messages.eventId}
      where ${claimCondition(due, now)} and ${guests.invitedAt} is not null
        ${leavesOut ? sql`and not ${isLeftOut(sql`${messages.skipNeverEmailed}`)}` : sql``}
        and not exists (select 1 from ${rsvps} indexed by rsvps_declined where ${rsvps.eventId} = ${guests.eventId}
          and ${rsvps.guestId} = ${guests.id} and ${rsvps.response} = 'declined')`,
  );
}
