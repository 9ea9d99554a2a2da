import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { LiveUser } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import type { Tier } from "../billing/limits.ts";
import { tierIn, tierOfUser } from "../billing/tier-of.ts";

/** A user and the tier that they pay for. */
export interface Me {
  user: LiveUser;
  tier: Tier;
}

/** The caller's own account. */
export async function readMe(ctx: RequestContext, caller: Caller): Promise<Me> {
  const { user, granted } = await authorizeUser(ctx, caller, { granted: tierOfUser(ctx, caller.userId) });
  return { user, tier: tierIn(granted) };
}
