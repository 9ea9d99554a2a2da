import { runBatch } from "../../db/batch.ts";
import { notFound } from "../../kernel/errors.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { storeActivities } from "../../platform/outbox/store-activities.ts";
import type { RequestContext } from "../../request-context.ts";
import { actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import { findEventSeats } from "../events/seat-queries.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { eraseGuestTraces } from "../privacy/erase-guest-traces.ts";
import { seatsFreed } from "../seats/seats-freed.ts";
import { guestsDeleted } from "./guest-activities.ts";
import { decrementGuestCount, deleteGuest as deleteRow, isListedFor } from "./queries.ts";

/**
 * Erases a guest with all data about the guest; the link answers 404 from then on. Queued messages about the guest are
 * dropped when they are consumed. The guest's seat is offered to who waits.
 * @throws AppError 404 for a guest who is not on the list, and for a caller who has lost the role meanwhile
 */
export async function deleteGuest(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<void> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const {
    member,
    seats: [seats],
  } = await authorizeMember(ctx, caller, { seats: findEventSeats(db, eventId) });
  const guard = isListedFor(db, hasRole(db, member), eventId, guestId);
  const traces = eraseGuestTraces(ctx, eventId, guestId, guard);
  const now = clock.now();
  const activity = storeActivities(ctx, eventId, guestsDeleted([guestId], now), guard);
  const offers = enqueue(ctx, seatsFreed(ctx, eventId, seats?.capacity ?? null), guard);
  const entry = {
    eventId,
    ...actorOf(member),
    action: "guest.deleted" as const,
    // The id says nothing about the person any more.
    target: guestId,
    before: null,
    after: null,
    at: now,
  };
  const { deleted } = await runBatch(db, {
    audit: recordAudit(db, entry, guard),
    count: decrementGuestCount(db, eventId, guard),
    traces: traces.statements,
    offers: [...offers.statements, ...activity.statements],
    // Last, because the other statements look the guest up.
    deleted: deleteRow(db, eventId, guestId, guard),
  });
  if (deleted.length === 0) throw notFound();
  traces.dispatch();
  offers.publishAfterResponse();
  activity.publishAfterResponse();
  sealAfterResponse(ctx, eventId);
}
