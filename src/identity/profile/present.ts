import type * as z from "zod";
import { toWire, toWireOrNull } from "../../kernel/clock.ts";
import type { Me } from "./profile.ts";
import type { User } from "./schemas.ts";

/** The caller's own account, as it leaves on the wire. */
export function presentUser({ user, tier }: Me): z.output<typeof User> {
  return {
    id: user.id,
    // Only a deleted account has none, and a deleted account cannot sign in.
    email: user.email ?? "",
    name: user.name,
    locale: user.locale,
    email_verified: user.emailVerified,
    tier,
    terms_accepted_at: toWireOrNull(user.termsAcceptedAt),
    privacy_policy_accepted_at: toWireOrNull(user.privacyPolicyAcceptedAt),
    created_at: toWire(user.createdAt),
  };
}
