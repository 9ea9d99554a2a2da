import { eq } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { one } from "../../db/one.ts";
import { users } from "../../db/schema/accounts.ts";
import { emailKey, maskEmail } from "../../kernel/email-address.ts";
import { PASSWORD_COSTS, verifyPassword } from "../../kernel/password-hash.ts";
import { accountChanged } from "../../platform/account-replicas/replicate-account.ts";
import { commit } from "../../platform/commit/commit.ts";
import { insertSecret, isSecretOpen, type PresentedSecret, useSecretsOf } from "../../platform/secrets/queries.ts";
import { ACCOUNT_LINKS, issueSecret, secretHash } from "../../platform/secrets/secrets.ts";
import { logChange } from "../accounts/log-change.ts";
import { applyEmailChange } from "../accounts/queries.ts";
import {
  addressLost,
  findSecretOwner,
  invalidToken,
  isOfLiveOwner,
  requireSecret,
  type SecretOwner,
} from "../accounts/require-secret.ts";
import { credentialNotices } from "../notices/account-notices.ts";
import { setPasswordByLink } from "./reset-password.ts";

/** True if a new password has replaced the sign-up's. */
export interface Verification {
  replacedPassword: boolean;
}

/**
 * Verifies an address by the token of an email, for a new account or a requested change of address. Another person may
 * have chosen the password of a new account. A different `password` therefore replaces it, empties the name, and
 * revokes all earlier credentials, as a reset does. Passkeys, authenticator app and recovery codes stay.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than a day, or for another purpose; 400
 *   `validation_failed` for a new password that breaks a rule (the token stays valid); 409 `email_taken` when another
 *   account has the new address by now
 */
export async function verifyEmail(
  ctx: RequestContext,
  { token, password }: { token: string; password?: string | undefined },
): Promise<Verification> {
  const { accountsDb: db } = ctx;
  const proof = await requireSecret(ctx, "verify_email", token);
  const { owner, change } = await findVerification(ctx, proof);
  if (change !== undefined) await changeEmail(ctx, { ...proof, kind: "change_email" }, change);
  if (change !== undefined) return { replacedPassword: false };
  if (owner === undefined) throw invalidToken();
  if (password !== undefined && !isPasswordOf(ctx, owner, password)) {
    // A password that was chosen after the verification is changed by a reset alone.
    if (owner.emailVerified) throw invalidToken();
    await setPasswordByLink(ctx, proof, owner, { password });
    return { replacedPassword: true };
  }
  await commit(ctx, {
    by: "service",
    guard: [isOfLiveOwner(proof)],
    changes: {
      verified: markVerified(db, owner.id, proof.now),
      used: useSecretsOf(db, owner.id, ["verify_email"], proof.now),
    },
    messages: accountChanged(ctx, owner.id),
    at: proof.now,
    lost: "invalid_token",
  });
  return { replacedPassword: false };
}

/** A requested change of address: the account's current address, masked, and when and from where it was requested. */
export interface RequestedChange {
  account: string;
  /** Epoch milliseconds. */
  at: number;
  browser: string | null;
  place: string | null;
}

/**
 * Returns the purpose of a token: the address of a new account, or a change of address. Both are null for a token with
 * another purpose, or an invalid one.
 */
export async function purposeOfToken(
  ctx: RequestContext,
  token: string,
): Promise<{ address: string | null; change: RequestedChange | null }> {
  const hash = await secretHash(ctx, "verify_email", token);
  if (hash === null) return { address: null, change: null };
  const { owner, change } = await findVerification(ctx, { hash, kind: "verify_email", now: ctx.clock.now() });
  return { address: owner?.email ?? null, change: change === undefined ? null : requestedChange(change) };
}

function requestedChange({ email, createdAt, payload }: SecretOwner): RequestedChange {
  const { browser = null, place = null } = payload;
  return { account: maskEmail(email ?? ""), at: createdAt, browser, place };
}

/** Finds the purpose of a presented token. Both kinds are signed with one key. */
function findVerification({ accountsDb: db }: RequestContext, proof: PresentedSecret) {
  return runBatch(db, {
    owner: one(findSecretOwner(db, proof)),
    change: one(findSecretOwner(db, { ...proof, kind: "change_email" })),
  });
}

function isPasswordOf({ config }: RequestContext, { passwordHash }: SecretOwner, password: string): boolean {
  return verifyPassword(password, passwordHash, PASSWORD_COSTS[config.PASSWORD_HASH_COST]).matches;
}

/**
 * In one batch: stores the new address, revokes all links that were emailed to the old one, and emails the old one a
 * link that undoes the change.
 */
async function changeEmail(
  ctx: RequestContext,
  secret: PresentedSecret,
  { id: userId, email: previous, payload }: SecretOwner,
): Promise<void> {
  const { accountsDb: db } = ctx;
  const email = payload.email ?? "";
  const undo = await issueSecret(ctx, "undo_email_change", { owner: userId, payload: { email: previous ?? "" } });
  const facts = { actorId: userId, undoId: undo.id, ...(previous === null ? {} : { address: previous }) };
  const notices = credentialNotices(ctx, "email_address", [userId], facts);
  const lost = () => addressLost(db, secret);
  await commit(ctx, {
    by: "service",
    guard: [isSecretOpen(secret)],
    changes: {
      applied: applyEmailChange(db, secret, { email, emailKey: emailKey(email) }),
      logged: logChange(ctx, userId, "email_changed"),
      links: endMailedLinks(db, userId, secret.now),
      undo: insertSecret(db, undo.row),
    },
    messages: [...accountChanged(ctx, userId), ...notices],
    at: secret.now,
    lost,
  }).catch(async (error: unknown) => {
    throw isConstraintViolation(error) ? await lost() : error;
  });
}

function markVerified(db: AccountsDatabase, userId: string, now: number) {
  return db.update(users).set({ emailVerified: true, signedUpFrom: null, updatedAt: now }).where(eq(users.id, userId));
}

/** Uses up what emailed links of an account could still do: reset the password, verify or change the address. */
function endMailedLinks(db: AccountsDatabase, userId: string, now: number) {
  return useSecretsOf(db, userId, ACCOUNT_LINKS, now);
}
