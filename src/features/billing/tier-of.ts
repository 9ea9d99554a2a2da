import type { RequestContext } from "../../request-context.ts";
import type { Tier } from "./limits.ts";
import { findGrantedTier, findTierOfEvent } from "./queries.ts";

/** Statement for a verb's own batch: the tier of a user, made with `accountsDb`. Read its result with `tierIn`. */
export function tierOfUser(ctx: Pick<RequestContext, "accountsDb">, userId: string) {
  return findGrantedTier(ctx.accountsDb, userId);
}

/** Statement for a verb's own batch: the tier that pays for an event. Read its result with `tierIn`. */
export function tierOfEvent(ctx: Pick<RequestContext, "db">, eventId: string) {
  return findTierOfEvent(ctx.db, eventId);
}

/** The tier that one of these statements found. */
export function tierIn(rows: readonly { tier: "pro" | "business" }[]): Tier {
  return rows[0]?.tier ?? "free";
}
