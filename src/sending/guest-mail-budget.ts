import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import type { Bindable } from "../db/prepared-statement.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { DAY_MS } from "../kernel/clock.ts";
import { budgetOf, fitsBudget, isAllowedToSend } from "./queries.ts";

interface GuestKey {
  eventId: string;
  guestId: string;
}

/** The last invitation reached the current address: a trigger clears the status when the address is replaced. */
const IS_REACHED = sql`(${guests.deliveryStatus} = 'sent' or ${guests.deliveryStatus} = 'delivered')`;

/**
 * Condition on a row of `guests` joined with `events`: the guest's own requests may email the guest. An invitation has
 * reached the address, or the host may send and has budget left. Otherwise an account could have us write to any
 * address: it would issue a link without an email, and ask for codes and edit links itself.
 * @param now epoch milliseconds
 */
export function isMailable(now: Bindable<number>): SQL {
  const host = sql`${events.hostId}`;
  return sql`(case when ${guests.email} is null then 0 when ${IS_REACHED} then 1
    else ${isAllowedToSend({ userId: host, hostId: host })}
      and (${isCounted(now)} or ${fitsBudget(host, budgetOf(host), 1, now)}) end)`;
}

/** Write condition: `isMailable` is true for a guest. */
export function mayMailGuest({ eventId, guestId }: GuestKey, now: number): SQL {
  return sql`exists (select 1 from ${guests} join ${events} on ${events.id} = ${guests.eventId}
    where ${and(eq(guests.eventId, eventId), eq(guests.id, guestId))} and ${isMailable(now)})`;
}

/**
 * Counts a guest whom no invitation reached as a recipient of the host, once in 24 hours, if `isMailable` and the guard
 * are true. Only the first email counts, so that a guest who asks for many cannot spend the host's budget. A trigger
 * adds to the counter.
 */
export function countMailedGuest(db: Database, guest: GuestKey, now: number, guard: SQL = sql`true`) {
  const isOfGuest = and(eq(guests.eventId, guest.eventId), eq(guests.id, guest.guestId));
  return db
    .update(guests)
    .set({ countedAt: now })
    .where(
      and(isOfGuest, sql`not coalesce(${IS_REACHED}, 0)`, sql`not ${isCounted(now)}`, mayMailGuest(guest, now), guard),
    );
}

function isCounted(now: Bindable<number>): SQL {
  return sql`coalesce(${guests.countedAt} > ${now} - ${DAY_MS}, 0)`;
}
