import type { SQL } from "drizzle-orm";
import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { accountNotices, ownerRemoved, ownersNotice } from "../identity/notices/account-notices.ts";
import type { Role } from "../platform/authorization/roles.ts";
import { endMembership } from "../platform/credentials/end-membership.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";

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
 * What goes with a member's removal or other role: the mails, and the end of what the member created and may not create any more.
 * @returns the statements, which belong before the one that changes or removes the role
 */
export function effectsOf(ctx: RequestContext, change: RoleChange, { guard, at }: { guard: SQL; at: number }) {
  const { eventId, userId, after } = change;
  const ending = { eventId, userId, now: at, guard, ...(after && { role: after }) };
  const { statements, message } = endMembership(ctx, after ? "role_change" : "removal", ending);
  const outboxEntries = enqueue(ctx, [...ownerNotices(ctx, change), message], guard);
  return { ...outboxEntries, statements: [...statements, ...outboxEntries.statements] };
}

/**
 * The mails about a changed role: the owners, and whoever is none any more, are told of a new and of a removed owner, so
 * that nobody takes an event over without a word. None for other roles.
 * @param change `before` is null for somebody new, `after` for a member who is removed; `by` whoever made it, with
 *   the event's host of before where a host can be removed
 */
export function ownerNotices(ctx: Pick<RequestContext, "clock">, change: RoleChange): BusMessage[] {
  const { eventId, by, userId, before, after } = change;
  const facts = { eventId, actorId: by.userId, memberId: userId };
  if (after === "owner") return [ownersNotice(ctx, "owner_added", facts)];
  if (before !== "owner") return [];
  return [ownerRemoved(ctx, facts, by.hostId === userId), ...accountNotices(ctx, "owner_removed", [userId], facts)];
}
