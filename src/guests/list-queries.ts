import { sql } from "drizzle-orm";
import { guests } from "../db/schema/guests.ts";
import { REJECTED_GLOB } from "../kernel/delivery-outcome.ts";

/** The SQL of `shownStatus`: the guest's invitation is shown as bounced. */
export const IS_BOUNCED = sql`(${guests.deliveryStatus} = 'bounced'
  or (${guests.deliveryStatus} = 'failed' and ${guests.deliveryReason} glob ${REJECTED_GLOB}))`;

/** Condition: the last invitation did not arrive, and will not. */
export const IS_UNDELIVERED = sql`${guests.deliveryStatus} in ('bounced', 'complained', 'suppressed', 'failed')`;

export const SORT_KEYS = ["name", "created_at", "responded_at", "opened_at"] as const;

/** Values of `sort`: ascending, or descending with a hyphen. */
export const SORTS = SORT_KEYS.flatMap((key) => [key, `-${key}`] as const);

export interface ListOrder {
  by: (typeof SORT_KEYS)[number];
  isDescending: boolean;
}
