import { runBatch } from "../../db/batch.ts";
import { accountChanged } from "../../platform/account-replicas/account-changed.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { invalidToken, verifiedTokenHash } from "./one-time-token.ts";
import { findTokenOwner, markVerified, redeemToken } from "./queries.ts";

/**
 * Marks an address as verified by the token of a verification mail.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than a day, or for another purpose
 */
export async function verifyEmail(ctx: RequestContext, value: string): Promise<void> {
  const { accountsDb: db, clock } = ctx;
  const tokenHash = await verifiedTokenHash(ctx, value);
  const token = { tokenHash, purpose: "verify_email" as const, now: clock.now() };
  const [owner] = await findTokenOwner(db, token);
  if (owner === undefined) throw invalidToken();
  const outboxEntries = enqueue(ctx, accountChanged(ctx, owner.id));
  const { verified } = await runBatch(db, {
    verified: markVerified(db, token),
    redeemed: redeemToken(db, token),
    outbox: outboxEntries.statements,
  });
  if (verified[0] === undefined) throw invalidToken();
  outboxEntries.publishAfterResponse();
}
