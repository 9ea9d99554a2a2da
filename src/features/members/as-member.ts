import type { BatchItem } from "drizzle-orm/batch";
import type { BatchOf } from "../../db/client.ts";
import { AppError, notFound, unauthenticated } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import type { Caller } from "../accounts/session-token.ts";
import { findMembership } from "./queries.ts";
import { isAtLeast, type Role } from "./roles.ts";

/** Who asks for what on which event. */
export interface EventCaller {
  session: Caller;
  eventId: string;
  /** The least role that the route wants. */
  needed: Role;
}

/** The caller's standing on the event, as the batch found it. */
export interface Membership {
  userId: string;
  userName: string;
  role: Role;
  /** The user whose tier pays for the event. */
  hostId: string;
}

/**
 * Runs statements on an event in one batch with the question whether the caller may, so that the role costs no trip
 * of its own. For reads: a write belongs in a second batch, after this one said yes.
 * @returns the caller's membership, then the statements' results in their order
 * @throws AppError 401 for a session that was ended, 404 for a stranger or an event that is gone, 403 for a role too low
 */
export async function asMember<const T extends readonly BatchItem<"sqlite">[]>(
  services: Pick<Services, "db">,
  caller: EventCaller,
  statements: T,
): Promise<[Membership, ...BatchOf<T>]> {
  const [found, ...results] = await services.db.batch([
    findMembership(services.db, caller.session, caller.eventId),
    ...statements,
  ]);
  return [membershipIn(found, caller), ...(results as unknown as BatchOf<T>)];
}

/**
 * What the question of `findMembership` found, for a verb that asks it in a batch of its own.
 * @throws AppError as `asMember`
 */
export function membershipIn(found: Awaited<ReturnType<typeof findMembership>>, caller: EventCaller): Membership {
  const user = found[0];
  if (user === undefined) throw unauthenticated();
  caller.session.verified = true;
  const { role, hostId } = user;
  if (role === null || hostId === null) throw notFound();
  if (!isAtLeast(role, caller.needed)) throw roleTooLow(caller.needed);
  return { userId: user.userId, userName: user.userName, role, hostId };
}

/** 403 for a member whose role is not enough. */
export function roleTooLow(needed: Role): AppError {
  return new AppError("forbidden", "role_too_low", `This needs the role ${needed} on the event.`);
}
