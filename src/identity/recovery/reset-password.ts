import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { hashPassword, PASSWORD_COSTS } from "../../kernel/password-hash.ts";
import { accountChanged } from "../../platform/account-replicas/replicate-account.ts";
import { eventEndings } from "../../platform/credentials/endings.ts";
import { listDevicesOf, listInvitesOf } from "../../platform/credentials/registry.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { isSecretOpen, ofOpenSecret, type PresentedSecret } from "../../platform/secrets/queries.ts";
import { selectUserShards, shardsOf } from "../../platform/shards/shards-of.ts";
import { ATTEMPTS, ATTEMPTS_ON_EMAIL } from "../accounts/limits.ts";
import { logChange } from "../accounts/log-change.ts";
import { validatePassword } from "../accounts/password-rules.ts";
import {
  findSecretOwner,
  invalidToken,
  requireSecret,
  type SecretOwner,
  secretOwnerId,
} from "../accounts/require-secret.ts";
import { accountNotices } from "../notices/account-notices.ts";
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

/** What a reset has ended, and what it has kept. */
export interface Reset {
  ended: ListedCredential[];
  kept: ListedCredential[];
}

/**
 * Sets a new password by a mailed link, and ends what the registry says: sessions, API keys, webhook endpoints, mailed links,
 * open invites, and named door devices, but for those of events that begin within 48 hours. Passkeys, authenticator app and recovery
 * codes stay, and the next sign-in asks for them. One batch also unlocks the account. The link proves control of the address,
 * which becomes verified. A refused password leaves the link valid.
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
  // Ticked: none is kept, also not those of an event that has begun.
  const soon = input.end_door_devices ? 0 : secret.now + DOOR_KEPT_MS;
  const { reset, shards } = await listOf(ctx, owner.id, { now: secret.now, soon });
  const namesOf = (list: ListedCredential[]) => list.flatMap(({ name }) => name ?? []);
  const facts = { ended: namesOf(reset.ended), kept: namesOf(reset.kept) };
  const notices = accountNotices(ctx, "password_reset", [owner.id], facts);
  const outboxEntries = enqueue(ctx, [...notices, ...accountChanged(ctx, owner.id)], isSecretOpen(secret));
  const ending = endAccount(ctx, "reset_by_mail", owner.id, { userId: secretOwnerId(secret), now: secret.now });
  const endOnShards = () => {
    const [now, doors] = [clock.now(), { doorsKeptUntil: soon }];
    const onShards = { userId: owner.id, now, madeUntil: now, ...doors };
    return Promise.all(
      shards.map(({ db: at }) => runBatch(at, { ended: eventEndings(at, "reset_by_mail", onShards) })),
    );
  };
  // Before, so that a crash leaves none behind; and after, for one that was created in between.
  await endOnShards();
  const { changed } = await runBatch(db, {
    changed: updatePasswordBySecret(db, secret, passwordHash),
    logged: logChange(ctx, owner.id, "password_reset"),
    outbox: outboxEntries.statements,
    ...ending.statements,
  });
  if (changed[0] === undefined) throw invalidToken();
  await endOnShards();
  await forgetAttempts(ctx, owner.emailKey ?? "");
  outboxEntries.publishAfterResponse();
  ending.announceAfterResponse();
  return reset;
}

/** What a reset ends and keeps, and the shards of the user's events. */
async function listOf(ctx: RequestContext, userId: string, { now, soon }: { now: number; soon: number }) {
  const { accountsDb: db } = ctx;
  const found = await runBatch(db, { ...listCredentials(db, userId, now), others: selectUserShards(ctx, userId) });
  const shards = shardsOf(ctx, userId, found.others.flat());
  const onShards = await Promise.all(
    shards.map((shard) =>
      runBatch(shard.db, {
        devices: listDevicesOf(shard.db, userId, now),
        invites: listInvitesOf(shard.db, userId, now),
      }),
    ),
  );
  const as = (kind: ListedCredential["kind"]) => (row: { id: string; name: string | null; eventId?: string }) => ({
    ...{ kind, id: row.id, name: row.name, eventId: row.eventId ?? null },
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
  return { shards, reset: { ended, kept: (doors.get("kept") ?? []).map(as("door_device")) } };
}

/**
 * Clears the attempts on an e-mail address, from every network: for its owner, who has proved it by the link of a mail,
 * whatever strangers have tried before. A failure is ignored: the limits then end by themselves.
 * @param emailKey as `emailKey` makes it
 */
async function forgetAttempts({ rateLimits }: Pick<RequestContext, "rateLimits">, emailKey: string): Promise<void> {
  const partition = await sha256Hex(emailKey);
  await Promise.allSettled([ATTEMPTS, ATTEMPTS_ON_EMAIL].map((rule) => rateLimits.clear(rule, partition)));
}

/**
 * Sets a new password by an emailed secret, unlocks the account and verifies the address; where it was not verified, the
 * name is emptied. Returns no row if the secret is not open.
 */
function updatePasswordBySecret(db: AccountsDatabase, secret: PresentedSecret, passwordHash: string) {
  return db
    .update(users)
    .set({
      passwordHash,
      failedLogins: 0,
      lockedAt: null,
      emailVerified: true,
      signedUpFrom: null,
      // Whoever signed up had not proved the address, and may have been somebody else.
      name: sql`case when ${users.emailVerified} then ${users.name} else '' end`,
      updatedAt: secret.now,
    })
    .where(and(eq(users.id, ofOpenSecret(secrets.userId, secret)), isNull(users.deletedAt)))
    .returning({ id: users.id });
}

/** What a reset will end for a user: names, in the order in which they were created. */
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
  };
}
