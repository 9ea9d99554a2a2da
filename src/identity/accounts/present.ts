import type * as z from "zod";
import { SECOND_MS } from "../../kernel/clock.ts";
import { type Credentials, REFRESH_TOKEN_TTL_MS } from "./credentials.ts";
import type * as wire from "./schemas.ts";
import { ACCESS_TOKEN_TTL_SECONDS } from "./session-token.ts";

/** The token pair, as it leaves on the wire. Lifetimes in seconds. */
export function presentCredentials(credentials: Credentials): z.output<typeof wire.Credentials> {
  return {
    access_token: credentials.accessToken,
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_TTL_SECONDS,
    refresh_token: credentials.refreshToken,
    refresh_expires_in: REFRESH_TOKEN_TTL_MS / SECOND_MS,
  };
}
