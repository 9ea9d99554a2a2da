import { sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { one } from "../../db/one.ts";
import { refreshTokens, users } from "../../db/schema/accounts.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import {
  extendRefreshToken,
  extendStoredSession,
  insertSession,
  recordNetwork,
  type SessionMethod,
} from "../../platform/authorization/session-queries.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { accountNotices } from "../notices/account-notices.ts";
import type { RefreshTokenRow } from "./credentials.ts";
import {
  type Credentials,
  credentialsOf,
  newRefreshToken,
  REFRESH_TOKEN_TTL_MS,
  SESSION_TTL_MS,
} from "./credentials.ts";
import { browserOf, deviceOf, networkHashes, placeOf } from "./device.ts";
import { countryOf, logChange, placeOfRequest } from "./log-change.ts";
import { type Account, isUnchanged, isUnusualSignIn, recordLogin } from "./queries.ts";

/** Method and facts of a sign-in. */
export interface SignIn {
  method: SessionMethod;
  /** The password's hash if it was recomputed with a higher cost. If omitted, the stored hash stays. */
  passwordHash?: string | undefined;
  /** The request, for the list of the user's sessions. */
  facts: RequestFacts;
}

/** A cookie older than this is replaced by a newer one. */
const EXTEND_AFTER_MS = DAY_MS;

/**
 * Starts a session, emails the owner if the sign-in is unusual, and resets the count of failed sign-ins, in one batch.
 * Writes only if the account was neither locked nor got another password since `findAccount` read it. The caller
 * decides by the method whether a locked or unverified account may sign in.
 * @throws AppError 401 `invalid_credentials` when the account has changed since it was read
 */
export async function startSession(ctx: RequestContext, account: Account, signIn: SignIn): Promise<Credentials> {
  const { accountsDb: db, clock, keyring } = ctx;
  const now = clock.now();
  // `sessionsValidFrom` may come from a machine whose clock is ahead. An earlier session would be rejected.
  const createdAt = Math.max(now, account.sessionsValidFrom);
  const token = await newRefreshToken(keyring, { userId: account.id, createdAt });
  const session = {
    id: token.familyId,
    userId: account.id,
    method: signIn.method,
    authenticatedAt: now,
    authenticatedCountry: countryOf(signIn.facts),
    device: deviceOf(signIn.facts.userAgent),
    place: placeOf(signIn.facts),
    createdAt,
    lastUsedAt: createdAt,
    expiresAt: token.expiresAt,
    lastUsedPlace: placeOfRequest(ctx),
  };
  const networks = await networkHashes(keyring, account.id, signIn.facts.ipAddress);
  const isUnusual = isUnusualSignIn(db, account, { ...session, networks, country: session.authenticatedCountry });
  const from = { browser: browserOf(signIn.facts.userAgent), place: session.lastUsedPlace };
  const notice = enqueue(
    ctx,
    accountNotices(ctx, "signed_in", [account.id], { from }),
    sql`changes() > 0 and ${isUnusual}`,
  );
  const { unusual, started } = await runBatch(db, {
    unusual: one(db.select({ one: sql<number>`1` }).from(sql`(select 1)`).where(isUnusual)),
    started: one(insertFirstRefreshToken(db, token, account)),
    notice: notice.statements,
    session: insertSession(db, session),
    network: recordNetwork(db, session, networks[0]),
    logged: logChange(ctx, account.id, "signed_in"),
    recorded: recordLogin(db, account, { passwordHash: signIn.passwordHash ?? account.passwordHash, now }),
  });
  if (started === undefined) throw new AppError("invalid_credentials");
  if (unusual !== undefined) notice.publishAfterResponse();
  return credentialsOf(keyring, token);
}

/**
 * Extends a cookie session by 30 days, up to 90 days in total, as a refresh extends a token session. At most once per
 * day and cookie, because each extension is a write.
 * @returns the caller and the expiry (epoch milliseconds) of the next cookie; null if the current cookie stays or the
 *   session has ended
 */
export async function extendSession(
  ctx: RequestContext,
  caller: Caller,
): Promise<{ caller: Caller; expiresAt: number } | null> {
  const { accountsDb: db, clock } = ctx;
  const now = clock.now();
  if (now - caller.issuedAt < EXTEND_AFTER_MS) return null;
  const session = { userId: caller.userId, sessionId: caller.sessionId };
  const until = { from: now, lastsMs: REFRESH_TOKEN_TTL_MS, lastsInAllMs: SESSION_TTL_MS };
  const { extended } = await runBatch(db, {
    extended: one(extendRefreshToken(db, session, until)),
    stored: extendStoredSession(db, session, now, placeOfRequest(ctx)),
  });
  return extended === undefined ? null : { caller: { ...caller, issuedAt: now }, expiresAt: extended.expiresAt };
}

/**
 * Inserts the first refresh token of a session if the account is unchanged since it was read: not locked, and with the
 * same password.
 */
function insertFirstRefreshToken(db: AccountsDatabase, row: RefreshTokenRow, account: Account) {
  return insertWhere(
    db,
    refreshTokens,
    row,
    sql`exists (select 1 from ${users} where ${isUnchanged(account)})`,
  ).returning({
    id: refreshTokens.id,
  });
}
