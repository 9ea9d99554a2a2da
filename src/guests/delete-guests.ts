import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { findEventSeats } from "../events/seat-queries.ts";
import { seatsFreed } from "../events/seats/seats-freed.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { guestsDeleted } from "../platform/activities/guest-activities.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { type AuditEntry, recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import { eraseFromMessages } from "../platform/personal-data/erase-from-messages.ts";
import { eraseGuestTraces } from "../platform/personal-data/erase-guest-traces.ts";
import { type ErasedText, listTexts, writeErasedTexts } from "../platform/personal-data/message-text-queries.ts";
import {
  abortUnlessListed,
  abortUnlessWritten,
  type BulkGuest,
  deleteAmong,
  listAmong,
  subtractFromGuestCount,
} from "./bulk-queries.ts";
import { unknownGuests } from "./unknown-guests.ts";

/** Attempts while others delete some of the same guests between the read and the write. */
const MAX_ATTEMPTS = 4;

/** What the audit record says. The id of a deleted guest says nothing about the person any more. */
type DeletionRecord = Pick<AuditEntry, "action" | "target" | "before">;

/**
 * Erases a guest with all data about the guest; the link answers 404 from then on. Queued messages about the guest are
 * dropped when they are consumed. The guest's seat is offered to who waits.
 * @throws AppError 404 for a guest who is not on the list
 */
export async function deleteGuest(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<void> {
  await eraseListed(ctx, caller, [guestId], { action: "guest.deleted", target: guestId, before: null }, notFound);
}

/**
 * Erases many guests as `deleteGuest` does one: all of them or none.
 * @returns how many
 * @throws AppError 404 with the ids that are not on the list, 409 `list_changed` when others change it during every attempt
 */
export async function deleteGuests(
  ctx: RequestContext,
  caller: EventCaller,
  guestIds: readonly string[],
): Promise<number> {
  const ids = [...new Set(guestIds)];
  const record = { action: "guests.deleted" as const, target: null, before: { guests: ids.length } };
  await eraseListed(ctx, caller, ids, record, (found) =>
    unknownGuests(guestIds, new Map(found.map((guest) => [guest.id, guest]))),
  );
  return ids.length;
}

async function eraseListed(
  ctx: RequestContext,
  caller: EventCaller,
  ids: readonly string[],
  record: DeletionRecord,
  unlisted: (found: readonly BulkGuest[]) => AppError,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { member, found, seats, texts } = await authorizeMember(ctx, caller, {
      seats: findEventSeats(ctx.db, caller.eventId),
      found: listAmong(ctx.db, caller.eventId, ids),
      texts: listTexts(ctx.db, caller.eventId, ids),
    });
    if (found.length < ids.length) throw unlisted(found);
    const erased = { ids, texts: eraseFromMessages(found, texts) };
    if (await erase(ctx, member, erased, record, seats[0]?.capacity ?? null)) return;
  }
  throw new AppError("list_changed");
}

/** One batch; false when a guest, a message or the caller's role changed since the read, and nothing was written. */
async function erase(
  ctx: RequestContext,
  member: Member,
  { ids, texts }: { ids: readonly string[]; texts: readonly ErasedText[] },
  record: DeletionRecord,
  capacity: number | null,
): Promise<boolean> {
  const { db, clock } = ctx;
  const { eventId } = member;
  const messageIds = texts.map(({ id }) => id);
  const traces = eraseGuestTraces(ctx, eventId, ids, messageIds);
  const offers = enqueue(ctx, seatsFreed(ctx, eventId, capacity));
  const now = clock.now();
  const activity = storeActivities(ctx, eventId, guestsDeleted(ids, now));
  const entry = { eventId, ...actorOf(member), ...record, after: null, at: now };
  try {
    await runBatch(db, {
      audit: recordAudit(db, entry, hasRole(db, member)),
      role: abortUnlessWritten(db, 1),
      listed: abortUnlessListed(db, eventId, ids),
      count: subtractFromGuestCount(db, eventId, ids.length),
      texts: writeErasedTexts(db, eventId, texts, now),
      traces: traces.statements,
      offers: [...offers.statements, ...activity.statements],
      deleted: deleteAmong(db, eventId, ids),
    });
  } catch (error) {
    if (isConstraintViolation(error)) return false;
    throw error;
  }
  traces.dispatch();
  offers.publishAfterResponse();
  activity.publishAfterResponse();
  sealAfterResponse(ctx, eventId);
  return true;
}
