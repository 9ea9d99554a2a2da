import { sha256Hex } from "../../kernel/bytes.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { signId, verifySignedId } from "../../kernel/signed-id.ts";
import type { RequestContext } from "../../request-context.ts";
import type { OneTimeTokenRow } from "./one-time-token-queries.ts";

export type TokenPurpose = OneTimeTokenRow["purpose"];

/** Lifetime of a mailed link, in milliseconds. Shorter for resets, because such a link gives access to the account. */
const LINK_TTL_MS = { verify_email: DAY_MS, reset_password: HOUR_MS } as const satisfies Record<TokenPurpose, number>;

/** A new token: the id goes into the queue message, the row with the hash is stored, the value is only in the mail. */
export interface OneTimeToken {
  id: string;
  row: OneTimeTokenRow;
}

/** Makes a token for a mailed link. It is valid once `insertOneTimeToken` has written its row. */
export async function issueOneTimeToken(
  ctx: Pick<RequestContext, "keyring" | "clock">,
  purpose: TokenPurpose,
  userId: string,
): Promise<OneTimeToken> {
  const now = ctx.clock.now();
  const id = newId(now);
  const tokenHash = await sha256Hex(await signId(await ctx.keyring.keysFor("one_time_token"), id));
  const row = { tokenHash, purpose, userId, createdAt: now, expiresAt: now + LINK_TTL_MS[purpose], usedAt: null };
  return { id, row };
}

/**
 * The stored hash of a token, after checking its signature. No I/O.
 * @throws AppError 400 `invalid_token` for a value that was never issued
 */
export async function verifiedTokenHash(ctx: Pick<RequestContext, "keyring">, value: string): Promise<string> {
  const id = await verifySignedId(await ctx.keyring.keysFor("one_time_token"), value);
  if (id === null) throw invalidToken();
  return sha256Hex(value);
}

/** 400, the same for a link that is forged, used, expired, or for another purpose. */
export function invalidToken(): AppError {
  return new AppError("invalid_token");
}
