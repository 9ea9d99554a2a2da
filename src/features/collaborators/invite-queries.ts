import { and, eq, exists, gt, isNull, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { users } from "../../db/schema/accounts.ts";
import { collaboratorInvites, eventCollaborators, events } from "../../db/schema/events.ts";
import { auditRecords } from "../../db/schema/platform.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { INVITATION_PAUSE_MS, INVITATIONS_A_DAY } from "../sending/budgets.ts";
import { findMemberByEmail } from "./queries.ts";

export type PendingRow = Awaited<ReturnType<typeof listPending>>[number];
export type InviteRow = Awaited<ReturnType<typeof findInvite>>[number];
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
  const { eventId, emailKey, tokenHash, email, role, invitedBy, createdAt, expiresAt } = invite;
  const isMember = exists(findMemberByEmail(db, eventId, emailKey));
  return insertWhere(db, collaboratorInvites, invite, sql`${sql.join([...guard], sql` and `)} and not ${isMember}`)
    .onConflictDoUpdate({
      target: [collaboratorInvites.eventId, collaboratorInvites.emailKey],
      targetWhere: isNull(collaboratorInvites.acceptedAt),
      set: { tokenHash, email, role, invitedBy, createdAt, expiresAt },
    })
    .returning({ tokenHash: collaboratorInvites.tokenHash });
}

/** The condition that this invite was written, for statements after it in the same batch. */
export function isInvited(db: Database, tokenHash: string): SQL {
  const written = eq(collaboratorInvites.tokenHash, tokenHash);
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
    .returning({ tokenHash: collaboratorInvites.tokenHash });
}

/** An invite by the hash of its token, with the columns of its preview. None when its event is deleted. */
export function findInvite(db: Database, tokenHash: string) {
  return db
    .select({
      event: {
        id: events.id,
        name: aliased(events.name, "event.name"),
        eventDate: events.eventDate,
        timezone: events.timezone,
      },
      role: collaboratorInvites.role,
      email: collaboratorInvites.email,
      emailKey: collaboratorInvites.emailKey,
      inviterName: users.name,
      expiresAt: collaboratorInvites.expiresAt,
      acceptedAt: collaboratorInvites.acceptedAt,
    })
    .from(collaboratorInvites)
    .innerJoin(events, and(eq(events.id, collaboratorInvites.eventId), isNull(events.deletedAt)))
    .innerJoin(users, eq(users.id, collaboratorInvites.invitedBy))
    .where(eq(collaboratorInvites.tokenHash, tokenHash))
    .limit(1);
}

/** The role that a user already has on the event of an invite. */
export function findCurrentRole(db: Database, tokenHash: string, userId: string) {
  return db
    .select({ role: eventCollaborators.role })
    .from(collaboratorInvites)
    .innerJoin(eventCollaborators, eq(eventCollaborators.eventId, collaboratorInvites.eventId))
    .where(and(eq(collaboratorInvites.tokenHash, tokenHash), eq(eventCollaborators.userId, userId)))
    .limit(1);
}

/**
 * The condition that an invite is open.
 * @param session the condition `hasLiveSession` of the caller
 */
export function isRedeemable(db: Database, tokenHash: string, now: number, session: SQL): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(collaboratorInvites)
      .innerJoin(events, and(eq(events.id, collaboratorInvites.eventId), isNull(events.deletedAt)))
      .where(and(eq(collaboratorInvites.tokenHash, tokenHash), isPending(now), session)),
  );
}

/** Marks an invite as accepted, if the guard holds. */
export function redeemInvite(db: Database, tokenHash: string, acceptedAt: number, guard: SQL) {
  return db
    .update(collaboratorInvites)
    .set({ acceptedAt })
    .where(and(eq(collaboratorInvites.tokenHash, tokenHash), guard));
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
