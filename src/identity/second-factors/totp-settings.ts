import { and, count, eq, exists, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { abortUnless } from "../../db/abort-unless.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { insertWhere } from "../../db/inserts.ts";
import { recoveryCodes, totpSecrets } from "../../db/schema/second-factors.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { accountChanged } from "../../platform/account-replicas/replicate-account.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { hasLiveSession } from "../../platform/authorization/session-queries.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { logChange } from "../accounts/log-change.ts";
import { credentialNotices, removalNotices } from "../notices/account-notices.ts";
import {
  type Confirmed,
  deleteRecoveryCodes,
  findAuthentication,
  findTotp,
  hasConfirmedTotp,
  replaceRecoveryCodes,
  type TotpRow,
} from "./queries.ts";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import { requireStepUp, requireStepUpFor } from "./require-step-up.ts";
import { newTotpSecret, openTotpSecret, otpauthUrl, sealTotpSecret, stepOfCode } from "./totp.ts";

/** How long a secret waits for its first code. After that, whoever set it up has to prove themselves again. */
const SETUP_TTL_MS = 15 * MINUTE_MS;

/** What an authenticator app needs: the secret in base32, and the same as an address for a QR code. */
export interface TotpSetup {
  secret: string;
  otpauthUrl: string;
}

/** The state of an account's authenticator app. `confirmedAt` in epoch milliseconds, null where signing in needs none. */
export interface TotpState {
  confirmedAt: number | null;
  recoveryCodesLeft: number;
}

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
  const outboxEntries = enqueue(ctx, [
    ...credentialNotices(ctx, "authenticator_app", [userId], { detail: "turned_on" }),
    ...accountChanged(ctx, userId),
  ]);
  try {
    await runBatch(db, {
      unconfirmed: assertUnconfirmed(db, user, found),
      confirmed: confirmTotpSecret(db, userId, { at: now, step }),
      logged: logChange(ctx, userId, "authenticator_app_created", userId),
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

/**
 * Makes a secret for an authenticator app. It changes nothing about signing in until `confirmTotp` has seen a code of it;
 * an earlier secret that was never confirmed is replaced.
 * @throws AppError 403 `step_up_required`, 409 `totp_exists` when an app is confirmed
 */
export async function setUpTotp(ctx: RequestContext, caller: Caller): Promise<TotpSetup> {
  const { accountsDb: db, clock } = ctx;
  const { user, authentication, totp } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller), totp: findTotp(db, caller.userId) },
  );
  await requireStepUpFor("authenticator_app", ctx, caller, authentication);
  if (totp[0]?.confirmedAt) throw new AppError("totp_exists");
  const secret = newTotpSecret();
  const sealedSecret = await sealTotpSecret(ctx, caller.userId, secret);
  const [stored] = await upsertTotp(db, user, { sealedSecret, createdAt: clock.now() });
  if (stored === undefined) {
    await authorizeUser(ctx, caller, {});
    throw new AppError("totp_exists");
  }
  return { secret, otpauthUrl: otpauthUrl(secret, user.email ?? "") };
}

/**
 * Removes the caller's authenticator app and the recovery codes with it: signing in asks for the password alone. The owner
 * is told by mail, unless the app was never confirmed.
 * @throws AppError 403 `step_up_required`, 404 when there is no app
 */
export async function removeTotp(ctx: RequestContext, caller: Caller): Promise<void> {
  const { accountsDb: db } = ctx;
  const { user, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller) },
  );
  await requireStepUp(ctx, caller, authentication);
  const notices = removalNotices(ctx, "authenticator_app", [caller.userId]);
  const changed = busMessage(ctx, "account.changed", { user_id: user.id });
  const outboxEntries = enqueue(ctx, [...notices, changed], hasConfirmedTotp(db, user));
  const { removed } = await runBatch(db, {
    outbox: outboxEntries.statements,
    removed: deleteTotp(db, user),
    logged: logChange(ctx, user.id, "authenticator_app_ended", user.id),
    codes: deleteRecoveryCodes(db, user),
  });
  if (removed[0] === undefined) throw notFound();
  if (removed[0].confirmedAt !== null) outboxEntries.publishAfterResponse();
}

/** Whether signing in asks the caller for a code, and how many recovery codes are left. */
export async function readTotp(ctx: RequestContext, caller: Caller): Promise<TotpState> {
  const { accountsDb: db } = ctx;
  const { totp, codes } = await authorizeUser(
    ctx,
    caller,
    {},
    { totp: findTotp(db, caller.userId), codes: countRecoveryCodes(db, caller.userId) },
  );
  return { confirmedAt: totp[0]?.confirmedAt ?? null, recoveryCodesLeft: codes[0]?.left ?? 0 };
}

/** How many recovery codes are left. */
function countRecoveryCodes(db: AccountsDatabase, userId: string) {
  return db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

/** Stores a secret that is not confirmed, in place of an earlier one. Returns no row when an app is confirmed. */
function upsertTotp(db: AccountsDatabase, user: Confirmed, totp: { sealedSecret: string; createdAt: number }) {
  const row = { userId: user.session.userId, ...totp, confirmedAt: null, lastStep: 0 };
  return insertWhere(db, totpSecrets, row, hasLiveSession(db, user))
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { ...totp, lastStep: 0 },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId });
}

/**
 * A first statement that aborts its batch unless a secret is still the one that was read, and not confirmed.
 * @throws a constraint violation
 */
function assertUnconfirmed(db: AccountsDatabase, user: Confirmed, { sealedSecret }: TotpRow) {
  const row = db
    .select({ one: sql`1` })
    .from(totpSecrets)
    .where(
      and(
        eq(totpSecrets.userId, user.session.userId),
        eq(totpSecrets.sealedSecret, sealedSecret),
        isNull(totpSecrets.confirmedAt),
      ),
    );
  return abortUnless(db, sql`${exists(row)} and ${hasLiveSession(db, user)}`);
}

/** Confirms a secret with the time step of its first code. */
function confirmTotpSecret(db: AccountsDatabase, userId: string, confirmed: { at: number; step: number }) {
  return db
    .update(totpSecrets)
    .set({ confirmedAt: confirmed.at, lastStep: confirmed.step })
    .where(eq(totpSecrets.userId, userId));
}

/** Removes an account's authenticator app. Returns no row when there is none, or the session has ended. */
function deleteTotp(db: AccountsDatabase, user: Confirmed) {
  return db
    .delete(totpSecrets)
    .where(and(eq(totpSecrets.userId, user.session.userId), hasLiveSession(db, user)))
    .returning({ confirmedAt: totpSecrets.confirmedAt });
}
