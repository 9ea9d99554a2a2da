import { hashPassword, PASSWORD_COSTS } from "../../kernel/password-hash.ts";
import type { Services } from "../../services.ts";
import { accountChanged } from "../databases/account-changed.ts";
import { owe } from "../outbox/owe.ts";
import { hashOfPresented, invalidToken } from "./one-time-token.ts";
import { requireGoodPassword } from "./password-rules.ts";
import { findTokenOwner, redeemAllTokens, resetPasswordBy, revokeSessionsBy } from "./queries.ts";

/**
 * Sets a new password by a mailed link, all in one batch: opens the lock, ends every session, uses up this and every
 * other reset link of the account. Whoever has the link reads the address's mails, so the address counts as verified.
 * A password that is refused leaves the link good.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than an hour, or for something else; 400 for a
 *   password that is refused
 */
export async function resetPassword(services: Services, input: { token: string; password: string }): Promise<void> {
  const { accountsDb: db, clock, config } = services;
  const tokenHash = await hashOfPresented(services, input.token);
  const purpose = "reset_password" as const;
  const [owner] = await findTokenOwner(db, { tokenHash, purpose, now: clock.now() });
  if (owner === undefined) throw invalidToken();
  requireGoodPassword(input.password, owner.emailKey ?? "");
  const passwordHash = hashPassword(input.password, PASSWORD_COSTS[config.PASSWORD_HASH_COST]);

  const token = { tokenHash, purpose, now: clock.now() };
  const owed = owe(services, accountChanged(services, owner.id));
  const [reset] = await db.batch([
    resetPasswordBy(db, token, passwordHash),
    revokeSessionsBy(db, token),
    ...owed.statements,
    // Last: what stands before it asks whether the token is still good.
    redeemAllTokens(db, token),
  ]);
  if (reset[0] === undefined) throw invalidToken();
  owed.dispatch();
}
