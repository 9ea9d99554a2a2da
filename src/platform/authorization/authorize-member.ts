import { and, eq, isNull, lte } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { BatchResults, NamedStatements } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { AppError, notFound, unauthenticated } from "../../kernel/errors.ts";
import { batchBoth } from "../shards/on-shard.ts";
import { type Authorized, markAuthorized } from "./authorization.ts";
import { type Caller, isAtLeast, type Role } from "./caller.ts";
import { findLiveSession, hasNotEnded } from "./session-queries.ts";

/** The caller of a route about an event, and the role that the route requires. */
export interface EventCaller {
  session: Caller;
  eventId: string;
  minimumRole: Role;
  /** A scanner ticket acts for the member who issued it, whose session is checked on the event's shard alone. */
  isTicket?: boolean;
  /** False for a door device, and to leave: not rejected where the event requires a second factor. */
  needsFactor?: boolean;
}

/** A caller whose role on the event a batch has confirmed. Only `authorizeMember` makes one. */
export type Member = Authorized<
  EventCaller & {
    userId: string;
    userName: string;
    role: Role;
    /** The user whose tier applies to the event. */
    hostId: string;
  }
>;

/**
 * Runs named statements on an event in the D1 batch that checks the caller's role, so the check costs no round trip.
 * For reads: put a write in a second batch, after this one has succeeded. On another shard than the accounts database,
 * checks the session there in parallel, because the shard's account replica lags by seconds. Scanner tickets skip that
 * check and end with the lag, so that a busy door does not load the database that all accounts share.
 * @param statements made with `db`, the event's shard
 * @param accountStatements made with `accountsDb`
 * @returns the member, and each statement's result under its name
 * @throws AppError 401 for a session that was ended, 404 for a user without a role or a deleted event, 403
 * `role_too_low`, 403 `second_factor_required`
 */
export async function authorizeMember<
  const T extends NamedStatements & { member?: never },
  const A extends NamedStatements = Record<never, never>,
>(
  ctx: Pick<RequestContext, "db" | "accountsDb" | "shard">,
  caller: EventCaller,
  statements: T,
  accountStatements?: A,
): Promise<{ member: Member } & BatchResults<T> & BatchResults<A>> {
  const checksSession = ctx.shard !== 0 && !caller.isTicket;
  const [{ session, ...accounts }, { membership, ...events }] = await batchBoth(
    ctx,
    { session: checksSession && one(findLiveSession(ctx.accountsDb, caller.session)), ...accountStatements },
    { membership: one(findMembership(ctx.db, caller.session, caller.eventId)), ...statements },
  );
  const isLive = (checksSession ? session : membership) !== undefined;
  const member = toMember(membership, isLive, caller);
  return { ...(accounts as BatchResults<A>), ...(events as BatchResults<T>), member };
}

function toMember(
  found: Awaited<ReturnType<typeof findMembership>>[number] | undefined,
  isLive: boolean,
  caller: EventCaller,
): Member {
  if (!isLive) throw unauthenticated();
  // A user without a role has no account replica on the event's shard.
  if (found === undefined || found.role === null || found.hostId === null) throw notFound();
  const { userId, userName, role, hostId } = found;
  if (found.requiresFactor && !found.hasFactor && caller.needsFactor !== false) {
    throw new AppError("member_factor_required");
  }
  if (!isAtLeast(role, caller.minimumRole)) throw roleTooLow(caller.minimumRole);
  return markAuthorized({ ...caller, userId, userName, role, hostId });
}

/** 403 for a member whose role is not enough. */
export function roleTooLow(minimumRole: Role): AppError {
  return new AppError("role_too_low", {}, `You need the role ${minimumRole} on this event.`);
}

/**
 * The caller's account and role on the event. No row: the session has ended. A row without a role: the event does not
 * exist, is deleted, or the user has no role on it.
 */
function findMembership(db: Database, { userId, issuedAt, sessionId }: Caller, eventId: string) {
  return MEMBERSHIP(db, { userId, issuedAt, sessionId, eventId });
}

const MEMBERSHIP = prepared(
  (db, { userId, issuedAt, sessionId, eventId }: Placeholders<Caller & { eventId: string }>) =>
    db
      .select({
        userId: users.id,
        userName: users.name,
        role: eventCollaborators.role,
        hostId: events.hostId,
        requiresFactor: events.requireSecondFactor,
        hasFactor: users.hasSecondFactor,
      })
      .from(users)
      .leftJoin(
        eventCollaborators,
        and(eq(eventCollaborators.eventId, eventId), eq(eventCollaborators.userId, users.id)),
      )
      .leftJoin(events, and(eq(events.id, eventCollaborators.eventId), isNull(events.deletedAt)))
      .where(
        and(
          eq(users.id, userId),
          isNull(users.deletedAt),
          lte(users.sessionsValidFrom, issuedAt),
          hasNotEnded(sessionId),
        ),
      )
      .limit(1),
);
