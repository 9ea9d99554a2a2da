import type { RequestContext } from "../../context.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { accountChanged } from "../../platform/account-replicas/replicate-account.ts";
import { commit } from "../../platform/commit/commit.ts";
import { isSecretOpen } from "../../platform/secrets/queries.ts";
import { logChange } from "../accounts/log-change.ts";
import { applyEmailChange } from "../accounts/queries.ts";
import { addressLost, findSecretOwner, invalidToken, requireSecret } from "../accounts/require-secret.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { endAccount } from "../sessions/sessions.ts";

/**
 * Restores the previous address of an account, by the link in the email to that address, and revokes every session.
 * Later changes can no longer be undone, because another person may have their links. An email notifies the address
 * that is removed.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than 72 hours, or for another purpose; 409
 *   `email_taken` when another account has the address by now
 */
export async function undoEmailChange(ctx: RequestContext, value: string): Promise<void> {
  const { accountsDb: db } = ctx;
  const secret = await requireSecret(ctx, "undo_email_change", value);
  const [owner] = await findSecretOwner(db, secret);
  if (owner === undefined) throw invalidToken();
  const email = owner.payload.email ?? "";
  const facts = owner.email === null ? {} : { address: owner.email };
  const notices = accountNotices(ctx, "email_changed", [owner.id], facts);
  const ending = endAccount(ctx, "undo_email_change", { userId: owner.id, now: secret.now, undo: secret });
  const lost = () => addressLost(db, secret);
  await commit(ctx, {
    by: "service",
    guard: [isSecretOpen(secret)],
    changes: {
      restored: applyEmailChange(db, secret, { email, emailKey: emailKey(email) }),
      logged: logChange(ctx, owner.id, "email_change_undone"),
      ...ending.statements,
    },
    messages: [...accountChanged(ctx, owner.id), ...notices],
    immediate: [ending.announced],
    at: secret.now,
    lost,
  }).catch(async (error: unknown) => {
    throw isConstraintViolation(error) ? await lost() : error;
  });
}
