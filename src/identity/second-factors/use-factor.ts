import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { logChange } from "../accounts/log-change.ts";
import { networkHashes } from "../accounts/sign-in-network.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { claimTry, forgetTry, isRecoveryCodeUnused, type TotpRow, useRecoveryCode, useTotpStep } from "./queries.ts";
import { recoveryCodeHash } from "./recovery-code.ts";
import { stepOfCode } from "./totp.ts";
import { openTotpSecret } from "./totp-secret.ts";

/** What a person types as a second factor. */
export type TypedFactor = { code: string } | { recoveryCode: string };

/** One try of a second factor. */
export interface Try {
  id: string;
  /** Counts it, before anything is compared: for a batch before `useFactor`. No row: no code of the app may be tried. */
  claim: ReturnType<typeof claimTry>;
}

/** @param address the client's */
export async function beginTry(ctx: RequestContext, userId: string, address: string): Promise<Try> {
  const now = ctx.clock.now();
  const id = newId(now);
  const networks = await networkHashes(ctx.keyring, userId, address);
  return { id, claim: claimTry(ctx.accountsDb, { id, userId, at: now }, networks) };
}

/**
 * Checks a code of the authenticator app or a recovery code, and uses it up: of parallel requests with the same code, one
 * gets true. The owner is told by mail that a recovery code was used.
 * @param totp the account's confirmed app
 * @param attempt the id of the try, and whether its claim gave a row
 * @throws AppError 403 `too_many_codes` for a code of the app after 20 wrong tries in a day, from a network that has not signed
 *   in during the last 30 days
 */
export async function useFactor(
  ctx: RequestContext,
  totp: TotpRow,
  factor: TypedFactor,
  attempt: { id: string; isClaimed: boolean },
): Promise<boolean> {
  if ("recoveryCode" in factor) return takeRecoveryCode(ctx, totp.userId, factor.recoveryCode, attempt.id);
  if (!attempt.isClaimed) throw new AppError("too_many_codes");
  const opened = await openTotpSecret(ctx, totp);
  if (opened === null) return false;
  const step = stepOfCode(opened.secret, factor.code, ctx.clock.now());
  if (step === null) return false;
  const { used } = await runBatch(ctx.accountsDb, {
    used: useTotpStep(ctx.accountsDb, totp.userId, { step, sealedSecret: opened.sealedSecret }),
    forgotten: forgetTry(ctx.accountsDb, attempt.id),
  });
  return used.length > 0;
}

async function takeRecoveryCode(ctx: RequestContext, userId: string, code: string, tryId: string): Promise<boolean> {
  const { accountsDb: db, clock } = ctx;
  const codeHash = await recoveryCodeHash(code);
  const notices = accountNotices(ctx, "second_factor_changed", [userId], { detail: "recovery_code_used" });
  const outboxEntries = enqueue(ctx, notices, isRecoveryCodeUnused(db, userId, codeHash));
  const { used } = await runBatch(db, {
    outbox: outboxEntries.statements,
    used: useRecoveryCode(db, userId, codeHash, clock.now()),
    // Its insert is the change that `forgetTry` looks at.
    logged: logChange(ctx, userId, "recovery_code_used"),
    forgotten: forgetTry(db, tryId),
  });
  if (used.length === 0) return false;
  outboxEntries.publishAfterResponse();
  return true;
}
