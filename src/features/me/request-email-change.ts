import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { newId } from "../../kernel/ids.ts";
import { signId } from "../../kernel/signed-id.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { findByAddress, findPassword, upsertEmailChange } from "../accounts/account-change-queries.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import { checkPassword } from "../accounts/check-password.ts";
import { isMailAllowed } from "../accounts/mail-throttle.ts";
import { assertLiveSession } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";

/** As long as the link that verifies the address of a new account. */
const LINK_TTL_MS = DAY_MS;

/**
 * Asks for another e-mail address: the account has it once the link of the mail to it is followed. An address that
 * another account has costs the same and its owner gets a mail without a link, so that nobody learns of the account.
 * @throws AppError 400 `validation_failed` for a wrong password
 */
export async function requestEmailChange(
  ctx: RequestContext,
  caller: Caller,
  input: { email: string; password: string },
): Promise<void> {
  const { accountsDb: db, clock, keyring } = ctx;
  const key = emailKey(input.email);
  const [{ user, found, owners }, mailAllowed] = await Promise.all([
    authorizeUser(ctx, caller, {}, { found: findPassword(db, caller.userId), owners: findByAddress(db, key) }),
    isMailAllowed(ctx, input.email),
  ]);
  checkPassword(ctx, input.password, found[0]?.passwordHash ?? "", "password");
  const now = clock.now();
  const tokenId = newId(now);
  const tokenHash = await sha256Hex(await signId(await keyring.keysFor("one_time_token"), tokenId));
  const [owner] = owners;
  const message =
    owner === undefined || owner.id === user.id
      ? busMessage(ctx, "account.mail", { user_id: user.id, kind: "change_email", token_id: tokenId })
      : busMessage(ctx, "account.mail", { user_id: owner.id, kind: "already_registered" });
  const outboxEntries = enqueue(ctx, mailAllowed ? [message] : []);
  const change = { userId: user.id, tokenHash, email: input.email, emailKey: key };
  try {
    await runBatch(db, {
      live: assertLiveSession(db, user),
      change: upsertEmailChange(db, { ...change, createdAt: now, expiresAt: now + LINK_TTL_MS }),
      outbox: outboxEntries.statements,
    });
  } catch (error) {
    if (isConstraintViolation(error)) await authorizeUser(ctx, caller, {});
    throw error;
  }
  outboxEntries.publishAfterResponse();
}
