import { and, count, eq, exists, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { users } from "../../db/schema/accounts.ts";
import { factorFailures, recoveryCodes, totpSecrets } from "../../db/schema/second-factors.ts";
import { signInNetworks } from "../../db/schema/sessions.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { isNewMessage } from "../../platform/audit/queries.ts";
import { commit, isWritten } from "../../platform/commit/commit.ts";
import { networkHashes } from "../accounts/device.ts";
import { logChange } from "../accounts/log-change.ts";
import { accountNotices, onceADay } from "../notices/account-notices.ts";
import { KNOWN_NETWORK_MS, type TotpRow } from "./queries.ts";
import { recoveryCodeHash } from "./recovery-codes.ts";
import { decryptTotpSecret, stepOfCode } from "./totp.ts";

/** Wrong codes per day, after which only networks of earlier sign-ins may try. */
const MAX_FAILURES = 20;

/** Second factor that a person types. */
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
 * Checks a code of the authenticator app or a recovery code and uses it up. Of parallel requests with the same code,
 * one gets true. Emails the owner if a recovery code was used.
 * @param totp the account's confirmed app
 * @param attempt the ID of the try, and whether its claim gave a row
 * @throws AppError 403 `too_many_codes` for a code of the app after 20 wrong tries in a day, from a network that has
 *   not signed in during the last 30 days
 */
export async function useFactor(
  ctx: RequestContext,
  totp: TotpRow,
  factor: TypedFactor,
  attempt: { id: string; isClaimed: boolean },
): Promise<boolean> {
  const isRight = attempt.isClaimed || "recoveryCode" in factor ? await tryFactor(ctx, totp, factor, attempt.id) : null;
  if (!isRight) ctx.defer(() => notifyOfManyTries(ctx, totp.userId));
  if (isRight === null) throw new AppError("too_many_codes");
  return isRight;
}

async function tryFactor(ctx: RequestContext, totp: TotpRow, factor: TypedFactor, tryId: string): Promise<boolean> {
  if ("recoveryCode" in factor) return takeRecoveryCode(ctx, totp.userId, factor.recoveryCode, tryId);
  const opened = await decryptTotpSecret(ctx, totp);
  if (opened === null) return false;
  const step = stepOfCode(opened.secret, factor.code, ctx.clock.now());
  if (step === null) return false;
  const { used } = await runBatch(ctx.accountsDb, {
    used: useTotpStep(ctx.accountsDb, totp.userId, { step, sealedSecret: opened.sealedSecret }),
    forgotten: forgetTry(ctx.accountsDb, tryId),
  });
  return used.length > 0;
}

/** Emails the owner once the tries of the day are used up, once per day: slow guessing stays below the limits of an hour. */
async function notifyOfManyTries(ctx: RequestContext, userId: string): Promise<void> {
  const { accountsDb: db, clock } = ctx;
  const at = clock.now();
  const [failures] = await countTries(db, userId, at);
  if ((failures?.tries ?? 0) < MAX_FAILURES) return;
  const [notice] = accountNotices(ctx, "challenge_failed", [userId], { detail: "too_many_codes" });
  if (notice === undefined) return;
  const message = await onceADay(ctx, notice);
  const once = {
    guard: [isNewMessage(db, message.id)],
    changes: {},
    messages: [message],
    at,
    lost: "not_found",
  } as const;
  await isWritten(commit(ctx, { by: "service", ...once }));
}

async function takeRecoveryCode(ctx: RequestContext, userId: string, code: string, tryId: string): Promise<boolean> {
  const { accountsDb: db, clock } = ctx;
  const codeHash = await recoveryCodeHash(code);
  return isWritten(
    commit(ctx, {
      by: "service",
      guard: [isRecoveryCodeUnused(db, userId, codeHash)],
      changes: {
        used: useRecoveryCode(db, userId, codeHash, clock.now()),
        // Its insert is the change that `forgetTry` looks at.
        logged: logChange(ctx, userId, "recovery_code_used"),
        forgotten: forgetTry(db, tryId),
      },
      messages: accountNotices(ctx, "second_factor_changed", [userId], { detail: "recovery_code_used" }),
      at: clock.now(),
      lost: "not_found",
    }),
  );
}

/**
 * Uses up the code of a time step. Returns no row if the code, or a later one, was used before.
 * @param used the secret, re-encrypted if an earlier platform secret had encrypted it
 */
function useTotpStep(db: AccountsDatabase, userId: string, used: { step: number; sealedSecret: string }) {
  return db
    .update(totpSecrets)
    .set({ lastStep: used.step, sealedSecret: used.sealedSecret })
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt), lt(totpSecrets.lastStep, used.step)))
    .returning({ userId: totpSecrets.userId });
}

const FAILURES_MS = DAY_MS;

/**
 * Counts a try of a code before it is compared, so that parallel tries count, too. Returns no row when the day's tries
 * are used up and the network is not known. Tries before a password reset do not count.
 * @param networks the hashes of the client's network
 */
function claimTry(
  db: AccountsDatabase,
  attempt: { id: string; userId: string; at: number },
  networks: readonly string[],
) {
  const { userId, at } = attempt;
  const failures = countTries(db, userId, at);
  const known = db
    .select({ one: sql`1` })
    .from(signInNetworks)
    .where(
      and(
        eq(signInNetworks.userId, userId),
        inArray(signInNetworks.networkHash, [...networks]),
        gt(signInNetworks.lastAt, at - KNOWN_NETWORK_MS),
      ),
    );
  return insertWhere(db, factorFailures, attempt, sql`(${failures}) < ${MAX_FAILURES} or ${exists(known)}`).returning({
    id: factorFailures.id,
  });
}

/** Counts the tries of a day. A sign-out of every session, as by a reset, starts again. */
function countTries(db: AccountsDatabase, userId: string, at: number) {
  const validFrom = sql`(select ${users.sessionsValidFrom} from ${users} where ${users.id} = ${userId})`;
  return db
    .select({ tries: count() })
    .from(factorFailures)
    .where(and(eq(factorFailures.userId, userId), gt(factorFailures.at, sql`max(${at - FAILURES_MS}, ${validFrom})`)));
}

/** Takes a try back, if the statement before it in the batch has used a factor up: the try was right. */
function forgetTry(db: AccountsDatabase, id: string) {
  return db.delete(factorFailures).where(and(eq(factorFailures.id, id), sql`changes() > 0`));
}

/** The condition that an account has this recovery code, unused. */
function isRecoveryCodeUnused(db: AccountsDatabase, userId: string, codeHash: string): SQL {
  return exists(db.select({ one: sql`1` }).from(recoveryCodes).where(isUnused(userId, codeHash)));
}

function useRecoveryCode(db: AccountsDatabase, userId: string, codeHash: string, now: number) {
  return db.update(recoveryCodes).set({ usedAt: now }).where(isUnused(userId, codeHash));
}

function isUnused(userId: string, codeHash: string) {
  return and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt));
}
