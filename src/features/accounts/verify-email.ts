import type { RequestContext } from "../../request-context.ts";
import { invalidToken, verifiedTokenHash } from "./one-time-token.ts";
import { markVerified, redeemToken } from "./queries.ts";

/**
 * Marks an address as verified by the token of a verification mail.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than a day, or for another purpose
 */
export async function verifyEmail(ctx: RequestContext, value: string): Promise<void> {
  const { accountsDb: db, clock } = ctx;
  const tokenHash = await verifiedTokenHash(ctx, value);
  const token = { tokenHash, purpose: "verify_email" as const, now: clock.now() };
  const [verified] = await db.batch([markVerified(db, token), redeemToken(db, token)]);
  if (verified[0] === undefined) throw invalidToken();
}
