import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { eventSeats, events } from "../db/schema/events.ts";
import { findEvent } from "../events/queries.ts";
import { insertGuestWithinLimit } from "../guests/insert-guest-within-limit.ts";
import { indexParties, MAX_NAMESAKES, type NamesakeParty } from "../guests/same-name.ts";
import { listPartyNames } from "../guests/search.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { isDoorOpen } from "../kernel/event-window.ts";
import { newId } from "../kernel/ids.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { authorizeAtDoor } from "./devices/authorize-at-door.ts";
import { type DoorCaller, hasRight } from "./devices/door-caller.ts";
import { findDoorDevice } from "./devices/queries.ts";
import { presentMatches } from "./door-list-schemas.ts";
import { readMatches } from "./find-at-door.ts";
import { publishArrival } from "./publish-arrival.ts";
import { arrivalTime, insertCheckIn, type NamedCheckIn } from "./queries.ts";
import { eventCancelled } from "./read-door-guest.ts";
import type { WalkInInput } from "./schemas.ts";

/**
 * Adds a guest who was not invited and checks them in. One batch writes both or neither. While the door is open, a
 * walk-in above the tier's guest limit is marked and still checked in, and gets no link while the list is above it. The event's capacity never applies, because a
 * walk-in takes no seat from an RSVP.
 * @throws AppError 409 `event_cancelled`, 402 `tier_limit` on other days, 409 `duplicate_guest` for an email address
 *   that is on the list, 409 `name_on_list` if it is to ask about a name
 */
export const addWalkIn = idempotent(authorizeAtDoor, add);

async function add(ctx: RequestContext, caller: DoorCaller, input: WalkInInput): Promise<NamedCheckIn> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { member, granted, event, room, device, parties } = await authorizeAtDoor(ctx, caller, {
    granted: tierOfEvent(ctx, eventId),
    event: one(findEvent(db, eventId)),
    room: one(isBeyondCapacity(db, eventId, input.arrivalCount)),
    parties: input.sameName === "ask" && listPartyNames(db, eventId),
    device: caller.device !== null && one(findDoorDevice(db, eventId, caller.device.id)),
  });
  if (event === undefined) throw notFound();
  if (event.cancelledAt !== null) throw eventCancelled();
  const namesakes = indexParties(parties ?? [])(input.name);
  if (namesakes.length > 0) throw await nameOnList(ctx, caller, namesakes);
  const now = clock.now();
  const { arrivalCount, notes, scannedAt = null, sameName: _, ...person } = input;
  const guest = { ...person, eventId, id: newId(now), partySize: arrivalCount, notes: null, createdAt: now };
  const row = {
    eventId,
    guestId: guest.id,
    id: newId(now),
    recordedAt: now,
    checkedInBy: caller.session.userId,
    arrivalCount,
    notes,
    walkIn: true,
    nonce: null,
  };
  const times = arrivalTime(event, scannedAt, now);
  const who = {
    guestName: guest.name,
    table: null,
    tags: [],
    overTier: false,
    companions: null,
    expectedParty: arrivalCount,
    byName: member.userName,
    isByDeleted: false,
    deviceName: device?.name ?? null,
    door: device?.expiresAt === null ? device.name : null,
  };
  const deviceId = caller.device?.id ?? null;
  const named = { ...who, checkIn: { ...row, ...times, overLimit: false, deviceId } };
  const guard = { caller, linkEnding: null, isJwt: false, override: true };
  const withGuest = (isOverTier: boolean) => {
    const isOverLimit = isOverTier || room?.isBeyond === true;
    named.checkIn.overLimit = isOverLimit;
    named.overTier = isOverTier;
    return { changes: [insertCheckIn(db, { ...row, scannedAt, overLimit: isOverLimit }, guard)], result: named };
  };
  const mayExceed = isDoorOpen(event, now);
  await insertGuestWithinLimit(ctx, member, guest, tierIn(granted), withGuest, { mayExceed });
  publishArrival(ctx, named);
  return named;
}

/** 409 with the parties of the name. A phone that may not see the list learns only that there are some. */
async function nameOnList(
  ctx: RequestContext,
  caller: DoorCaller,
  namesakes: readonly NamesakeParty[],
): Promise<AppError> {
  const shown = hasRight(caller, "scan") ? namesakes.slice(0, MAX_NAMESAKES) : [];
  const { items: matches } = presentMatches(await readMatches(ctx, caller, shown));
  return new AppError("name_on_list", { matches });
}

/**
 * True if a walk-in exceeds the event's capacity, counting the taken seats and earlier walk-ins. Marks the walk-in, and
 * limits nothing. False, without counting, for an event without a capacity.
 */
function isBeyondCapacity(db: Database, eventId: string, people: number) {
  const held = sql`coalesce((select ${eventSeats.held} from ${eventSeats} where ${eventSeats.eventId} = ${events.id}), 0)`;
  const walkIns = sql`coalesce((select sum(${checkIns.arrivalCount}) from ${checkIns}
    where ${checkIns.eventId} = ${events.id} and ${checkIns.walkIn} = 1), 0)`;
  const isBeyond = sql<boolean>`case when ${events.capacity} is null then 0 else ${held} + ${walkIns} + ${people} > ${events.capacity} end`;
  return db
    .select({ isBeyond: isBeyond.mapWith(Boolean).as("is_beyond") })
    .from(events)
    .where(eq(events.id, eventId));
}
