import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { assertUnconfirmed, confirmTotpSecret, findTotp, replaceRecoveryCodes } from "./queries.ts";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-code.ts";
import { stepOfCode } from "./totp.ts";
import { openTotpSecret } from "./totp-secret.ts";

/** How long a secret waits for its first code. After that, whoever set it up has to prove themselves again. */
const SETUP_TTL_MS = 15 * MINUTE_MS;

/**
 * Confirms an authenticator app by a code of it: from now on, signing in with the password asks for a code. Its first
 * code is used up. The owner is told by mail.
 * @returns the recovery codes, which are stored as hashes and never shown again
 * @throws AppError 403 `invalid_factor` for a wrong code, 409 `totp_exists` when an app is confirmed, 409 `totp_missing`
 *   when none was set up in the last 15 minutes
 */
export async function confirmTotp(ctx: RequestContext, caller: Caller, code: string): Promise<string[]> {
  const { accountsDb: db, clock } = ctx;
  const { userId } = caller;
  const { user, totp } = await authorizeUser(ctx, caller, {}, { totp: findTotp(db, userId) });
  const [found] = totp;
  const now = clock.now();
  if (found?.confirmedAt) throw new AppError("totp_exists");
  const opened = found === undefined ? null : await openTotpSecret(ctx, found);
  if (found === undefined || opened === null || now - found.createdAt > SETUP_TTL_MS)
    throw new AppError("totp_missing");
  const step = stepOfCode(opened.secret, code, now);
  if (step === null) throw new AppError("invalid_factor");

  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map(recoveryCodeHash));
  const outboxEntries = enqueue(ctx, accountNotices(ctx, "second_factor_changed", [userId], { detail: "turned_on" }));
  try {
    await runBatch(db, {
      unconfirmed: assertUnconfirmed(db, user, found),
      confirmed: confirmTotpSecret(db, userId, { at: now, step }),
      codes: replaceRecoveryCodes(db, userId, hashes, now),
      outbox: outboxEntries.statements,
    });
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    await authorizeUser(ctx, caller, {});
    throw new AppError("totp_exists");
  }
  outboxEntries.publishAfterResponse();
  return codes;
}
