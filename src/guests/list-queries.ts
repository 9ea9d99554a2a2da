import { eq, isNull, not, type SQL, sql } from "drizzle-orm";
import { guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { HAS_LINK } from "../db/standing.ts";
import { REJECTED_GLOB } from "../kernel/delivery-outcome.ts";
import type { RsvpResponse, Seat } from "../kernel/rsvp.ts";

/** The SQL of `shownStatus`: the guest's invitation is shown as bounced. */
export const IS_BOUNCED = sql`(${guests.deliveryStatus} = 'bounced'
  or (${guests.deliveryStatus} = 'failed' and ${guests.deliveryReason} glob ${REJECTED_GLOB}))`;

/** Condition: the last invitation did not arrive, and will not. */
export const IS_UNDELIVERED = sql`${guests.deliveryStatus} in ('bounced', 'complained', 'suppressed', 'failed')`;

/** The filter `response`, by response: the API has `standing` next to it. Its counts have the same condition. */
export function matchesResponse(response: RsvpResponse | "pending"): SQL {
  return response === "pending" ? isNull(rsvps.guestId) : eq(rsvps.response, response);
}

/** The filter `seat`, by seat. A guest without an RSVP, or with one that is not attending, has none. */
export function matchesSeat(seat: Seat | "none"): SQL {
  return seat === "none" ? isNull(rsvps.seat) : eq(rsvps.seat, seat);
}

/** The filter `invited`, by link. */
export function matchesInvited(invited: boolean): SQL {
  return invited ? HAS_LINK : not(HAS_LINK);
}

export const SORT_KEYS = ["name", "created_at", "responded_at", "opened_at"] as const;

/** Values of `sort`: ascending, or descending with a hyphen. */
export const SORTS = SORT_KEYS.flatMap((key) => [key, `-${key}`] as const);

export interface ListOrder {
  by: (typeof SORT_KEYS)[number];
  isDescending: boolean;
}
