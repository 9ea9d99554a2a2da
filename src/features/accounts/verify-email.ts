import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { accountChanged } from "../../platform/account-replicas/account-changed.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { insertSecret, type PresentedSecret, useSecret } from "../../platform/secrets/queries.ts";
import { issueSecret } from "../../platform/secrets/secrets.ts";
import type { RequestContext } from "../../request-context.ts";
import { credentialNotices } from "../notices/account-notices.ts";
import { applyEmailChange, assertSecretOpen, endMailedLinks } from "./account-change-queries.ts";
import { logChange } from "./log-change.ts";
import { mailVerification } from "./mail-verification.ts";
import { findAccount } from "./queries.ts";
import { invalidToken, requireSecret } from "./require-secret.ts";
import { findSecretOwner, markVerified } from "./secret-owner-queries.ts";

/**
 * Proves an address by the token of a mail: marks that of a new account as verified, or gives an account the new one that
 * it asked for.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than a day, or for another purpose; 409
 *   `email_taken` when another account has the new address by now
 */
export async function verifyEmail(ctx: RequestContext, value: string): Promise<void> {
  const { accountsDb: db } = ctx;
  const proof = await requireSecret(ctx, "verify_email", value);
  // Both kinds are signed with one key.
  const asked = { ...proof, kind: "change_email" as const };
  const { owners, changes } = await runBatch(db, {
    owners: findSecretOwner(db, proof),
    changes: findSecretOwner(db, asked),
  });
  const [[owner], [change]] = [owners, changes];
  if (change !== undefined) return changeEmail(ctx, asked, change);
  if (owner === undefined) throw invalidToken();
  const outboxEntries = enqueue(ctx, accountChanged(ctx, owner.id));
  const { verified } = await runBatch(db, {
    verified: markVerified(db, proof),
    used: useSecret(db, proof),
    outbox: outboxEntries.statements,
  });
  if (verified[0] === undefined) throw invalidToken();
  outboxEntries.publishAfterResponse();
}

/** In one batch: the new address, the end of all links mailed to the old one, and a mail to that one, which can undo the change. */
async function changeEmail(
  ctx: RequestContext,
  secret: PresentedSecret,
  { id: userId, email: previous, payload }: Awaited<ReturnType<typeof findSecretOwner>>[number],
): Promise<void> {
  const { accountsDb: db } = ctx;
  const email = payload.email ?? "";
  const undo = await issueSecret(ctx, "undo_email_change", { owner: userId, payload: { email: previous ?? "" } });
  const facts = { actorId: userId, undoId: undo.id, ...(previous === null ? {} : { address: previous }) };
  const notices = credentialNotices(ctx, "email_address", [userId], facts);
  const outboxEntries = enqueue(ctx, [...accountChanged(ctx, userId), ...notices]);
  try {
    await runBatch(db, {
      open: assertSecretOpen(db, secret),
      applied: applyEmailChange(db, secret, { email, emailKey: emailKey(email) }),
      logged: logChange(ctx, userId, "email_changed"),
      links: endMailedLinks(db, userId, secret.now),
      undo: insertSecret(db, undo.row),
      outbox: outboxEntries.statements,
    });
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    // Another account was faster with the address, or this one with another request.
    const [still] = await findSecretOwner(db, secret);
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
