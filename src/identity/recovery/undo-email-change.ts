import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { accountChanged } from "../../platform/account-replicas/replicate-account.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { logChange } from "../accounts/log-change.ts";
import { applyEmailChange, assertSecretOpen } from "../accounts/queries.ts";
import { findSecretOwner, invalidToken, requireSecret } from "../accounts/require-secret.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { endAccount } from "../sessions/sessions.ts";

/**
 * Gives an account the address back that it had before a change, by the link of the mail to that address, and ends every session.
 * Later changes cannot be undone any more: their links may be somebody else's. A mail tells the address that the account loses.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than 72 hours, or for another purpose; 409 `email_taken`
 *   when another account has the address by now
 */
export async function undoEmailChange(ctx: RequestContext, value: string): Promise<void> {
  const { accountsDb: db } = ctx;
  const secret = await requireSecret(ctx, "undo_email_change", value);
  const [owner] = await findSecretOwner(db, secret);
  if (owner === undefined) throw invalidToken();
  const email = owner.payload.email ?? "";
  const facts = owner.email === null ? {} : { address: owner.email };
  const notices = accountNotices(ctx, "email_changed", [owner.id], facts);
  const outboxEntries = enqueue(ctx, [...accountChanged(ctx, owner.id), ...notices]);
  const ending = endAccount(ctx, "undo_email_change", owner.id, { userId: owner.id, now: secret.now, undo: secret });
  try {
    await runBatch(db, {
      open: assertSecretOpen(db, secret),
      restored: applyEmailChange(db, secret, { email, emailKey: emailKey(email) }),
      logged: logChange(ctx, owner.id, "email_change_undone"),
      outbox: outboxEntries.statements,
      ...ending.statements,
    });
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    const [still] = await findSecretOwner(db, secret);
    throw still === undefined ? invalidToken() : new AppError("email_taken");
  }
  outboxEntries.publishAfterResponse();
  ending.announceAfterResponse();
}
