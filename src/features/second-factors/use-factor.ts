import { runBatch } from "../../db/batch.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { isRecoveryCodeUnused, type TotpRow, useRecoveryCode, useTotpStep } from "./queries.ts";
import { recoveryCodeHash } from "./recovery-code.ts";
import { stepOfCode } from "./totp.ts";
import { openTotpSecret } from "./totp-secret.ts";

/** What a person types as a second factor. */
export type TypedFactor = { code: string } | { recoveryCode: string };

/**
 * Checks a code of the authenticator app or a recovery code, and uses it up: of parallel requests with the same code, one
 * gets true. The owner is told by mail that a recovery code was used.
 * @param totp the account's confirmed app
 */
export async function useFactor(ctx: RequestContext, totp: TotpRow, factor: TypedFactor): Promise<boolean> {
  if ("recoveryCode" in factor) return takeRecoveryCode(ctx, totp.userId, factor.recoveryCode);
  const opened = await openTotpSecret(ctx, totp);
  if (opened === null) return false;
  const step = stepOfCode(opened.secret, factor.code, ctx.clock.now());
  if (step === null) return false;
  const used = await useTotpStep(ctx.accountsDb, totp.userId, { step, sealedSecret: opened.sealedSecret });
  return used.length > 0;
}

async function takeRecoveryCode(ctx: RequestContext, userId: string, code: string): Promise<boolean> {
  const { accountsDb: db, clock } = ctx;
  const codeHash = await recoveryCodeHash(code);
  const notices = accountNotices(ctx, "second_factor_changed", [userId], { detail: "recovery_code_used" });
  const outboxEntries = enqueue(ctx, notices, isRecoveryCodeUnused(db, userId, codeHash));
  const { used } = await runBatch(db, {
    outbox: outboxEntries.statements,
    used: useRecoveryCode(db, userId, codeHash, clock.now()),
  });
  if (used.length === 0) return false;
  outboxEntries.publishAfterResponse();
  return true;
}
