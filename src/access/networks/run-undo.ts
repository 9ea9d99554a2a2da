import { and, eq, gte, isNull, ne, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { accessLogs } from "../../db/schema/access.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { replyNetworks, undoneReplies } from "../../db/schema/reply-networks.ts";
import { type GuestKey, rsvps } from "../../db/schema/rsvps.ts";
import { seatsFreed } from "../../events/seats/seats.ts";
import { isAnswerAsRead } from "../../guests/party.ts";
import { deviceExpiry, endDevice } from "../../invitations/devices/queries.ts";
import { AppError } from "../../kernel/errors.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import { commit, isWritten } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { upsertFeedback } from "../../risk/queries.ts";
import { networkAlert, networkOf } from "../../risk/scored-access.ts";
import { planRollback, type RsvpRollback } from "../../rsvp/plan-rollback.ts";
import type { RsvpRow } from "../../rsvp/queries.ts";
import { listReplacedSince } from "../../rsvp/restore-queries.ts";
import { rollbackStatements } from "../../rsvp/roll-back.ts";
import { findReplyNetwork, firstRepliesOf, listFirstReplies, type ReplyNetworkRow } from "./replies.ts";

/** Replies that one queue message undoes, of about four database calls each. The next message does the next ones. */
const REPLIES_PER_MESSAGE = 40;
/** Attempts while a guest or a host changes the RSVP. */
const MAX_ATTEMPTS = 5;

/**
 * Undoes the replies that a member has chosen. Each is marked as done in the batch that undoes it, so a message that comes
 * twice or after a crash goes on with the rest. First RSVPs are deleted before earlier ones are restored, so that these
 * find the seats. The waitlist is offered the seats once all are done.
 */
export async function runUndo(
  ctx: RequestContext,
  { body }: Extract<BusMessage, { type: "replies.undo" }>,
): Promise<void> {
  const { db } = ctx;
  const { event_id: eventId, network_id: networkId } = body;
  const { network, event, pending } = await runBatch(db, {
    network: one(findReplyNetwork(db, eventId, networkId)),
    event: one(findUndoEvent(db, eventId)),
    pending: listPending(db, eventId, networkId),
  });
  if (network === undefined || event === undefined) return;
  const isSilent = body.silent === true;
  for (const reply of pending.slice(0, REPLIES_PER_MESSAGE)) await undoReply(ctx, { network, event, reply, isSilent });
  if (pending.length <= REPLIES_PER_MESSAGE) return finish(ctx, { network, event, isSilent });
  await ctx.bus.publish([busMessage(ctx, "replies.undo", body)]);
}

type UndoEvent = Awaited<ReturnType<typeof findUndoEvent>>[number];

function findUndoEvent(db: Database, eventId: string) {
  return db
    .select({ id: events.id, capacity: events.capacity, eventDate: events.eventDate, endTime: events.endTime })
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)));
}

type PendingReply = typeof undoneReplies.$inferSelect;

/** The replies that are left to undo, first RSVPs first. One more than a message undoes. */
function listPending(db: Database, eventId: string, networkId: string) {
  return db
    .select({ reply: undoneReplies })
    .from(undoneReplies)
    .leftJoin(rsvps, and(eq(rsvps.eventId, undoneReplies.eventId), eq(rsvps.guestId, undoneReplies.guestId)))
    .where(
      and(eq(undoneReplies.eventId, eventId), eq(undoneReplies.networkId, networkId), isNull(undoneReplies.outcome)),
    )
    .orderBy(sql`${rsvps.submittedAt} >= ${undoneReplies.repliedAt} desc`, undoneReplies.guestId)
    .limit(REPLIES_PER_MESSAGE + 1);
}

interface Undoing {
  network: ReplyNetworkRow;
  event: UndoEvent;
  reply: { reply: PendingReply };
  /** True if the guest is not emailed. */
  isSilent: boolean;
}

/** @throws AppError 409 `rsvp_changed` when every retry conflicts with another write; the queue repeats the message */
async function undoReply(ctx: RequestContext, { network, event, reply: { reply }, isSilent }: Undoing): Promise<void> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const read = await readReply(ctx.db, network, reply);
    if (read === null) return;
    if (await write(ctx, event, reply, { ...read, hasEmail: read.hasEmail && !isSilent })) return;
  }
  throw new AppError("rsvp_changed");
}

interface ReadReply {
  hasEmail: boolean;
  rsvp: RsvpRow | null;
  /** The access that is undone. Null if it is no longer in the log. */
  access: LoggedReply | null;
  before: RsvpRollback;
  reason: PendingReply["reason"];
}

type LoggedReply = Awaited<ReturnType<typeof listLogged>>[number];

function listLogged(db: Database, { eventId, guestId, repliedAt }: PendingReply) {
  const { id, at, device, ipAddress, userAgent } = accessLogs;
  return db
    .select({ id, at, device, ipAddress, userAgent })
    .from(accessLogs)
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        eq(accessLogs.guestId, guestId),
        ne(accessLogs.kind, "access"),
        gte(accessLogs.at, repliedAt),
      ),
    )
    .orderBy(id);
}

/** Returns null for a guest who was deleted. */
async function readReply(db: Database, network: ReplyNetworkRow, reply: PendingReply): Promise<ReadReply | null> {
  const ids: GuestKey = reply;
  const ofGuest = and(eq(guests.eventId, reply.eventId), eq(guests.id, reply.guestId));
  const { guest, logged, replaced } = await runBatch(db, {
    guest: one(
      db
        .select({ email: guests.email, rsvp: rsvps, checkedInAt: checkIns.checkedInAt })
        .from(guests)
        .leftJoin(rsvps, and(eq(rsvps.eventId, guests.eventId), eq(rsvps.guestId, guests.id)))
        .leftJoin(checkIns, and(eq(checkIns.eventId, guests.eventId), eq(checkIns.guestId, guests.id)))
        .where(ofGuest),
    ),
    logged: listLogged(db, reply),
    replaced: listReplacedSince(db, ids, reply.repliedAt),
  });
  if (guest === undefined) return null;
  const access = logged.find(({ ipAddress }) => networkOf(ipAddress) === network.network) ?? null;
  const known = { hasEmail: guest.email !== null, rsvp: guest.rsvp, access };
  if (access === null) return { ...known, before: { status: "unchanged" }, reason: null };
  const answering = logged.filter(({ id }) => id >= access.id);
  const before = planRollback(
    access,
    guest.rsvp,
    replaced.filter(({ replacedAt }) => replacedAt >= access.at),
    answering,
  );
  if (before.status !== "restored") return { ...known, before, reason: before.status === "kept" ? "changed" : null };
  if (guest.checkedInAt !== null) return { ...known, before: { status: "kept" }, reason: "arrived" };
  return { ...known, before, reason: null };
}

function outcomeOf(before: RsvpRollback): NonNullable<PendingReply["outcome"]> {
  return before.status === "restored" && before.to === null ? "deleted" : before.status;
}

/** Undoes one reply in one batch. Returns false, and writes nothing, if it changed since the read or another consumer did it. */
async function write(ctx: RequestContext, event: UndoEvent, reply: PendingReply, read: ReadReply): Promise<boolean> {
  const { db, clock } = ctx;
  const { eventId, guestId } = reply;
  const { access, before, rsvp } = read;
  const now = clock.now();
  const undone = before.status === "restored" ? access : null;
  const { statements } = rollbackStatements(ctx, rsvp, before, event.capacity, "host");
  const verdict = { verdict: "suspicious" as const, note: null, markedBy: reply.requestedBy, markedAt: now };
  const expiresAt = deviceExpiry(eventWindow(event).endsAt, now);
  const device = undone?.device ?? null;
  const isDone = await isWritten(
    commit(ctx, {
      by: "service",
      guard: [isPending(reply), isAnswerAsRead({ eventId, guestId }, rsvp)],
      changes: {
        answer: statements,
        verdict: undone !== null && upsertFeedback(db, { accessLogId: undone.id, eventId, ...verdict }),
        device: device !== null && endDevice(db, { eventId, guestId, device, at: now, expiresAt }),
        done: markDone(db, reply, { outcome: outcomeOf(before), reason: read.reason, doneAt: now }),
      },
      messages: undone === null ? [] : messagesOf(ctx, reply, read, undone.id),
      at: now,
      lost: "rsvp_changed",
    }),
  );
  if (isDone) return true;
  const [stored] = await db.select().from(undoneReplies).where(isReply(reply));
  return stored?.outcome !== null;
}

/** The engine learns that the access was not the guest's, and the guest gets one email. */
function messagesOf(ctx: RequestContext, reply: PendingReply, { before, hasEmail }: ReadReply, accessLogId: string) {
  const ids = { event_id: reply.eventId, guest_id: reply.guestId };
  const confirmed = busMessage(ctx, "access.confirmed", { ...ids, access_log_id: accessLogId, kind: "suspicious" });
  const earlier = before.status === "restored" && before.to !== null;
  const notice = busMessage(ctx, "reply_undone.send", { ...ids, network_id: reply.networkId, earlier });
  return hasEmail ? [confirmed, notice] : [confirmed];
}

function isReply({ eventId, guestId, networkId }: PendingReply) {
  return and(
    eq(undoneReplies.eventId, eventId),
    eq(undoneReplies.guestId, guestId),
    eq(undoneReplies.networkId, networkId),
  );
}

function isPending(reply: PendingReply) {
  return sql`exists (select 1 from ${undoneReplies} where ${isReply(reply)} and ${undoneReplies.outcome} is null)`;
}

function markDone(db: Database, reply: PendingReply, done: Pick<PendingReply, "outcome" | "reason" | "doneAt">) {
  return db.update(undoneReplies).set(done).where(isReply(reply));
}

/** Ends the job: offers the seats that are free now, and tells the members. Does nothing if it has ended. */
async function finish(
  ctx: RequestContext,
  { network, event, isSilent }: { network: ReplyNetworkRow; event: UndoEvent; isSilent: boolean },
): Promise<void> {
  const { db, clock } = ctx;
  const { eventId, id, undoStartedAt, undoFinishedAt } = network;
  if (undoStartedAt === null || undoFinishedAt !== null) return;
  const { left, done } = await runBatch(db, {
    left: listFirstReplies(db, eventId, network.firstAt),
    done: db
      .select({ outcome: undoneReplies.outcome })
      .from(undoneReplies)
      .where(
        and(
          eq(undoneReplies.eventId, eventId),
          eq(undoneReplies.networkId, id),
          gte(undoneReplies.doneAt, undoStartedAt),
        ),
      ),
  });
  const replies = firstRepliesOf(left, network.network).length;
  const undone = done.filter(({ outcome }) => outcome === "deleted" || outcome === "restored").length;
  const now = clock.now();
  const isOpen = sql`exists (select 1 from ${replyNetworks} where ${replyNetworks.eventId} = ${eventId}
    and ${replyNetworks.id} = ${id} and ${replyNetworks.undoStartedAt} = ${undoStartedAt} and ${replyNetworks.undoFinishedAt} is null)`;
  const about = { eventId, network: network.network, about: "undone" as const, replies: undone, at: now };
  await isWritten(
    commit(ctx, {
      by: "service",
      guard: [isOpen],
      changes: {
        finished: db
          .update(replyNetworks)
          .set({ undoFinishedAt: now, replies, closedReplies: replies })
          .where(and(eq(replyNetworks.eventId, eventId), eq(replyNetworks.id, id))),
      },
      messages: [
        ...seatsFreed(ctx, eventId, event.capacity, isSilent),
        ...(undone === 0 ? [] : [await networkAlert({ ...about, key: undoStartedAt })]),
      ],
      at: now,
      lost: "not_found",
    }),
  );
}
