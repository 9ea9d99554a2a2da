import { and, eq, exists, gt, isNull, type SQL, sql } from "drizzle-orm";
import { countSeats, hasSeat } from "../billing/queries.ts";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { users } from "../db/schema/accounts.ts";
import { collaboratorInvites, eventCollaborators } from "../db/schema/events.ts";
import { auditRecords } from "../db/schema/platform.ts";
import { logLate } from "../identity/accounts/log-change.ts";
import { ownersNotice } from "../identity/notices/account-notices.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { requireStepUpFor } from "../identity/second-factors/require-step-up.ts";
import { DAY_MS } from "../kernel/clock.ts";
import { emailKey } from "../kernel/email-address.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import type { Role } from "../platform/authorization/caller.ts";
import { commit, retried } from "../platform/commit/commit.ts";
import { CREDENTIALS } from "../platform/credentials/registry.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recipientHashes } from "../platform/mail/host-sender.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import { insertSecret } from "../platform/secrets/queries.ts";
import { issueSecret } from "../platform/secrets/secrets.ts";
import { countLimit, type Tier, tierLimitReached } from "../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { countRecipients, findSender, maySend, SENDING_BUDGETS } from "../sending/budgets.ts";
import { findAddress, type Notified, notifyAddress } from "../sending/notify.ts";
import { requirePause, requireSender } from "../sending/require-sender.ts";
import { isLiveMember, MAX_ATTEMPTS } from "./change-role.ts";
import type { NewInvite } from "./schemas.ts";

/**
 * Invites an address to an event and enqueues the email with the link, which is valid for 7 days, and an email to the
 * event's owners. Replaces an open invite to the address, whose link stops working. From the invite on, an address takes one collaborator seat of the
 * host, on any number of events.
 * @throws AppError 409 `already_member`, 402 `tier_limit` without a free seat, 409 `team_changed`, 403
 * `step_up_required`, errors of `requireSender`, and 429 `recipient_limit`
 */
export const inviteCollaborator = idempotent(authorizeMember, retried(invite, MAX_ATTEMPTS));

async function invite(ctx: RequestContext, caller: EventCaller, input: NewInvite): Promise<Invited> {
  const { clock, config } = ctx;
  const now = clock.now();
  const { member, granted, known, seats, pending, recent, sender, address, authentication } = await authorizeMember(
    ctx,
    caller,
    await inviteReads(ctx, caller, input.email, now),
    {
      authentication: findAuthentication(ctx.accountsDb, caller.session),
    },
  );
  await requireStepUpFor("invite", ctx, caller.session, authentication);
  if (known !== undefined) throw new AppError("already_member");
  const tier = tierIn(granted);
  const limit = countLimit(tier, "collaborators");
  const { used = 0, others = 0 } = seats ?? {};
  if (others >= limit) throw tierLimitReached(config.PUBLIC_URL, tier, "collaborators", used);
  requireSender(sender, 1, now);
  requirePause(
    recent.map(({ at }) => at),
    now,
  );
  return writeInvite(ctx, member, input, {
    tier,
    limit,
    replaced: pending?.role ?? null,
    recent: recent.length,
    notice: notifyAddress(address),
    at: now,
  });
}

/** The reads that decide about an invite. */
async function inviteReads(ctx: RequestContext, { eventId, session }: EventCaller, email: string, now: number) {
  const { db, keyring } = ctx;
  const key = emailKey(email);
  return {
    granted: tierOfEvent(ctx, eventId),
    known: one(findMemberByEmail(db, eventId, key)),
    seats: one(countSeats(db, { eventId, emailKey: key, now })),
    pending: one(findPending(db, eventId, key, now)),
    recent: findRecentInvites(db, eventId, key, now),
    sender: one(findSender(db, eventId, session.userId, now)),
    address: one(findAddress(db, { eventId, email, hashes: await recipientHashes(keyring, email) }, now)),
  };
}

/** Cancels an open invite: its link stops working. @throws AppError 404 without an open invite to the address */
export const cancelInvite = retried(async (ctx: RequestContext, caller: EventCaller, email: string): Promise<void> => {
  const { db, clock } = ctx;
  const isInvite = isUnaccepted(caller.eventId, emailKey(email));
  const { id } = collaboratorInvites;
  const { member, found } = await authorizeMember(ctx, caller, {
    found: db.select({ id }).from(collaboratorInvites).where(isInvite),
  });
  if (found.length === 0) throw notFound();
  const { cancelled } = await commit(ctx, {
    by: member,
    changes: { cancelled: db.delete(collaboratorInvites).where(isInvite).returning({ id }) },
    audit: null,
    at: clock.now(),
    lost: "team_changed",
  });
  if (cancelled.length === 0) throw notFound();
}, MAX_ATTEMPTS);

/** A new invite as its sender sees it. Times in epoch milliseconds. */
type Invited = Pick<typeof collaboratorInvites.$inferSelect, "eventId" | "email" | "role" | "createdAt" | "expiresAt"> &
  Notified;

/** The rows that are read before an invite is written. */
interface ReadInvite {
  tier: Tier;
  limit: number;
  /** The role of the open invite that it replaces. */
  replaced: Role | null;
  /** Invites to the address in 24 hours. */
  recent: number;
  notice: Notified;
  at: number;
}

/**
 * Writes the invite, its email and its audit record.
 * @throws LostRace if seats, members or invites have changed since they were read
 */
async function writeInvite(ctx: RequestContext, member: Member, input: NewInvite, found: ReadInvite): Promise<Invited> {
  const { db } = ctx;
  const { eventId, userId, hostId } = member;
  const { notified } = found.notice;
  const { id, row: secret } = await issueSecret(ctx, "collaborator_invite", { owner: eventId });
  const { createdAt: now, expiresAt } = secret;
  const stored = { eventId, ...input, createdAt: now, expiresAt };
  const invited = { ...stored, ...found.notice };
  const invite = { ...stored, id, emailKey: emailKey(input.email), invitedBy: userId };
  const body = { event_id: eventId, invite_id: id, ...input, invited_by: userId };
  await commit(ctx, {
    by: member,
    guard: [...isInviteAsRead(db, invite, found), notified && maySend(member, SENDING_BUDGETS[found.tier], 1, now)],
    changes: {
      written: insertInvite(db, invite),
      secret: insertSecret(db, { ...secret, subject: id }),
      counted: notified && countRecipients(db, hostId, 1, now),
    },
    audit: {
      action: "collaborator.invited",
      target: input.email,
      before: found.replaced && { role: found.replaced },
      after: { role: input.role },
    },
    messages: [
      ...(notified ? [busMessage(ctx, "collaborator_invite.send", body)] : []),
      ownersNotice(ctx, CREDENTIALS.invite.notifies, { eventId, actorId: userId, detail: "invited" }),
    ],
    result: { value: invited },
    at: now,
    lost: "team_changed",
  });
  logLate(ctx, userId, "invite_created", id);
  return invited;
}

/** Conditions: members, seats and invites of the address have not changed since they were read. */
function isInviteAsRead(
  db: Database,
  { eventId, emailKey: key, createdAt: now }: { eventId: string; emailKey: string; createdAt: number },
  { limit, replaced, recent, at }: ReadInvite,
): SQL[] {
  return [
    sql`not ${exists(findMemberByEmail(db, eventId, key))}`,
    hasSeat(db, { eventId, emailKey: key, now }, limit),
    sql`(select count(*) from ${findRecentInvites(db, eventId, key, at)}) = ${recent}`,
    sql`${findPending(db, eventId, key, now)} is ${replaced}`,
  ];
}

/** Inserts an invite or replaces the open one to the same address. */
function insertInvite(db: Database, invite: Omit<typeof collaboratorInvites.$inferInsert, "acceptedAt">) {
  const { id, email, role, invitedBy, createdAt, expiresAt } = invite;
  return db
    .insert(collaboratorInvites)
    .values(invite)
    .onConflictDoUpdate({
      target: [collaboratorInvites.eventId, collaboratorInvites.emailKey],
      targetWhere: isNull(collaboratorInvites.acceptedAt),
      set: { id, email, role, invitedBy, createdAt, expiresAt },
    });
}

/**
 * Lists when an address was invited to an event in the last 24 hours. Cancelled invites count, because each was an
 * email.
 */
function findRecentInvites(db: Database, eventId: string, emailKey: string, now: number) {
  // The action is literal, because SQLite uses the partial index for no bound value.
  return db
    .select({ at: auditRecords.at })
    .from(auditRecords)
    .where(
      sql`${auditRecords.action} = 'collaborator.invited' and lower(${auditRecords.target}) = ${emailKey}
        and ${auditRecords.eventId} = ${eventId} and ${auditRecords.at} > ${now - DAY_MS}`,
    );
}

/** The open invite of an address to an event. */
function findPending(db: Database, eventId: string, emailKey: string, now: number) {
  return db
    .select({ role: collaboratorInvites.role })
    .from(collaboratorInvites)
    .where(and(isUnaccepted(eventId, emailKey), gt(collaboratorInvites.expiresAt, now)))
    .limit(1);
}

/** Condition: the invite of an address that was not accepted. */
function isUnaccepted(eventId: string, emailKey: string): SQL | undefined {
  return and(
    eq(collaboratorInvites.eventId, eventId),
    eq(collaboratorInvites.emailKey, emailKey),
    isNull(collaboratorInvites.acceptedAt),
  );
}

/** The collaborator of an event with this address. */
function findMemberByEmail(db: Database, eventId: string, emailKey: string) {
  return db
    .select({ userId: users.id })
    .from(eventCollaborators)
    .innerJoin(users, isLiveMember)
    .where(and(eq(eventCollaborators.eventId, eventId), eq(users.emailKey, emailKey)))
    .limit(1);
}
