import { sha256Hex } from "../../kernel/bytes.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { signId, verifySignedId } from "../../kernel/signed-id.ts";
import type { RequestContext } from "../../request-context.ts";
import type { OneTimeTokenRow } from "./queries.ts";

export type TokenPurpose = OneTimeTokenRow["purpose"];

/** How long a mailed link works, in milliseconds. A reset opens an account, so it has less time to leak. */
const LINK_LIFE_MS = { verify_email: DAY_MS, reset_password: HOUR_MS } as const satisfies Record<TokenPurpose, number>;

/** A token as it is issued: the id travels on the bus, the row is stored, the value exists in the mail alone. */
export interface OneTimeToken {
  id: string;
  row: OneTimeTokenRow;
}

/** Makes a token for a mailed link. It holds once `insertOneTimeToken` has written its row. */
export async function issueOneTimeToken(
  ctx: Pick<RequestContext, "keyring" | "clock">,
  purpose: TokenPurpose,
  userId: string,
): Promise<OneTimeToken> {
  const now = ctx.clock.now();
  const id = newId(now);
  const tokenHash = await sha256Hex(await signId(await ctx.keyring.keysFor("one_time_token"), id));
  const row = { tokenHash, purpose, userId, createdAt: now, expiresAt: now + LINK_LIFE_MS[purpose], usedAt: null };
  return { id, row };
}

/**
 * The hash under which a presented token is stored. Costs no I/O.
 * @throws AppError 400 `invalid_token` for a value that was never issued
 */
export async function hashOfPresented(ctx: Pick<RequestContext, "keyring">, value: string): Promise<string> {
  const id = await verifySignedId(await ctx.keyring.keysFor("one_time_token"), value);
  if (id === null) throw invalidToken();
  return sha256Hex(value);
}

/** 400, the same words for a link that is forged, used, too old, or meant for something else. */
export function invalidToken(): AppError {
  return new AppError("invalid_token");
}
