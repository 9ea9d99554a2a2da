import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { accountChanged } from "../../platform/account-replicas/account-changed.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { applyEmailChange, assertEmailChange, endMailedLinks, findEmailChange } from "./account-change-queries.ts";
import { mailVerification } from "./mail-verification.ts";
import { invalidToken, verifiedTokenHash } from "./one-time-token.ts";
import { findTokenOwner, markVerified, redeemToken } from "./one-time-token-queries.ts";
import { findAccount } from "./queries.ts";

/**
 * Proves an address by the token of a mail: marks that of a new account as verified, or gives an account the new one that
 * it asked for.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than a day, or for another purpose; 409
 *   `email_taken` when another account has the new address by now
 */
export async function verifyEmail(ctx: RequestContext, value: string): Promise<void> {
  const { accountsDb: db, clock } = ctx;
  const tokenHash = await verifiedTokenHash(ctx, value);
  const token = { tokenHash, purpose: "verify_email" as const, now: clock.now() };
  const { owners, changes } = await runBatch(db, {
    owners: findTokenOwner(db, token),
    changes: findEmailChange(db, tokenHash, token.now),
  });
  const [[owner], [change]] = [owners, changes];
  if (change !== undefined) return changeEmail(ctx, tokenHash, change);
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

/** In one batch: the new address, the end of all links mailed to the old one, and a notice to that one. */
async function changeEmail(
  ctx: RequestContext,
  tokenHash: string,
  { userId, previous }: { userId: string; previous: string | null },
): Promise<void> {
  const { accountsDb: db, clock } = ctx;
  const now = clock.now();
  const notices = accountNotices(ctx, "email_changed", [userId], {
    actorId: userId,
    ...(previous === null ? {} : { address: previous }),
  });
  const outboxEntries = enqueue(ctx, [...accountChanged(ctx, userId), ...notices]);
  try {
    await runBatch(db, {
      pending: assertEmailChange(db, tokenHash, now),
      applied: applyEmailChange(db, tokenHash, now),
      links: endMailedLinks(db, userId, now),
      outbox: outboxEntries.statements,
    });
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    // Another account was faster with the address, or this one with another request.
    const [still] = await findEmailChange(db, tokenHash, now);
    throw still === undefined ? invalidToken() : new AppError("email_taken");
  }
  outboxEntries.publishAfterResponse();
}

/**
 * Mails the link that verifies an address once more, where there is an account with it that is not verified. Everything
 * after the lookup happens after the response, so that the response does not reveal whether there is one.
 */
export async function resendVerification(ctx: RequestContext, email: string): Promise<void> {
  const [account] = await findAccount(ctx.accountsDb, emailKey(email));
  ctx.defer(async () => {
    if (account !== undefined && !account.emailVerified) await mailVerification(ctx, { id: account.id, email });
  });
}
