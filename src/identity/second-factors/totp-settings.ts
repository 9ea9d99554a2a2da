import { and, count, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { recoveryCodes, totpSecrets } from "../../db/schema/second-factors.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { accountChanged } from "../../platform/account-replicas/replicate-account.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { commit, deniedOr, retried } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { logChange } from "../accounts/log-change.ts";
import { credentialNotices, removalNotices } from "../notices/account-notices.ts";
import {
  deleteRecoveryCodes,
  findAuthentication,
  findTotp,
  hasConfirmedTotp,
  replaceRecoveryCodes,
  type TotpRow,
} from "./queries.ts";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import { requireStepUp, requireStepUpFor } from "./require-step-up.ts";
import { decryptTotpSecret, encryptTotpSecret, newTotpSecret, otpauthUrl, stepOfCode } from "./totp.ts";

/** Lifetime of a secret without a first code. After that, the user needs a new step-up. */
const SETUP_TTL_MS = 15 * MINUTE_MS;

/** Attempts to remove an app that another request confirms or replaces. */
const MAX_ATTEMPTS = 3;

/** Setup data for an authenticator app: the secret in base32, and as a URL for a QR code. */
export interface TotpSetup {
  secret: string;
  otpauthUrl: string;
}

/** The state of an account's authenticator app. `confirmedAt` in epoch milliseconds, null if signing in needs none. */
export interface TotpState {
  confirmedAt: number | null;
  recoveryCodesLeft: number;
}

/**
 * Confirms an authenticator app by one of its codes. From then on, signing in with the password asks for a code. Its
 * first code is used up. Emails the owner.
 * @returns the recovery codes, which are stored as hashes and never shown again
 * @throws AppError 403 `invalid_factor` for a wrong code, 409 `totp_exists` when an app is confirmed, 409
 *   `totp_missing` when none was set up in the last 15 minutes
 */
export async function confirmTotp(ctx: RequestContext, caller: Caller, code: string): Promise<string[]> {
  const { accountsDb: db, clock } = ctx;
  const { userId } = caller;
  const { user, totp } = await authorizeUser(ctx, caller, {}, { totp: one(findTotp(db, userId)) });
  const now = clock.now();
  if (totp?.confirmedAt) throw new AppError("totp_exists");
  const opened = totp === undefined ? null : await decryptTotpSecret(ctx, totp);
  if (totp === undefined || opened === null || now - totp.createdAt > SETUP_TTL_MS) throw new AppError("totp_missing");
  const step = stepOfCode(opened.secret, code, now);
  if (step === null) throw new AppError("invalid_factor");

  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map(recoveryCodeHash));
  await commit(ctx, {
    by: user,
    guard: [isAsRead(userId, totp)],
    changes: {
      confirmed: confirmTotpSecret(db, userId, { at: now, step }),
      logged: logChange(ctx, userId, "authenticator_app_created", userId),
      codes: replaceRecoveryCodes(db, userId, hashes, now),
      loggedCodes: logChange(ctx, userId, "recovery_code_created", userId),
    },
    messages: [
      ...credentialNotices(ctx, "authenticator_app", [userId], { detail: "turned_on" }),
      ...accountChanged(ctx, userId),
    ],
    at: now,
    lost: deniedOr(ctx, user, "totp_exists"),
  });
  return codes;
}

/**
 * Creates a secret for an authenticator app. Signing in is unchanged until `confirmTotp` has checked a code. Replaces
 * an earlier secret that was never confirmed.
 * @throws AppError 403 `step_up_required`, 409 `totp_exists` when an app is confirmed
 */
export async function setUpTotp(ctx: RequestContext, caller: Caller): Promise<TotpSetup> {
  const { accountsDb: db, clock } = ctx;
  const { user, authentication, totp } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller), totp: one(findTotp(db, caller.userId)) },
  );
  await requireStepUpFor("authenticator_app", ctx, caller, authentication);
  if (totp?.confirmedAt) throw new AppError("totp_exists");
  const secret = newTotpSecret();
  const sealedSecret = await encryptTotpSecret(ctx, caller.userId, secret);
  const at = clock.now();
  const row = { userId: caller.userId, sealedSecret, createdAt: at, confirmedAt: null, lastStep: 0 };
  await commit(ctx, {
    by: user,
    guard: [not(hasConfirmedTotp(db, caller.userId))],
    changes: { stored: putTotp(db, row) },
    at,
    lost: deniedOr(ctx, user, "totp_exists"),
  });
  return { secret, otpauthUrl: otpauthUrl(secret, user.email ?? "") };
}

/**
 * Removes the caller's authenticator app and the recovery codes with it: signing in then asks only for the password.
 * Emails the owner, unless the app was never confirmed.
 * @throws AppError 403 `step_up_required`, 404 when there is no app, 409 `totp_changed`
 */
export const removeTotp = retried(async (ctx: RequestContext, caller: Caller): Promise<void> => {
  const { accountsDb: db, clock } = ctx;
  const { user, authentication, totp } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller), totp: one(findTotp(db, caller.userId)) },
  );
  await requireStepUp(ctx, caller, authentication);
  if (totp === undefined) throw notFound();
  const isConfirmed = totp.confirmedAt !== null;
  await commit(ctx, {
    by: user,
    guard: [isAsRead(user.id, totp)],
    changes: {
      removed: deleteTotp(db, user.id),
      logged: logChange(ctx, user.id, "authenticator_app_ended", user.id),
      codes: deleteRecoveryCodes(db, user.id),
    },
    messages: isConfirmed
      ? [
          ...removalNotices(ctx, "authenticator_app", [user.id]),
          busMessage(ctx, "account.changed", { user_id: user.id }),
        ]
      : [],
    at: clock.now(),
    lost: "totp_changed",
  });
}, MAX_ATTEMPTS);

/** Returns whether signing in requires a code, and the number of unused recovery codes. */
export async function readTotp(ctx: RequestContext, caller: Caller): Promise<TotpState> {
  const { accountsDb: db } = ctx;
  const { totp, codes } = await authorizeUser(
    ctx,
    caller,
    {},
    { totp: one(findTotp(db, caller.userId)), codes: one(countRecoveryCodes(db, caller.userId)) },
  );
  return { confirmedAt: totp?.confirmedAt ?? null, recoveryCodesLeft: codes?.left ?? 0 };
}

/** Counts the unused recovery codes. */
function countRecoveryCodes(db: AccountsDatabase, userId: string) {
  return db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

function putTotp(db: AccountsDatabase, row: TotpRow) {
  return db.insert(totpSecrets).values(row).onConflictDoUpdate({ target: totpSecrets.userId, set: row });
}

/** Condition: the account's secret and its confirmation are unchanged since they were read. */
function isAsRead(userId: string, { sealedSecret, confirmedAt }: TotpRow): SQL {
  return sql`exists (select 1 from ${totpSecrets} where ${totpSecrets.userId} = ${userId}
    and ${totpSecrets.sealedSecret} = ${sealedSecret} and ${totpSecrets.confirmedAt} is ${confirmedAt})`;
}

/** Confirms a secret with the time step of its first code. */
function confirmTotpSecret(db: AccountsDatabase, userId: string, confirmed: { at: number; step: number }) {
  return db
    .update(totpSecrets)
    .set({ confirmedAt: confirmed.at, lastStep: confirmed.step })
    .where(eq(totpSecrets.userId, userId));
}

function deleteTotp(db: AccountsDatabase, userId: string) {
  return db.delete(totpSecrets).where(eq(totpSecrets.userId, userId));
}
