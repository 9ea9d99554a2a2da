import type { BatchItem } from "drizzle-orm/batch";
import type { BatchOf } from "../../db/client.ts";
import { AppError, notFound, unauthenticated } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { findLiveSession } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import { readBoth } from "../databases/read-both.ts";
import { findMembership } from "./queries.ts";
import { isAtLeast, type Role } from "./roles.ts";

/** Who asks for what on which event. */
export interface EventCaller {
  session: Caller;
  eventId: string;
  /** The least role that the route wants. */
  needed: Role;
  /** A ticket acts for the member: whether that member still may is left to the event's own database. */
  isTicket?: boolean;
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
 *
 * Where the event is in another database than accounts, the session is asked for there at the same time: the copy of
 * the account beside the event is late by seconds, and a session that was ended is dead at once all the same. A door
 * where thousands arrive asks nothing of the one database that all accounts share: its tickets die those seconds later.
 * @param statements made with `db`, the event's database
 * @param ofAccounts made with `accountsDb`
 * @returns the caller's membership, then the statements' results in their order, those of accounts last
 * @throws AppError 401 for a session that was ended, 404 for a stranger or an event that is gone, 403 for a role too low
 */
export async function asMember<
  const T extends readonly BatchItem<"sqlite">[],
  const A extends readonly BatchItem<"sqlite">[] = [],
>(
  services: Pick<Services, "db" | "accountsDb" | "database">,
  caller: EventCaller,
  statements: T,
  ofAccounts?: A,
): Promise<[Membership, ...BatchOf<T>, ...BatchOf<A>]> {
  const isApart = services.database !== 0 && !caller.isTicket;
  const session = isApart ? [findLiveSession(services.accountsDb, caller.session)] : [];
  const membership = findMembership(services.db, caller.session, caller.eventId);
  const [accounts, [found, ...results]] = await readBoth(
    services,
    [...(ofAccounts ?? []), ...session],
    [membership, ...statements],
  );
  const isAlive = isApart ? (accounts.at(-1) as unknown[]).length > 0 : found.length > 0;
  const member = membershipIn(found, isAlive, caller);
  const asked = accounts.slice(0, accounts.length - session.length) as BatchOf<A>;
  return [member, ...(results as BatchOf<T>), ...asked];
}

function membershipIn(
  [found]: Awaited<ReturnType<typeof findMembership>>,
  isAlive: boolean,
  caller: EventCaller,
): Membership {
  if (!isAlive) throw unauthenticated();
  caller.session.verified = true;
  // A stranger has no copy of an account beside the event.
  if (found === undefined || found.role === null || found.hostId === null) throw notFound();
  const { userId, userName, role, hostId } = found;
  if (!isAtLeast(role, caller.needed)) throw roleTooLow(caller.needed);
  return { userId, userName, role, hostId };
}

/** 403 for a member whose role is not enough. */
export function roleTooLow(needed: Role): AppError {
  return new AppError("forbidden", "role_too_low", `This needs the role ${needed} on the event.`);
}
