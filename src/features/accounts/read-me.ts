import type { Services } from "../../services.ts";
import type { Tier } from "../billing/limits.ts";
import { tierIn, tierOfUser } from "../billing/tier-of.ts";
import { asUser } from "./as-user.ts";
import type { LiveUser } from "./queries.ts";
import type { Caller } from "./session-token.ts";

/** A user with what they pay for. */
export interface Me {
  user: LiveUser;
  tier: Tier;
}

/** The caller. */
export async function readMe(services: Services, caller: Caller): Promise<Me> {
  const [user, granted] = await asUser(services, caller, [tierOfUser(services, caller.userId)]);
  return { user, tier: tierIn(granted) };
}
