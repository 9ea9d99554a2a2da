import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { passkeys } from "../../db/schema/second-factors.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { accountChanged } from "../../platform/account-replicas/replicate-account.ts";
import { type AuthorizedUser, authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { commit, deniedOr } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { logChange } from "../accounts/log-change.ts";
import { credentialNotices, removalNotices } from "../notices/account-notices.ts";
import {
  ALGORITHMS,
  challengeIn,
  type NewCredential,
  relyingPartyOf,
  userHandleOf,
  verifyNewPasskey,
} from "./passkey-ceremony.ts";
import {
  CHALLENGE_TTL_MS,
  issueChallenge,
  type PasskeyRow,
  useChallenge,
  type VerifiedChallenge,
  verifyChallenge,
} from "./passkey-challenge.ts";
import { findAuthentication } from "./queries.ts";
import { requireStepUp, requireStepUpFor } from "./require-step-up.ts";

/** Passkeys of one account: more than a person has devices. */
const MAX_PASSKEYS = 20;

/** A passkey is found without an address, and its user is verified. */
const SELECTION = { residentKey: "required", requireResidentKey: true, userVerification: "required" } as const;

/**
 * Stores the passkey that a browser has made with the options of `offerPasskeyRegistration`. Its challenge works once.
 * Emails the owner.
 * @throws AppError 400 `invalid_passkey` for a response that is malformed, of another site, without user verification,
 *   to a challenge of another session, one older than 5 minutes or one that was used, or for a passkey that an account
 *   has; 409 `passkey_limit_reached`
 */
export async function addPasskey(
  ctx: RequestContext,
  caller: Caller,
  input: { credential: NewCredential; name: string },
): Promise<PasskeyRow> {
  const { clock, config } = ctx;
  const { userId, sessionId } = caller;
  const { user } = await authorizeUser(ctx, caller, {});
  const purpose = { kind: "registration" as const, userId, sessionId };
  const answered = challengeIn(input.credential.response.clientDataJSON) ?? "";
  const challenge = await verifyChallenge(ctx, purpose, answered);
  if (challenge === null) throw new AppError("invalid_passkey");
  const made = await verifyNewPasskey(relyingPartyOf(config.PUBLIC_URL), input.credential, answered);
  if (made === null) throw new AppError("invalid_passkey");
  const now = clock.now();
  const row = {
    id: newId(now),
    userId,
    ...made,
    name: input.name,
    createdAt: now,
    lastUsedAt: null,
    lastUsedPlace: null,
  };
  await storePasskey(ctx, user, row, challenge);
  return row;
}

async function storePasskey(
  ctx: RequestContext,
  user: AuthorizedUser,
  row: PasskeyRow,
  challenge: VerifiedChallenge,
): Promise<void> {
  const { accountsDb: db } = ctx;
  await commit(ctx, {
    by: user,
    guard: [hasRoomForPasskey(db, row.userId)],
    changes: {
      used: useChallenge(db, challenge),
      stored: db.insert(passkeys).values(row),
      logged: logChange(ctx, row.userId, "passkey_created", row.id),
    },
    messages: [...credentialNotices(ctx, "passkey", [row.userId]), ...accountChanged(ctx, row.userId)],
    at: row.createdAt,
    lost: deniedOr(ctx, user, "passkey_limit_reached"),
  }).catch((error: unknown) => {
    // The challenge was used, or an account has this passkey already.
    throw isConstraintViolation(error) ? new AppError("invalid_passkey") : error;
  });
}

/**
 * Returns the options with which a browser creates a passkey. Its challenge is bound to the session, so that
 * `addPasskey` needs no additional step-up. Attestation is not requested, because it would reveal a person's devices.
 * @throws AppError 403 `step_up_required`, 409 `passkey_limit_reached`
 */
export async function offerPasskeyRegistration(ctx: RequestContext, caller: Caller) {
  const { accountsDb: db, config } = ctx;
  const { userId, sessionId } = caller;
  const { user, authentication, passkeys } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller), passkeys: listPasskeys(db, userId) },
  );
  await requireStepUpFor("passkey", ctx, caller, authentication);
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError("passkey_limit_reached");
  const purpose = { kind: "registration" as const, userId, sessionId };
  return {
    rp: { id: relyingPartyOf(config.PUBLIC_URL).id, name: "Usher" },
    user: { id: userHandleOf(userId), name: user.email ?? "", displayName: user.name },
    challenge: await issueChallenge(ctx, purpose),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" as const })),
    timeout: CHALLENGE_TTL_MS,
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId, type: "public-key" as const })),
    authenticatorSelection: SELECTION,
    attestation: "none" as const,
  };
}

/** The caller's passkeys, oldest first. */
export async function readPasskeys(ctx: RequestContext, caller: Caller): Promise<PasskeyRow[]> {
  const { passkeys } = await authorizeUser(ctx, caller, {}, { passkeys: listPasskeys(ctx.accountsDb, caller.userId) });
  return passkeys;
}

/**
 * Removes a passkey of the caller, and notifies the owner by email. Sessions that the passkey has started continue.
 * @throws AppError 403 `step_up_required`, 404 for a passkey that the caller does not have
 */
export async function removePasskey(ctx: RequestContext, caller: Caller, passkeyId: string): Promise<void> {
  const { accountsDb: db, clock } = ctx;
  const { user, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller) },
  );
  await requireStepUp(ctx, caller, authentication);
  const isOwn = and(eq(passkeys.id, passkeyId), eq(passkeys.userId, user.id));
  await commit(ctx, {
    by: user,
    guard: [sql`exists (select 1 from ${passkeys} where ${isOwn})`],
    changes: {
      removed: db.delete(passkeys).where(isOwn),
      logged: logChange(ctx, user.id, "passkey_ended", passkeyId),
    },
    messages: [...removalNotices(ctx, "passkey", [user.id]), busMessage(ctx, "account.changed", { user_id: user.id })],
    at: clock.now(),
    lost: deniedOr(ctx, user, "not_found"),
  });
}

/** The passkeys of an account, oldest first. */
function listPasskeys(db: AccountsDatabase, userId: string) {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));
}

/** Condition: the account may have one more passkey. */
function hasRoomForPasskey(db: AccountsDatabase, userId: string): SQL {
  const stored = db.select({ stored: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return sql`${stored} < ${MAX_PASSKEYS}`;
}
