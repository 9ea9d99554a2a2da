import { and, eq, exists, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { users } from "../db/schema/accounts.ts";
import { collaboratorInvites, eventCollaborators, events } from "../db/schema/events.ts";
import { secrets } from "../db/schema/secrets.ts";
import { shownName } from "../db/shown-name.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { emailKey } from "../kernel/email-address.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { unverifiedIdOf } from "../kernel/signed-id.ts";
import { replicateAccount, selectAccountToReplicate } from "../platform/account-replicas/replicate-account.ts";
import { authorizeUser } from "../platform/authorization/authorize-user.ts";
import { type Caller, isAtLeast } from "../platform/authorization/caller.ts";
import { commit, retried } from "../platform/commit/commit.ts";
import { nextVersion, unchanged } from "../platform/commit/unchanged.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { isOpen, ofOpenSecret, type PresentedSecret, useSecret } from "../platform/secrets/queries.ts";
import { secretHash } from "../platform/secrets/secrets.ts";
import { onShardOf } from "../platform/shards/on-shard.ts";
import { insertUserShard } from "../platform/shards/shards-of.ts";
import { MAX_ATTEMPTS, ownerNotices } from "./change-role.ts";

/** The role that a user has on an event after accepting. */
export type Accepted = Pick<typeof eventCollaborators.$inferSelect, "eventId" | "role"> & {
  /** Whether the event requires a second factor that the user does not have. */
  needsFactor: boolean;
};

/**
 * Accepts an invite, once. The caller gets its role, or keeps a higher one. The caller's address need not be verified,
 * because the link was emailed to it.
 * @throws AppError 404 for a forged link, 410 `invite_gone`, 403 `email_mismatch`, which leaves the invite open, 409
 * `team_changed` if every retry conflicts with another change of the role, 401 if the session was revoked during the
 * request
 */
export function acceptInvite(ctx: RequestContext, caller: Caller, value: string): Promise<Accepted> {
  return acceptIdempotently(onShardOfInvite(ctx, value), caller, value);
}

const acceptIdempotently = idempotent(authorizeUser, retried(accept, MAX_ATTEMPTS));

async function accept(ctx: RequestContext, caller: Caller, value: string): Promise<Accepted> {
  const { db, clock } = ctx;
  const secret = await requireInvite(ctx, value);
  const { user, found, current, account, factors } = await authorizeUser(
    ctx,
    caller,
    { found: one(findInvite(db, secret)), current: one(findCurrentRole(db, secret, caller.userId)) },
    {
      account: selectAccountToReplicate(ctx, caller.userId),
      factors: one(findAuthentication(ctx.accountsDb, caller)),
    },
  );
  const now = clock.now();
  const invite = requireOpenInvite(found);
  if (user.email === null || emailKey(user.email) !== invite.emailKey) throw new AppError("email_mismatch");

  const [eventId, userId] = [invite.event.id, user.id];
  const needsFactor = invite.event.requireSecondFactor && !factors?.hasTotp && !factors?.hasPasskey;
  const before = current?.role ?? null;
  const role = current && isAtLeast(current.role, invite.role) ? current.role : invite.role;
  const accepted = { eventId, needsFactor, role };
  await recordUserShard(ctx, userId);
  await commit(ctx, {
    by: user,
    eventId,
    ahead: replicateAccount(ctx, account),
    guard: [isRedeemable(db, { ...secret, now }), unchanged(eventCollaborators, { eventId, userId }, current)],
    changes: {
      granted: grantRole(db, { eventId, userId, role, createdAt: now, updatedAt: now }),
      redeemed: redeemInvite(db, { ...secret, now }),
    },
    audit: { action: "collaborator.joined", target: userId, before: before && { role: before }, after: { role } },
    messages: role === before ? [] : ownerNotices(ctx, { eventId, by: { userId }, userId, before, after: role }),
    result: { value: accepted },
    at: now,
    lost: "team_changed",
  });
  return accepted;
}

/** Condition: the invite is open, and so is its event. */
function isRedeemable(db: Database, secret: PresentedSecret): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(secrets)
      .innerJoin(collaboratorInvites, eq(collaboratorInvites.id, secrets.subject))
      .innerJoin(events, and(eq(events.id, collaboratorInvites.eventId), isNull(events.deletedAt)))
      .where(and(isOpen(secret), isPending(secret.now))),
  );
}

/** The role that a user already has on the event of an invite. */
function findCurrentRole(db: Database, secret: PresentedSecret, userId: string) {
  return db
    .select({ role: eventCollaborators.role, updatedAt: eventCollaborators.updatedAt })
    .from(secrets)
    .innerJoin(eventCollaborators, eq(eventCollaborators.eventId, secrets.eventId))
    .where(and(isOpen(secret), eq(eventCollaborators.userId, userId)))
    .limit(1);
}

/** Gives a user a role, in place of the one that the user has. */
function grantRole(db: Database, row: typeof eventCollaborators.$inferInsert) {
  return db
    .insert(eventCollaborators)
    .values(row)
    .onConflictDoUpdate({
      target: [eventCollaborators.eventId, eventCollaborators.userId],
      set: { role: row.role, updatedAt: nextVersion(eventCollaborators, row.createdAt) },
    });
}

/** Marks the invite as accepted, and uses its secret. */
function redeemInvite(db: Database, secret: PresentedSecret) {
  const isInvite = eq(collaboratorInvites.id, ofOpenSecret(secrets.subject, secret));
  return [db.update(collaboratorInvites).set({ acceptedAt: secret.now }).where(isInvite), useSecret(db, secret)];
}

/** Written before the role, so that no event is missing from the user's list. A superfluous shard only costs a read. */
async function recordUserShard(ctx: RequestContext, userId: string): Promise<void> {
  const { accountsDb, shard } = ctx;
  if (onShardOf(ctx, userId).shard !== shard) await insertUserShard(accountsDb, userId, shard);
}

/**
 * Reads an invite for the holder of its link.
 * @throws AppError 404 for a forged link, 410 `invite_gone`
 */
export async function previewInvite(ctx: RequestContext, value: string) {
  const { db } = onShardOfInvite(ctx, value);
  const secret = await requireInvite(ctx, value);
  const [found] = await findInvite(db, secret);
  const invite = requireOpenInvite(found);
  return { ...invite, invitedEmail: invite.email, invitedBy: invite.inviterName };
}

/**
 * @throws AppError 410 `invite_gone` when the invite was accepted, replaced or cancelled, has expired, or its event is
 * deleted
 */
function requireOpenInvite(invite: InviteRow | undefined): InviteRow {
  if (invite === undefined) throw new AppError("invite_gone");
  return invite;
}

type InviteRow = Awaited<ReturnType<typeof findInvite>>[number];

/**
 * The open invite of a link, with the columns of its preview. None when it was cancelled or replaced, or its event is
 * deleted.
 */
function findInvite(db: Database, secret: PresentedSecret) {
  return db
    .select({
      event: {
        id: events.id,
        name: aliased(events.name, "event.name"),
        eventDate: events.eventDate,
        timezone: events.timezone,
        requireSecondFactor: events.requireSecondFactor,
      },
      role: collaboratorInvites.role,
      email: collaboratorInvites.email,
      emailKey: collaboratorInvites.emailKey,
      inviterName: shownName(),
      expiresAt: collaboratorInvites.expiresAt,
    })
    .from(secrets)
    .innerJoin(collaboratorInvites, eq(collaboratorInvites.id, secrets.subject))
    .innerJoin(events, and(eq(events.id, collaboratorInvites.eventId), isNull(events.deletedAt)))
    .innerJoin(users, eq(users.id, collaboratorInvites.invitedBy))
    .where(and(isOpen(secret), isPending(secret.now)))
    .limit(1);
}

/** Condition: the invite is open. */
export function isPending(now: number): SQL | undefined {
  return and(isNull(collaboratorInvites.acceptedAt), gt(collaboratorInvites.expiresAt, now));
}

/** Returns the context on the shard that a token names. Does not verify the token. */
function onShardOfInvite(ctx: RequestContext, value: string): RequestContext {
  return onShardOf(ctx, unverifiedIdOf(value));
}

/**
 * The secret of an invite's link, after checking its signature. No I/O.
 * @throws AppError 404 for a forged one
 */
async function requireInvite(ctx: Pick<RequestContext, "keyring" | "clock">, value: string): Promise<PresentedSecret> {
  const hash = await secretHash(ctx, "collaborator_invite", value);
  if (hash === null) throw notFound();
  return { hash, kind: "collaborator_invite", now: ctx.clock.now() };
}
