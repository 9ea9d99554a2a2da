import type * as z from "zod";
import { SECOND_MS } from "../../kernel/clock.ts";
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
