import type { RequestContext } from "../../request-context.ts";
import { hashOfPresented, invalidToken } from "./one-time-token.ts";
import { markVerified, redeemToken } from "./queries.ts";

/**
 * Takes the token out of a verification mail: the address is its owner's.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than a day, or for something else
 */
export async function verifyEmail(ctx: RequestContext, value: string): Promise<void> {
  const { accountsDb: db, clock } = ctx;
  const tokenHash = await hashOfPresented(ctx, value);
  const token = { tokenHash, purpose: "verify_email" as const, now: clock.now() };
  const [verified] = await db.batch([markVerified(db, token), redeemToken(db, token)]);
  if (verified[0] === undefined) throw invalidToken();
}
