import { eq, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { guestCounts, guests } from "../db/schema/guests.ts";
import { findEventSeats, seatsFreed } from "../events/seats/seats.ts";
import { type AppError, notFound } from "../kernel/errors.ts";
import { guestsDeleted } from "../platform/activities/guest-activities.ts";
import { isSilent } from "../platform/authorization/api-key.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { type Audited, commit, retried } from "../platform/commit/commit.ts";
import { eraseFromMessages } from "../platform/personal-data/erase-from-messages.ts";
import { eraseGuestTraces } from "../platform/personal-data/erase-guest-traces.ts";
import { listTexts, writeErasedTexts } from "../platform/personal-data/message-text-queries.ts";
import { areAmong, type BulkGuest, listAmong, unknownGuests } from "./bulk-queries.ts";

/** Attempts while others delete some of the same guests between the read and the write. */
const MAX_ATTEMPTS = 4;

/** The audit record. The ID of a deleted guest no longer identifies a person. */
type DeletionRecord = Omit<Audited, "after">;

/**
 * Erases a guest with all data about the guest. The link then returns 404. Consumers drop queued messages about the
 * guest. The freed seat is offered to waitlisted parties.
 * @throws AppError 404 for a guest who is not on the list
 */
export async function deleteGuest(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<void> {
  await eraseListed(ctx, caller, [guestId], { action: "guest.deleted", target: guestId, before: null }, notFound);
}

/**
 * Erases many guests as `deleteGuest` does one: all of them or none.
 * @returns how many
 * @throws AppError 404 with the IDs that are not on the list, 409 `list_changed` when others change it during every
 * attempt
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

const eraseListed = retried(
  async (
    ctx: RequestContext,
    caller: EventCaller,
    ids: readonly string[],
    record: DeletionRecord,
    unlisted: (found: readonly BulkGuest[]) => AppError,
  ): Promise<void> => {
    const { db, clock } = ctx;
    const { eventId } = caller;
    const { member, found, seats, texts } = await authorizeMember(ctx, caller, {
      seats: findEventSeats(db, eventId),
      found: listAmong(db, eventId, ids),
      texts: listTexts(db, eventId, ids),
    });
    if (found.length < ids.length) throw unlisted(found);
    const erased = eraseFromMessages(found, texts);
    const traces = eraseGuestTraces(
      ctx,
      eventId,
      ids,
      erased.map(({ id }) => id),
    );
    const now = clock.now();
    await commit(ctx, {
      by: member,
      guard: [areListed(eventId, ids)],
      changes: {
        count: subtractFromGuestCount(db, eventId, ids.length),
        texts: writeErasedTexts(db, eventId, erased, now),
        traces: traces.changes,
        deleted: deleteAmong(db, eventId, ids),
      },
      audit: { ...record, after: null },
      messages: [...traces.messages, ...seatsFreed(ctx, eventId, seats[0]?.capacity ?? null, isSilent(caller.session))],
      activities: guestsDeleted(ids, now),
      at: now,
      lost: "list_changed",
    });
  },
  MAX_ATTEMPTS,
);

/** Condition: all of the guests are on the event. */
function areListed(eventId: string, guestIds: readonly string[]): SQL {
  return sql`(select count(*) from ${guests} where ${areAmong(eventId, guestIds)}) = ${guestIds.length}`;
}

/** Subtracts deleted guests from the event's count. */
function subtractFromGuestCount(db: Database, eventId: string, deleted: number) {
  return db
    .update(guestCounts)
    .set({ guests: sql`max(${guestCounts.guests} - ${deleted}, 0)` })
    .where(eq(guestCounts.eventId, eventId));
}

/** Deletes guests. Foreign keys and triggers delete their other rows. */
function deleteAmong(db: Database, eventId: string, guestIds: readonly string[]) {
  return db.delete(guests).where(areAmong(eventId, guestIds));
}
