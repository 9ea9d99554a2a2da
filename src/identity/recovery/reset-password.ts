import { and, eq, gt, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { passkeys } from "../../db/schema/second-factors.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { hashPassword, PASSWORD_COSTS } from "../../kernel/password-hash.ts";
import { accountChanged } from "../../platform/account-replicas/replicate-account.ts";
import { commit } from "../../platform/commit/commit.ts";
import { eventEndings } from "../../platform/credentials/endings.ts";
import { listDevicesOf, listInvitesOf } from "../../platform/credentials/invites-and-devices.ts";
import { isOpenOf, type PresentedSecret } from "../../platform/secrets/queries.ts";
import { selectUserShards, shardsOf } from "../../platform/shards/shards-of.ts";
import { ATTEMPTS, ATTEMPTS_ON_EMAIL } from "../accounts/limits.ts";
import { logChange } from "../accounts/log-change.ts";
import { validatePassword } from "../accounts/password-rules.ts";
import {
  findSecretOwner,
  invalidToken,
  isOfLiveOwner,
  requireSecret,
  type SecretOwner,
} from "../accounts/require-secret.ts";
import { accountNotices, type RemainingCredentials } from "../notices/account-notices.ts";
import { hasConfirmedTotp } from "../second-factors/queries.ts";
import { endAccount } from "../sessions/sessions.ts";

/** The door devices of events that begin within this time are kept: a reset on the day must not close the door. */
const DOOR_KEPT_MS = 2 * DAY_MS;

/** A credential that a reset has ended or kept. */
export interface ListedCredential {
  kind: "session" | "api_key" | "webhook_endpoint" | "door_device" | "invite";
  id: string;
  name: string | null;
  eventId: string | null;
}

/** The credentials that a reset revoked, the door devices that it kept, and those that no reset revokes. */
export interface Reset {
  ended: ListedCredential[];
  kept: ListedCredential[];
  remaining: RemainingCredentials;
}

/**
 * Sets a new password by an emailed link and revokes the credentials that the registry names: sessions, API keys,
 * webhook endpoints, emailed links, open invites, and named door devices. Door devices of events that begin within 48
 * hours stay. Passkeys, authenticator app and recovery codes stay, and the next sign-in asks for them. So does the link
 * that undoes a change of address. The email names what stays. One batch also
 * unlocks the account. The link proves control of the address, which becomes verified. After a rejected password the
 * link stays valid.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than an hour, or for another purpose; 400
 *   `validation_failed` for a password that breaks a rule
 */
export async function resetPassword(
  ctx: RequestContext,
  input: { token: string; password: string; end_door_devices?: boolean | undefined },
): Promise<Reset> {
  const presented = await requireSecret(ctx, "reset_password", input.token);
  const [owner] = await findSecretOwner(ctx.accountsDb, presented);
  if (owner === undefined) throw invalidToken();
  return setPasswordByLink(ctx, presented, owner, input);
}

/** Sets a new password by an open secret of its user; see `resetPassword`. */
export async function setPasswordByLink(
  ctx: RequestContext,
  presented: PresentedSecret,
  owner: SecretOwner,
  input: { password: string; end_door_devices?: boolean | undefined },
): Promise<Reset> {
  const { accountsDb: db, clock, config } = ctx;
  await validatePassword(ctx, input.password, owner.emailKey ?? "");
  const passwordHash = hashPassword(input.password, PASSWORD_COSTS[config.PASSWORD_HASH_COST]);

  const secret = { ...presented, now: clock.now() };
  // If the box is ticked, keep no door device, not even of an event that has begun.
  const soon = input.end_door_devices ? 0 : secret.now + DOOR_KEPT_MS;
  const { reset, shards } = await listOf(ctx, owner.id, { now: secret.now, soon });
  const namesOf = (list: ListedCredential[]) => list.flatMap(({ name }) => name ?? []);
  const facts = { ended: namesOf(reset.ended), kept: namesOf(reset.kept), remaining: reset.remaining };
  const notices = accountNotices(ctx, "password_reset", [owner.id], facts);
  const ending = endAccount(ctx, "reset_by_mail", { userId: owner.id, now: secret.now });
  const endOnShards = () => {
    const [now, doors] = [clock.now(), { doorsKeptUntil: soon }];
    const onShards = { userId: owner.id, now, madeUntil: now, ...doors };
    return Promise.all(
      shards.map(({ db: at }) => runBatch(at, { ended: eventEndings(at, "reset_by_mail", onShards) })),
    );
  };
  // Run it before the commit, so that a crash leaves no credential behind, and after it, for credentials created in
  // between.
  await endOnShards();
  await commit(ctx, {
    by: "service",
    guard: [isOfLiveOwner(secret)],
    changes: {
      changed: updatePassword(db, owner.id, passwordHash, secret.now),
      logged: logChange(ctx, owner.id, "password_reset"),
      ...ending.statements,
    },
    messages: [...notices, ...accountChanged(ctx, owner.id)],
    immediate: [ending.announced],
    at: secret.now,
    lost: "invalid_token",
  });
  await endOnShards();
  await clearAttempts(ctx, owner.emailKey ?? "");
  return reset;
}

/** Returns the credentials that a reset revokes and keeps, and the shards of the user's events. */
async function listOf(ctx: RequestContext, userId: string, { now, soon }: { now: number; soon: number }) {
  const { accountsDb: db } = ctx;
  const found = await runBatch(db, { ...listCredentials(db, userId, now), others: selectUserShards(ctx, userId) });
  const shards = shardsOf(ctx, userId, found.others);
  const onShards = await Promise.all(
    shards.map((shard) =>
      runBatch(shard.db, {
        devices: listDevicesOf(shard.db, userId, now),
        invites: listInvitesOf(shard.db, userId, now),
      }),
    ),
  );
  const as = (kind: ListedCredential["kind"]) => (row: { id: string; name: string | null; eventId?: string }) => ({
    kind,
    id: row.id,
    name: row.name,
    eventId: row.eventId ?? null,
  });
  const doors = Map.groupBy(
    onShards.flatMap(({ devices }) => devices),
    ({ eventDate }) => (eventDate > soon ? "ended" : "kept"),
  );
  const ended = [
    ...found.sessions.map(as("session")),
    ...found.keys.map(as("api_key")),
    ...found.endpoints.map(({ id, url }) => as("webhook_endpoint")({ id, name: URL.parse(url)?.host ?? "" })),
    ...(doors.get("ended") ?? []).map(as("door_device")),
    ...onShards.flatMap(({ invites }) => invites.map(as("invite"))),
  ];
  const kept = (doors.get("kept") ?? []).map(as("door_device"));
  const passkeyNames = found.passkeys.map(({ name }) => name);
  const remaining = { passkeys: passkeyNames, app: found.apps.length > 0, undo: found.undos.length > 0 };
  return { shards, reset: { ended, kept, remaining } };
}

/**
 * Clears the attempts on an email address, from every network. For its owner, who has verified the address by an
 * email's link, whatever others have tried before. A failure is ignored, because the limits expire automatically.
 * @param emailKey from `emailKey`
 */
async function clearAttempts({ rateLimits }: Pick<RequestContext, "rateLimits">, emailKey: string): Promise<void> {
  const partition = await sha256Hex(emailKey);
  await Promise.allSettled([ATTEMPTS, ATTEMPTS_ON_EMAIL].map((rule) => rateLimits.clear(rule, partition)));
}

/**
 * Sets a new password, unlocks the account and verifies the address. Empties the name if the address was not verified.
 */
function updatePassword(db: AccountsDatabase, userId: string, passwordHash: string, now: number) {
  return db
    .update(users)
    .set({
      passwordHash,
      failedLogins: 0,
      lockedAt: null,
      emailVerified: true,
      signedUpFrom: null,
      // The person who signed up had not verified the address, and may be another person.
      name: sql`case when ${users.emailVerified} then ${users.name} else '' end`,
      updatedAt: now,
    })
    .where(eq(users.id, userId));
}

/** The credentials of a user that a reset will revoke, and those that it will not: names, in order of creation. */
function listCredentials(db: AccountsDatabase, userId: string, now: number) {
  return {
    sessions: db
      .select({ id: sessions.id, name: sessions.device })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
      .orderBy(sessions.id),
    keys: db
      .select({ id: apiKeys.id, name: apiKeys.name })
      .from(apiKeys)
      .where(eq(apiKeys.userId, userId))
      .orderBy(apiKeys.id),
    endpoints: db
      .select({ id: webhookEndpoints.id, url: webhookEndpoints.url })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.userId, userId))
      .orderBy(webhookEndpoints.id),
    passkeys: db.select({ name: passkeys.name }).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id),
    apps: db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, userId), hasConfirmedTotp(db, userId))),
    undos: db
      .select({ one: sql`1` })
      .from(secrets)
      .where(isOpenOf(userId, "undo_email_change", now))
      .limit(1),
  };
}
