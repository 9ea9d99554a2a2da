import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { accountNotices, ownerRemoved, ownersNotice } from "../identity/notices/account-notices.ts";
import type { Role } from "../platform/authorization/roles.ts";

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
