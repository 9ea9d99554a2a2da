import { and, asc, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { users } from "../db/schema/accounts.ts";
import { eventCollaborators, events } from "../db/schema/events.ts";
import { accountNotices, ownerRemoved, ownersNotice } from "../identity/notices/account-notices.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { requireStepUp, requireStepUpFor } from "../identity/second-factors/require-step-up.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import { isAtLeast, type Role } from "../platform/authorization/caller.ts";
import { commit, retried } from "../platform/commit/commit.ts";
import { nextVersion, unchanged } from "../platform/commit/unchanged.ts";
import { endMembership } from "../platform/credentials/endings.ts";

export type CollaboratorRow = Awaited<ReturnType<typeof listCollaborators>>[number];

/** The rank of a role as SQL: a higher one includes the permissions of the lower ones. */
const RANK = sql`case ${eventCollaborators.role} when 'owner' then 2 when 'editor' then 1 else 0 end`;

/** Gives a user a first role on an event. */
export function insertCollaborator(
  db: Database,
  row: { eventId: string; userId: string; role: Role; createdAt: number },
) {
  return db.insert(eventCollaborators).values({ ...row, updatedAt: row.createdAt });
}

/** The collaborators of an event: by role, owners first, then by the time they joined. */
export function listCollaborators(db: Database, eventId: string) {
  const { role } = eventCollaborators;
  return db
    .select({ eventId: eventCollaborators.eventId, userId: users.id, name: users.name, email: users.email, role })
    .from(eventCollaborators)
    .innerJoin(users, isLiveMember)
    .where(eq(eventCollaborators.eventId, eventId))
    .orderBy(desc(RANK), eventCollaborators.createdAt, eventCollaborators.userId);
}

/** Condition: the account of a collaborator is not deleted. */
export const isLiveMember = and(eq(users.id, eventCollaborators.userId), isNull(users.deletedAt));

/** Attempts to write a change while parallel requests change the event's collaborators. */
export const MAX_ATTEMPTS = 5;

interface RoleChange {
  eventId: string;
  by: { userId: string; hostId?: string };
  userId: string;
  before: Role | null;
  after: Role | null;
}

/**
 * Returns the emails about a new member, a higher role or a removed owner, to all owners and to the removed one, so
 * that no takeover goes unnoticed. Returns none for the removal and the lower role of another member.
 * @param change `before` is null for a new member, `after` for a removed one. `by` is the member who made the change;
 * where a host can be removed, it has the event's previous host
 */
export function ownerNotices(ctx: Pick<RequestContext, "clock">, change: RoleChange): BusMessage[] {
  const { eventId, by, userId, before, after } = change;
  const facts = { eventId, actorId: by.userId, memberId: userId };
  if (after === "owner") return [ownersNotice(ctx, "owner_added", facts)];
  if (isRaise(before, after)) {
    return [ownersNotice(ctx, "team_access", { ...facts, detail: before === null ? "joined" : "raised" })];
  }
  if (before !== "owner") return [];
  return [ownerRemoved(ctx, facts, by.hostId === userId), ...accountNotices(ctx, "owner_removed", [userId], facts)];
}

/** True if the new role has permissions that the previous one, null for none, does not have. */
function isRaise(before: Role | null, after: Role | null): boolean {
  return after !== null && (before === null || !isAtLeast(before, after));
}

/**
 * Changes a collaborator's role, effective from their next request, and revokes what they have created that the new
 * role may not have. If the event's host is no longer an owner, the other owner with the longest membership becomes the
 * host, and that host's tier applies.
 * @throws AppError 404 for a user without a role on the event, 400 `last_owner`, 409 `team_changed`; 403
 * `step_up_required` to raise a role, or to demote an owner
 */
export async function changeRole(
  ctx: RequestContext,
  caller: EventCaller,
  { userId, role }: { userId: string; role: Role },
): Promise<CollaboratorRow> {
  return { ...(await replaceRole(ctx, caller, userId, role)), role };
}

/** Changes a role, or takes it and disconnects the live monitors. @param role null to remove the collaborator */
const replaceRole = retried(
  async (ctx: RequestContext, caller: EventCaller, userId: string, role: Role | null): Promise<CollaboratorRow> => {
    const { db, accountsDb } = ctx;
    const { eventId } = caller;
    const { member, found, heir, authentication } = await authorizeMember(
      ctx,
      caller,
      { found: one(findCollaborator(db, eventId, userId)), heir: one(findHeir(db, eventId, userId)) },
      { authentication: findAuthentication(accountsDb, caller.session) },
    );
    if (found === undefined) throw notFound();
    const wasOwner = found.role === "owner";
    if (role === found.role) return found;
    if (wasOwner && heir === undefined) throw new AppError("last_owner");
    if (wasOwner) await requireStepUp(ctx, caller.session, authentication);
    // A higher role grants as much as an invite with that role.
    if (isRaise(found.role, role)) await requireStepUpFor("invite", ctx, caller.session, authentication);
    await writeRole(ctx, member, { collaborator: found, heir: wasOwner ? heir : undefined, role });
    return found;
  },
  MAX_ATTEMPTS,
);

/** The values that were read, and the new role. */
interface Replacement {
  collaborator: Awaited<ReturnType<typeof findCollaborator>>[number];
  /** The remaining owner, if the collaborator is an owner. */
  heir: Awaited<ReturnType<typeof findHeir>>[number] | undefined;
  role: Role | null;
}

async function writeRole(ctx: RequestContext, member: Member, { collaborator, heir, role }: Replacement) {
  const { db, clock } = ctx;
  const { eventId } = member;
  const { userId, role: before } = collaborator;
  const now = clock.now();
  const credentials = { eventId, userId, now, ...(role && { role }) };
  const ending = endMembership(ctx, role === null ? "removal" : "role_change", credentials);
  const isRow = isCollaborator(eventId, userId);
  await commit(ctx, {
    by: member,
    guard: [
      unchanged(eventCollaborators, { eventId, userId }, collaborator),
      // If only the collaborator's row were checked, two owners could step down together.
      heir && unchanged(eventCollaborators, { eventId, userId: heir.userId }, heir),
    ],
    changes: {
      ended: ending.statements,
      replaced:
        role === null
          ? db.delete(eventCollaborators).where(isRow)
          : db
              .update(eventCollaborators)
              .set({ role, updatedAt: nextVersion(eventCollaborators, now) })
              .where(isRow),
      transferred: heir && transferEvent(db, eventId, { from: userId, to: heir.userId }, now),
    },
    audit: {
      action: role === null ? "collaborator.removed" : "collaborator.role_changed",
      target: userId,
      before: { role: before },
      after: role && { role },
    },
    messages: [...ownerNotices(ctx, { eventId, by: member, userId, before, after: role }), ending.message],
    effects: role === null ? [() => monitorOf(ctx, eventId).disconnect(userId)] : [],
    at: now,
    lost: "team_changed",
  });
}

function findCollaborator(db: Database, eventId: string, userId: string) {
  const { role, updatedAt } = eventCollaborators;
  return db
    .select({
      eventId: eventCollaborators.eventId,
      userId: users.id,
      name: users.name,
      email: users.email,
      role,
      updatedAt,
    })
    .from(eventCollaborators)
    .innerJoin(users, isLiveMember)
    .where(isCollaborator(eventId, userId))
    .limit(1);
}

/** The other owner with the longest membership. */
function findHeir(db: Database, eventId: string, userId: string) {
  const { userId: otherId, createdAt, role, updatedAt } = eventCollaborators;
  return db
    .select({ userId: otherId, updatedAt })
    .from(eventCollaborators)
    .innerJoin(users, isLiveMember)
    .where(and(eq(eventCollaborators.eventId, eventId), eq(role, "owner"), ne(otherId, userId)))
    .orderBy(asc(createdAt), asc(otherId))
    .limit(1);
}

/** Makes another owner the host, if the previous host is no longer an owner. */
function transferEvent(db: Database, eventId: string, { from, to }: { from: string; to: string }, now: number) {
  return db
    .update(events)
    .set({ hostId: to, updatedAt: nextVersion(events, now) })
    .where(and(eq(events.id, eventId), eq(events.hostId, from), isNull(events.deletedAt)));
}

/**
 * Removes a collaborator from an event, effective from their next request. Revokes what they have created that can act
 * there, and closes their live monitors. If the host is removed, the other owner with the longest membership becomes
 * the host, and that host's tier applies.
 * @throws AppError 404 for a user without a role on the event, 400 `last_owner`, 409 `team_changed`; 403
 * `step_up_required` for an owner
 */
export async function removeCollaborator(ctx: RequestContext, caller: EventCaller, userId: string): Promise<void> {
  await replaceRole(ctx, caller, userId, null);
}

/** Removes the caller from an event. @throws AppError 400 `last_owner`, 409 `team_changed` */
export function leaveEvent(ctx: RequestContext, caller: EventCaller): Promise<void> {
  return removeCollaborator(ctx, { ...caller, needsFactor: false }, caller.session.userId);
}

/** Condition: the collaborator's row. */
function isCollaborator(eventId: string, userId: string): SQL | undefined {
  return and(eq(eventCollaborators.eventId, eventId), eq(eventCollaborators.userId, userId));
}
