import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { AppError } from "../../kernel/errors.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { storeActivities } from "../../platform/outbox/store-activities.ts";
import type { RequestContext } from "../../request-context.ts";
import { actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import { findEventSeats } from "../events/seat-queries.ts";
import { unknownGuests } from "../invitations/unknown-guests.ts";
import { authorizeMember, type EventCaller, type Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { eraseTracesOfGuests } from "../privacy/erase-guest-traces.ts";
import { seatsFreed } from "../seats/seats-freed.ts";
import {
  abortUnlessListed,
  abortUnlessWritten,
  deleteAmong,
  listAmong,
  subtractFromGuestCount,
} from "./bulk-queries.ts";
import { guestsDeleted } from "./guest-activities.ts";

/** Attempts while others delete some of the same guests between the read and the write. */
const MAX_ATTEMPTS = 4;

/**
 * Erases many guests with all data about them: all of them or none. Their seats are offered to who waits.
 * @returns how many
 * @throws AppError 404 with the ids that are not on the list, 409 `list_changed` when others change it during every attempt
 */
export async function deleteGuests(
  ctx: RequestContext,
  caller: EventCaller,
  guestIds: readonly string[],
): Promise<number> {
  const ids = [...new Set(guestIds)];
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { member, found, seats } = await authorizeMember(ctx, caller, {
      seats: findEventSeats(ctx.db, caller.eventId),
      found: listAmong(ctx.db, caller.eventId, ids),
    });
    if (found.length < ids.length) throw unknownGuests(guestIds, new Map(found.map((guest) => [guest.id, guest])));
    if (await erase(ctx, member, ids, seats[0]?.capacity ?? null)) return ids.length;
  }
  throw new AppError("list_changed");
}

/** One batch; false when a guest is gone or the caller's role changed since the read, and nothing was written. */
async function erase(
  ctx: RequestContext,
  member: Member,
  ids: readonly string[],
  capacity: number | null,
): Promise<boolean> {
  const { db, clock } = ctx;
  const { eventId } = member;
  const traces = eraseTracesOfGuests(ctx, eventId, ids);
  const offers = enqueue(ctx, seatsFreed(ctx, eventId, capacity));
  const now = clock.now();
  const activity = storeActivities(ctx, eventId, guestsDeleted(ids, now));
  const entry = { eventId, ...actorOf(member), action: "guests.deleted" as const, target: null, at: now };
  try {
    await runBatch(db, {
      audit: recordAudit(db, { ...entry, before: { guests: ids.length }, after: null }, hasRole(db, member)),
      role: abortUnlessWritten(db, 1),
      listed: abortUnlessListed(db, eventId, ids),
      count: subtractFromGuestCount(db, eventId, ids.length),
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
