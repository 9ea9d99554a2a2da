import { and, eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { abortUnless } from "../../db/abort-unless.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { users } from "../../db/schema/accounts.ts";
import { factorFailures } from "../../db/schema/second-factors.ts";
import { invalidField } from "../../kernel/errors.ts";
import { hashPassword, PASSWORD_COSTS } from "../../kernel/password-hash.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { ofUserExcept } from "../../platform/authorization/session-queries.ts";
import { accountEndings } from "../../platform/credentials/endings.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { checkPassword } from "../accounts/check-password.ts";
import { writeInSession } from "../accounts/end-sessions.ts";
import { logChange } from "../accounts/log-change.ts";
import { validatePassword } from "../accounts/password-rules.ts";
import { findPassword, isLive } from "../accounts/queries.ts";
import { credentialNotices } from "../notices/account-notices.ts";
import { findAuthentication } from "../second-factors/queries.ts";
import { requireStepUpFor } from "../second-factors/require-step-up.ts";

/**
 * Changes the caller's password, ends all other sessions and mailed links, and tells the caller by mail: in one batch.
 * @throws AppError 403 `step_up_required` for an account with a second factor, 400 `validation_failed` for a wrong current password, and for a new one that breaks a rule
 */
export async function changePassword(
  ctx: RequestContext,
  caller: Caller,
  input: { current: string; password: string },
): Promise<void> {
  const { accountsDb: db, clock, config } = ctx;
  const { user, found, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    { found: findPassword(db, caller.userId), authentication: findAuthentication(db, caller) },
  );
  await requireStepUpFor("password", ctx, caller, authentication);
  const checked = found[0]?.passwordHash ?? "";
  checkPassword(ctx, input.current, checked, "current");
  await validatePassword(ctx, input.password, found[0]?.emailKey ?? "");
  const next = hashPassword(input.password, PASSWORD_COSTS[config.PASSWORD_HASH_COST]);
  const now = clock.now();
  const outboxEntries = enqueue(ctx, credentialNotices(ctx, "password", [user.id], { actorId: user.id }));
  try {
    await writeInSession(ctx, user, ofUserExcept(user.id, caller.sessionId), {
      isChecked: assertPassword(db, user.id, checked),
      replaced: replacePassword(db, user.id, { checked, next }, now),
      logged: logChange(ctx, user.id, "password_changed"),
      others: accountEndings(db, "password_change", { userId: user.id, now }),
      tries: forgetTries(db, user.id),
      outbox: outboxEntries.statements,
    });
  } catch (error) {
    // The session is live, so another change was faster: its password holds.
    if (isConstraintViolation(error)) throw invalidField("current", "This isn't your password any more.");
    throw error;
  }
  outboxEntries.publishAfterResponse();
}

/** Sets a new password in place of the one that was checked; see `assertPassword`. */
function replacePassword(
  db: AccountsDatabase,
  userId: string,
  password: { checked: string; next: string },
  now: number,
) {
  return db
    .update(users)
    .set({ passwordHash: password.next, updatedAt: now })
    .where(and(isLive(userId), eq(users.passwordHash, password.checked)));
}

/** A first statement that aborts its batch unless the account has the password that was checked. */
function assertPassword(db: AccountsDatabase, userId: string, checked: string) {
  const isChecked = and(isLive(userId), eq(users.passwordHash, checked));
  return abortUnless(db, sql`exists (select 1 from ${users} where ${isChecked})`);
}

/** Forgets the tries of a user who has a new password. After a reset, `sessions_valid_from` does the same. */
function forgetTries(db: AccountsDatabase, userId: string) {
  return db.delete(factorFailures).where(eq(factorFailures.userId, userId));
}
