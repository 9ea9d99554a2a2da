import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, LINK_OF_GUEST } from "../db/joins.ts";
import { one } from "../db/one.ts";
import { users } from "../db/schema/accounts.ts";
import { eventCollaborators, events } from "../db/schema/events.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { ANY_TIME, hasStanding } from "../db/standing.ts";
import { accountNoticeMail } from "../identity/mails/account-notice-mail.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { CONCERNED } from "../kernel/standing.ts";
import { commit } from "../platform/commit/commit.ts";
import { onShard } from "../platform/shards/on-shard.ts";
import { sendMails } from "../sending/send-mail.ts";
import { erasableSince, erasureMessages } from "./erase-event.ts";
import { eventClosedMail } from "./event-closed-mail.ts";

/** Guests of one queue message: their emails fit into the time of a consumer. */
const GUESTS_PER_PART = 50;

/**
 * Consumer of `event.closed`: notifies the members of an event that was closed with its owner's account, and the guests
 * who expect it, and then enqueues its erasure. Idempotent: a repeated message reaches only recipients without a result.
 * Does nothing for an event that is open or already erased.
 * @throws see `sendMails`
 */
export async function notifyOfClosing(
  ctx: RequestContext,
  message: Extract<BusMessage, { type: "event.closed" }>,
): Promise<void> {
  const { db } = ctx;
  const { event_id: eventId, after } = message.body;
  const { closed, members, part } = await runBatch(db, {
    closed: one(findClosed(db, eventId)),
    members: after === undefined && listMembers(db, eventId),
    part: listExpecting(db, eventId, after ?? ""),
  });
  if (closed === undefined) return;
  // Not by queue messages: their emails need the event, which is erased after this one.
  await sendMails(onShard(ctx, 0), accountNoticeMail, message.id, (members ?? []).map(toNotice));
  await sendMails(
    ctx,
    eventClosedMail,
    message.id,
    part.map(({ guestId }) => ({ event_id: eventId, guest_id: guestId })),
  );
  const last = part.length < GUESTS_PER_PART ? undefined : part.at(-1)?.guestId;
  if (last === undefined) return endNotifying(ctx, eventId);
  await ctx.bus.publish([{ ...message, id: `${message.id}:${last}`, body: { event_id: eventId, after: last } }]);

  function toNotice({ userId }: { userId: string }) {
    const happenedAt = toIsoTime(ctx.clock.now());
    return { user_id: userId, kind: "event_closed" as const, happened_at: happenedAt, about_event_id: eventId };
  }
}

/** Makes the event erasable, and enqueues its erasure. */
async function endNotifying(ctx: RequestContext, eventId: string): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  await commit(ctx, {
    by: "service",
    changes: {
      closed: db
        .update(events)
        .set({ deletedAt: erasableSince(now) })
        .where(and(eq(events.id, eventId), isNotNull(events.deletedAt))),
    },
    messages: erasureMessages(ctx, eventId),
    at: now,
    lost: "not_found",
  });
}

function findClosed(db: Database, eventId: string) {
  return db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.id, eventId), isNotNull(events.deletedAt)))
    .limit(1);
}

/** The members of an event whose accounts are not deleted. */
function listMembers(db: Database, eventId: string) {
  return db
    .select({ userId: eventCollaborators.userId })
    .from(eventCollaborators)
    .innerJoin(users, and(eq(users.id, eventCollaborators.userId), isNull(users.deletedAt)))
    .where(eq(eventCollaborators.eventId, eventId));
}

/** The next guests whom the event concerns, with a link and an address. */
function listExpecting(db: Database, eventId: string, after: string) {
  return db
    .select({ guestId: guests.id })
    .from(guests)
    .innerJoin(accessTokens, LINK_OF_GUEST)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(
      and(eq(guests.eventId, eventId), gt(guests.id, after), isNotNull(guests.email), hasStanding(CONCERNED, ANY_TIME)),
    )
    .orderBy(asc(guests.id))
    .limit(GUESTS_PER_PART);
}
