import { findGrantedTier, findTierOfEvent } from "../../billing/queries.ts";
import type { RequestContext } from "../../context.ts";
import type { Tier } from "./limits.ts";

/** The read of a user's tier, for a batch on `accountsDb`; `tierIn` reads its result. */
export function tierOfUser(ctx: Pick<RequestContext, "accountsDb">, userId: string) {
  return findGrantedTier(ctx.accountsDb, userId);
}

/** The read of the tier of an event's host, for a batch on `db`; `tierIn` reads its result. */
export function tierOfEvent(ctx: Pick<RequestContext, "db">, eventId: string) {
  return findTierOfEvent(ctx.db, eventId);
}

/** The tier in the result of one of these statements. */
export function tierIn(rows: readonly { tier: "pro" | "business" }[]): Tier {
  return rows[0]?.tier ?? "free";
}
