import { eq, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { users } from "../../db/schema/accounts.ts";
import { factorFailures } from "../../db/schema/second-factors.ts";
import { invalidField } from "../../kernel/errors.ts";
import { hashPassword, PASSWORD_COSTS } from "../../kernel/password-hash.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { ofUserExcept } from "../../platform/authorization/session-queries.ts";
import { commit } from "../../platform/commit/commit.ts";
import { accountEndings } from "../../platform/credentials/endings.ts";
import { checkPassword } from "../accounts/check-password.ts";
import { endSessions } from "../accounts/end-sessions.ts";
import { logChange } from "../accounts/log-change.ts";
import { validatePassword } from "../accounts/password-rules.ts";
import { findPassword } from "../accounts/queries.ts";
import { credentialNotices } from "../notices/account-notices.ts";
import { findAuthentication } from "../second-factors/queries.ts";
import { requireStepUpFor } from "../second-factors/require-step-up.ts";

/**
 * Changes the caller's password, revokes all other sessions and emailed links, and emails the caller, in one batch.
 * @throws AppError 403 `step_up_required` for an account with a second factor, 400 `validation_failed` for a wrong
 *   current password, and for a new one that breaks a rule
 */
export async function changePassword(
  ctx: RequestContext,
  caller: Caller,
  input: { current: string; password: string },
): Promise<void> {
  const { accountsDb: db, clock, config } = ctx;
  const { user, stored, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    { stored: one(findPassword(db, caller.userId)), authentication: findAuthentication(db, caller) },
  );
  await requireStepUpFor("password", ctx, caller, authentication);
  const checked = stored?.passwordHash ?? "";
  checkPassword(ctx, input.current, checked, "current");
  await validatePassword(ctx, input.password, stored?.emailKey ?? "");
  const next = hashPassword(input.password, PASSWORD_COSTS[config.PASSWORD_HASH_COST]);
  const now = clock.now();
  const ending = endSessions(ctx, user.id, ofUserExcept(user.id, caller.sessionId));
  await commit(ctx, {
    by: user,
    guard: [hasPassword(user.id, checked)],
    changes: {
      replaced: replacePassword(db, user.id, next, now),
      logged: logChange(ctx, user.id, "password_changed"),
      others: accountEndings(db, "password_change", { userId: user.id, now }),
      tries: forgetTries(db, user.id),
      ...ending.statements,
    },
    messages: credentialNotices(ctx, "password", [user.id], { actorId: user.id }),
    immediate: [ending.announced],
    at: now,
    lost: async () => {
      await authorizeUser(ctx, caller, {});
      // The session is live, so another change was faster: its password holds.
      return invalidField("current", "This isn't your password any more.");
    },
  });
}

function replacePassword(db: AccountsDatabase, userId: string, passwordHash: string, now: number) {
  return db.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, userId));
}

/** Condition: the account has the password that was checked. The account's version changes for other reasons, too. */
function hasPassword(userId: string, checked: string): SQL {
  return sql`(select ${users.passwordHash} from ${users} where ${users.id} = ${userId}) = ${checked}`;
}

/** Clears the tries of a user who has a new password. A reset clears them by `sessions_valid_from`. */
function forgetTries(db: AccountsDatabase, userId: string) {
  return db.delete(factorFailures).where(eq(factorFailures.userId, userId));
}
