import type * as z from "zod";
import { SECOND_MS, toWire, toWireOrNull } from "../../kernel/clock.ts";
import type { Me } from "../me/read-me.ts";
import { type Credentials, REFRESH_TOKEN_MS } from "./credentials.ts";
import type * as wire from "./schemas.ts";
import { ACCESS_TOKEN_SECONDS } from "./session-token.ts";

/** What a signed-in client gets, as it leaves on the wire. */
export function presentCredentials(credentials: Credentials): z.output<typeof wire.Credentials> {
  return {
    access_token: credentials.accessToken,
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token: credentials.refreshToken,
    refresh_expires_in: REFRESH_TOKEN_MS / SECOND_MS,
  };
}

/** A user as they see themselves. */
export function presentUser({ user, tier }: Me): z.output<typeof wire.User> {
  return {
    id: user.id,
    // Only a deleted account has none, and none of those is signed in.
    email: user.email ?? "",
    name: user.name,
    email_verified: user.emailVerified,
    tier,
    terms_accepted_at: toWireOrNull(user.termsAcceptedAt),
    privacy_policy_accepted_at: toWireOrNull(user.privacyPolicyAcceptedAt),
    created_at: toWire(user.createdAt),
  };
}
