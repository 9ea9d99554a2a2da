import { and, eq, exists, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../db/abort-unless.ts";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { insertWhere } from "../db/inserts.ts";
import { users } from "../db/schema/accounts.ts";
import { collaboratorInvites, eventCollaborators, events } from "../db/schema/events.ts";
import { auditRecords } from "../db/schema/platform.ts";
import { secrets } from "../db/schema/secrets.ts";
import { DAY_MS } from "../kernel/clock.ts";
import type { Role } from "../platform/authorization/roles.ts";
import { isOpen, ofOpenSecret, type PresentedSecret, useSecret } from "../platform/secrets/queries.ts";
import { INVITATION_PAUSE_MS, INVITATIONS_A_DAY } from "../sending/budgets.ts";
import { findMemberByEmail } from "./queries.ts";

export type PendingRow = Awaited<ReturnType<typeof listPending>>[number];
export type InviteRow = Awaited<ReturnType<typeof findInvite>>[number];
type CurrentRole = { userId: string; role: Role | null };
type NewInvite = Omit<typeof collaboratorInvites.$inferInsert, "acceptedAt">;

/** The open invites of an event, oldest first. */
export function listPending(db: Database, eventId: string, now: number) {
  return db
    .select({
      eventId: collaboratorInvites.eventId,
      email: collaboratorInvites.email,
      role: collaboratorInvites.role,
      expiresAt: collaboratorInvites.expiresAt,
    })
    .from(collaboratorInvites)
    .where(and(eq(collaboratorInvites.eventId, eventId), isPending(now)))
    .orderBy(collaboratorInvites.createdAt, collaboratorInvites.emailKey);
}

/** When an address was invited to an event in the last day, cancelled invites included: each of them is a mail. */
export function findRecentInvites(db: Database, eventId: string, emailKey: string, now: number) {
  // The action is literal, because SQLite uses the partial index for no bound value.
  return db
    .select({ at: auditRecords.at })
    .from(auditRecords)
    .where(
      sql`${auditRecords.action} = 'collaborator.invited' and lower(${auditRecords.target}) = ${emailKey}
        and ${auditRecords.eventId} = ${eventId} and ${auditRecords.at} > ${now - DAY_MS}`,
    );
}

/** The condition that an address may be invited again, as `mayInviteAgainAt` decides it. */
export function mayBeInvited(db: Database, eventId: string, emailKey: string, now: number): SQL {
  return sql`(select coalesce(max(at), 0) <= ${now - INVITATION_PAUSE_MS} and count(*) < ${INVITATIONS_A_DAY}
    from ${findRecentInvites(db, eventId, emailKey, now)})`;
}

/** The open invite of an address to an event. */
export function findPending(db: Database, eventId: string, emailKey: string, now: number) {
  return db
    .select({ role: collaboratorInvites.role })
    .from(collaboratorInvites)
    .where(and(isUnaccepted(eventId, emailKey), gt(collaboratorInvites.expiresAt, now)))
    .limit(1);
}

/**
 * Inserts an invite or replaces the open one to the same address. Returns no row when the guard does not hold or the
 * address is a collaborator's.
 * @param guard the conditions `hasRole` of the caller, `hasSeat`, `mayBeInvited` and `maySend`
 */
export function insertInvite(db: Database, invite: NewInvite, guard: readonly SQL[]) {
  const { id, eventId, emailKey, email, role, invitedBy, createdAt, expiresAt } = invite;
  const isMember = exists(findMemberByEmail(db, eventId, emailKey));
  return insertWhere(db, collaboratorInvites, invite, sql`${sql.join([...guard], sql` and `)} and not ${isMember}`)
    .onConflictDoUpdate({
      target: [collaboratorInvites.eventId, collaboratorInvites.emailKey],
      targetWhere: isNull(collaboratorInvites.acceptedAt),
      set: { id, email, role, invitedBy, createdAt, expiresAt },
    })
    .returning({ id: collaboratorInvites.id });
}

/** The condition that this invite was written, for statements after it in the same batch. */
export function isInvited(db: Database, id: string): SQL {
  const written = eq(collaboratorInvites.id, id);
  return exists(db.select({ one: sql`1` }).from(collaboratorInvites).where(written));
}

/**
 * Deletes an invite that was not accepted. Returns no row when there is none or the role condition does not hold.
 * @param roleCondition the condition `hasRole` of the caller
 */
export function deleteInvite(db: Database, eventId: string, emailKey: string, roleCondition: SQL) {
  return db
    .delete(collaboratorInvites)
    .where(and(isUnaccepted(eventId, emailKey), roleCondition))
    .returning({ id: collaboratorInvites.id });
}

/** The condition that the open invite of an address has the role that was read; null for no open invite. */
export function wasPending(db: Database, eventId: string, emailKey: string, now: number, role: Role | null): SQL {
  return sql`${findPending(db, eventId, emailKey, now)} is ${role}`;
}

/** The open invite of a link, with the columns of its preview. None when it was cancelled or replaced, or its event is deleted. */
export function findInvite(db: Database, secret: PresentedSecret) {
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
      inviterName: users.name,
      expiresAt: collaboratorInvites.expiresAt,
    })
    .from(secrets)
    .innerJoin(collaboratorInvites, eq(collaboratorInvites.id, secrets.subject))
    .innerJoin(events, and(eq(events.id, collaboratorInvites.eventId), isNull(events.deletedAt)))
    .innerJoin(users, eq(users.id, collaboratorInvites.invitedBy))
    .where(and(isOpen(secret), isPending(secret.now)))
    .limit(1);
}

/** The role that a user already has on the event of an invite. */
export function findCurrentRole(db: Database, secret: PresentedSecret, userId: string) {
  return db
    .select({ role: eventCollaborators.role })
    .from(secrets)
    .innerJoin(eventCollaborators, eq(eventCollaborators.eventId, secrets.eventId))
    .where(and(isOpen(secret), eq(eventCollaborators.userId, userId)))
    .limit(1);
}

/**
 * Aborts a batch unless an invite is open and its user still has the role that was read.
 * @param session the condition `hasLiveSession` of the caller
 */
export function assertRedeemable(db: Database, secret: PresentedSecret, current: CurrentRole, session: SQL) {
  const isRedeemable = exists(
    db
      .select({ one: sql`1` })
      .from(secrets)
      .innerJoin(collaboratorInvites, eq(collaboratorInvites.id, secrets.subject))
      .innerJoin(events, and(eq(events.id, collaboratorInvites.eventId), isNull(events.deletedAt)))
      .where(and(isOpen(secret), isPending(secret.now), session)),
  );
  return abortUnless(db, sql`(${isRedeemable} and ${findCurrentRole(db, secret, current.userId)} is ${current.role})`);
}

/** Uses the secret of an invite and marks the invite as accepted. */
export function redeemInvite(db: Database, secret: PresentedSecret) {
  const isInvite = eq(collaboratorInvites.id, ofOpenSecret(secrets.subject, secret));
  return [
    db.update(collaboratorInvites).set({ acceptedAt: secret.now }).where(isInvite),
    useAccepted(db, secret),
  ] as const;
}

/** Uses the secret of an invite that was accepted before in the same batch. */
function useAccepted(db: Database, secret: PresentedSecret) {
  const isAccepted = and(eq(collaboratorInvites.id, secrets.subject), isNotNull(collaboratorInvites.acceptedAt));
  return useSecret(db, secret, exists(db.select({ one: sql`1` }).from(collaboratorInvites).where(isAccepted)));
}

function isUnaccepted(eventId: string, emailKey: string): SQL | undefined {
  return and(
    eq(collaboratorInvites.eventId, eventId),
    eq(collaboratorInvites.emailKey, emailKey),
    isNull(collaboratorInvites.acceptedAt),
  );
}

function isPending(now: number): SQL | undefined {
  return and(isNull(collaboratorInvites.acceptedAt), gt(collaboratorInvites.expiresAt, now));
}
