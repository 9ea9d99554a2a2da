import { and, eq, exists, gt, isNull, type SQL, sql } from "drizzle-orm";
import { hasSeat } from "../billing/queries.ts";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { collaboratorInvites } from "../db/schema/events.ts";
import { auditRecords } from "../db/schema/platform.ts";
import { DAY_MS } from "../kernel/clock.ts";
import { emailKey } from "../kernel/email-address.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import type { Role } from "../platform/authorization/roles.ts";
import { commit } from "../platform/commit/commit.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import { insertSecret } from "../platform/secrets/queries.ts";
import { issueSecret } from "../platform/secrets/secrets.ts";
import type { Tier } from "../platform/tiers/limits.ts";
import { INVITATION_PAUSE_MS, INVITATIONS_A_DAY, SENDING_BUDGETS } from "../sending/budgets.ts";
import { countRecipients, maySend } from "../sending/queries.ts";
import { findMemberByEmail } from "./queries.ts";
import type { NewInvite } from "./schemas.ts";

/** A new invite as its sender sees it. Times in epoch milliseconds. */
export interface Invited {
  eventId: string;
  email: string;
  role: Role;
  createdAt: number;
  expiresAt: number;
}

/**
 * Writes the invite, its mail and its audit record.
 * @throws LostRace when seats, members or invites have changed since they were read
 */
export async function writeInvite(
  ctx: RequestContext,
  member: Member,
  input: NewInvite,
  found: { tier: Tier; limit: number; replaced: Role | null },
): Promise<Invited> {
  const { db } = ctx;
  const { eventId, userId, hostId } = member;
  const { id, row: secret } = await issueSecret(ctx, "collaborator_invite", { owner: eventId });
  const { createdAt: now, expiresAt } = secret;
  const invited = { eventId, ...input, createdAt: now, expiresAt };
  const invite = { ...invited, id, emailKey: emailKey(input.email), invitedBy: userId };
  const body = { event_id: eventId, invite_id: id, ...input, invited_by: userId };
  await commit(ctx, {
    by: member,
    guard: [
      sql`not ${exists(findMemberByEmail(db, eventId, invite.emailKey))}`,
      hasSeat(db, { eventId, emailKey: invite.emailKey, now }, found.limit),
      mayBeInvited(db, eventId, invite.emailKey, now),
      sql`${findPending(db, eventId, invite.emailKey, now)} is ${found.replaced}`,
      maySend(member, SENDING_BUDGETS[found.tier], 1, now),
    ],
    changes: {
      written: insertInvite(db, invite),
      secret: insertSecret(db, { ...secret, subject: id }),
      counted: countRecipients(db, hostId, 1, now),
    },
    audit: {
      action: "collaborator.invited",
      target: input.email,
      before: found.replaced && { role: found.replaced },
      after: { role: input.role },
    },
    messages: [busMessage(ctx, "collaborator_invite.send", body)],
    result: { value: invited },
    at: now,
    lost: "team_changed",
  });
  return invited;
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
function mayBeInvited(db: Database, eventId: string, emailKey: string, now: number): SQL {
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

/** Condition: the invite of an address that was not accepted. */
export function isUnaccepted(eventId: string, emailKey: string): SQL | undefined {
  return and(
    eq(collaboratorInvites.eventId, eventId),
    eq(collaboratorInvites.emailKey, emailKey),
    isNull(collaboratorInvites.acceptedAt),
  );
}
