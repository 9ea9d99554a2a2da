import { sql } from "drizzle-orm";
import { guests } from "../db/schema/guests.ts";

/** Condition: the last invitation did not arrive, and will not. */
export const IS_UNDELIVERED = sql`${guests.deliveryStatus} in ('bounced', 'complained', 'suppressed', 'failed')`;
