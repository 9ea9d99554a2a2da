import { and, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { doorOpensAt, isBeforeClosing } from "../db/event-window.ts";
import { insertFrom, placeholdersOf } from "../db/inserts.ts";
import { ANSWER_OF_GUEST, LINK_OF_GUEST } from "../db/joins.ts";
import { type Bindable, type Placeholders, prepared, preparedByShape } from "../db/prepared-statement.ts";
import { users } from "../db/schema/accounts.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { doorDevices } from "../db/schema/door-devices.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { undoneReplies } from "../db/schema/reply-networks.ts";
import { type Companion, rsvps } from "../db/schema/rsvps.ts";
import { ANY_TIME, hasStanding, SAID_NO } from "../db/standing.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { doorReasons, needsOverride } from "../kernel/door-reasons.ts";
import { type EventTimes, eventWindow } from "../kernel/event-window.ts";
import { STANDINGS } from "../kernel/rsvp.ts";
import type { Role } from "../platform/authorization/caller.ts";
import { roleCondition } from "../platform/authorization/queries.ts";
import { type DoorCaller, hasRight } from "./devices/door-caller.ts";
import { isDeviceActive, isDoorOpen } from "./devices/queries.ts";

/** Maximum time by which a scanner's clock may be ahead. Later times are not used. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;

/** Maximum age of an offline scan before the door opens, because a team tries its phones in the days before. */
const MAX_TRIAL_AGE_MS = 12 * HOUR_MS;

/** Time of arrival, and the scanner's time if it was not used. Epoch milliseconds. */
export type ArrivalTime = Pick<typeof checkIns.$inferSelect, "checkedInAt" | "claimedAt">;

/**
 * Returns when a guest arrived. A scanner's time counts from the opening of the door (half a day back if the door is
 * not open yet) until five minutes ahead of the server. It never makes an arrival later than now. Otherwise the
 * server's time counts. The insert of a check-in computes the same in SQL, because it reads no event first.
 * @param scannedAt the scanner's own time of an offline scan, or null
 */
export function arrivalTime(event: EventTimes, scannedAt: number | null, now: number): ArrivalTime {
  if (scannedAt === null) return { checkedInAt: now, claimedAt: null };
  const { opensAt } = eventWindow(event);
  const earliest = opensAt <= now ? opensAt : now - MAX_TRIAL_AGE_MS;
  if (scannedAt < earliest || scannedAt > now + MAX_AHEAD_MS) return { checkedInAt: now, claimedAt: scannedAt };
  return { checkedInAt: Math.min(scannedAt, now), claimedAt: null };
}

export type CheckInRow = typeof checkIns.$inferSelect;

/** Names for a guest at the door, and the table of the party. */
interface NamedGuest {
  guestName: string;
  /** Null: the host has set no table. */
  table: string | null;
  tags: string[];
  /** Whether the door added the guest above the guest limit of the host's tier. */
  overTier: boolean;
  /** People who were announced with the guest. Null without an RSVP. */
  companions: Companion[] | null;
}

/** A check-in with the guest, the member who recorded it, and the door device that acted for the member. */
export interface NamedCheckIn extends NamedGuest {
  checkIn: CheckInRow;
  /** For a device, the member who made it. */
  byName: string;
  /** True if the member has deleted the account since. */
  isByDeleted: boolean;
  /** The name of the device that recorded it. Null for a member's own check-in, and once the device was deleted. */
  deviceName: string | null;
  /** The name that a host gave to the device. Null for a scanner ticket, too. */
  door: string | null;
  expectedParty: number;
}

/**
 * Number of people to expect with a guest, by response: from an RSVP that is not a no, else the invitation's party size,
 * else 1.
 */
export const EXPECTED_PARTY = sql<number>`case when ${rsvps.response} is not null and not ${SAID_NO} then 1 + ${rsvps.plusOnes}
  else coalesce(${guests.partySize}, 1) end`;

/**
 * A check-in before it is written. `arrivalCount` null means the expected party. `scannedAt` is the scanner's own time
 * of an offline scan, or null. The insert decides whether to use it.
 */
export type CheckInToInsert = Omit<CheckInRow, "arrivalCount" | "checkedInAt" | "claimedAt" | "deviceId"> & {
  arrivalCount: number | null;
  scannedAt: number | null;
};

/** The conditions of the insert. */
export interface CheckInGuard {
  /** Must have the role; a device must work, and needs the right `override` for more people than expected. */
  caller: DoorCaller;
  /** Must be the end of the current link's ID; null for a guest found by name. */
  linkEnding: string | null;
  /** Whether a JWT named the guest: it expires earlier than a short code. */
  isJwt: boolean;
  /** Skips the conditions on the RSVP and the link. */
  override: boolean;
}

/**
 * Inserts a check-in unless the guest has one or the write condition is false. `findCheckIn` then reads whether it was
 * written, which costs fewer rows than returning it. RSVP, seat, link and event are conditions of the insert, because
 * they may change between a read and the write.
 */
export function insertCheckIn(db: Database, checkIn: CheckInToInsert, guard: CheckInGuard) {
  const { caller, linkEnding, isJwt, override } = guard;
  const { userId, issuedAt, sessionId } = caller.session;
  const shape: CheckInShape = {
    minimumRole: caller.minimumRole,
    by: authorOf(caller, checkIn.walkIn),
    count: checkIn.walkIn || hasRight(caller, "override") ? "any" : "expected",
    checked: checkIn.walkIn ? "walk-in" : override ? "event" : linkEnding === null ? "answer" : "answer and link",
  };
  const deviceId = caller.device?.id ?? null;
  return INSERT_CHECK_IN(shape, db, {
    ...checkIn,
    linkEnding,
    isJwt: Number(isJwt),
    userId,
    issuedAt,
    sessionId,
    deviceId,
  });
}

/** Writer of a check-in. A walk-in is counted by an earlier batch of its request, a scan in its own batch. */
type Author = "member" | "device" | "named device, counted" | "ticket, counted";

function authorOf({ device }: DoorCaller, isWalkIn: boolean): Author {
  if (device === null) return "member";
  if (isWalkIn) return "device";
  return device.isNamed ? "named device, counted" : "ticket, counted";
}

function isDeviceStillActive(by: Author, at: Placeholders<Record<"eventId" | "deviceId" | "now", unknown>>) {
  if (by === "member") return undefined;
  return by === "device" ? isDeviceActive(at, at.now) : wasCounted(by === "named device, counted", at.now);
}

/** Conditions of the insert. */
interface CheckInShape {
  minimumRole: Role;
  by: Author;
  count: "any" | "expected";
  /** Each has the condition before it, too. A walk-in has none: its verb has read the event, and the guest is new. */
  checked: "walk-in" | "event" | "answer" | "answer and link";
}

type CheckInValues = CheckInToInsert &
  DoorCaller["session"] & { linkEnding: string | null; isJwt: number; deviceId: string | null };

const INSERT_CHECK_IN = preparedByShape((shape: CheckInShape, db, params: Placeholders<CheckInValues>) => {
  const { minimumRole, by, count, checked } = shape;
  const { eventId, guestId, userId, issuedAt, sessionId, deviceId, recordedAt, arrivalCount } = params;
  const cells = {
    ...placeholdersOf(checkIns, params),
    arrivalCount: sql`coalesce(${arrivalCount}, ${EXPECTED_PARTY})`,
    ...arrivalTimes(params),
  };
  const isActive = isDeviceStillActive(by, { eventId, deviceId, now: recordedAt });
  const ofEvent = and(isActive, checked === "walk-in" ? undefined : takesPlace(params));
  const checksAnswer = checked === "answer" || checked === "answer and link";
  const conditions = and(
    eq(guests.eventId, eventId),
    eq(guests.id, guestId),
    roleCondition(
      db,
      { session: { userId, issuedAt, sessionId }, eventId, minimumRole, needsFactor: by === "member" },
      ofEvent,
    ),
    count === "any" ? undefined : sql`(${arrivalCount} is null or ${arrivalCount} <= ${EXPECTED_PARTY})`,
    checksAnswer ? IS_ADMISSIBLE : undefined,
    checked === "answer and link" ? and(hasCurrentLink(params), sql`not ${IS_REPLY_UNDONE}`) : undefined,
  );
  return insertFrom(
    db,
    checkIns,
    cells,
    sql`from ${guests}
      left join ${rsvps} on ${eq(rsvps.eventId, guests.eventId)} and ${eq(rsvps.guestId, guests.id)}
      where ${conditions}`,
  ).onConflictDoNothing();
});

/**
 * The columns of `arrivalTime` in SQL. The event is read only for a scan that brings a time.
 */
function arrivalTimes({ eventId, scannedAt, recordedAt }: Placeholders<CheckInValues>): Record<keyof ArrivalTime, SQL> {
  const ms = (duration: number) => sql.raw(String(duration));
  const opensAt = doorOpensAt();
  const earliestOf = sql`case when ${opensAt} <= ${recordedAt} then ${opensAt} else ${recordedAt} - ${ms(MAX_TRIAL_AGE_MS)} end`;
  const earliest = sql`(select ${earliestOf} from ${events} where ${eq(events.id, eventId)})`;
  const isBelieved = sql`${scannedAt} between ${earliest} and ${recordedAt} + ${ms(MAX_AHEAD_MS)}`;
  const isAbsent = sql`${scannedAt} is null`;
  return {
    checkedInAt: sql`case when ${isAbsent} then ${recordedAt} when ${isBelieved} then min(${scannedAt}, ${recordedAt}) else ${recordedAt} end`,
    claimedAt: sql`case when ${isAbsent} then null when ${isBelieved} then null else ${scannedAt} end`,
  };
}

/** The rule of `doorReasons` about the standing. A guest who is not checked in was not added at the door. */
const IS_ADMISSIBLE = hasStanding(
  STANDINGS.filter((standing) => !needsOverride(doorReasons(standing, { isLinkReplaced: false }))),
  ANY_TIME,
  sql`false`,
);

/** Condition on the event's row: it was not cancelled, and a code, if there is one, is not too old (`isCodeExpired`). */
function takesPlace({ linkEnding, isJwt, recordedAt }: Placeholders<CheckInValues>): SQL | undefined {
  const end = sql`iif(${isJwt}, ${events.eventDate}, coalesce(${events.endTime}, ${events.eventDate}))`;
  return and(isNull(events.cancelledAt), sql`(${linkEnding} is null or ${isBeforeClosing(recordedAt, end)})`);
}

function hasCurrentLink({ eventId, guestId, linkEnding }: Placeholders<CheckInValues>): SQL {
  const isCurrent = and(
    eq(accessTokens.eventId, eventId),
    eq(accessTokens.guestId, guestId),
    // Repeats the expression of the index, so that the token's row is not read.
    sql`(case when ${accessTokens.revokedAt} is null then '' else ${accessTokens.id} end) = ''`,
    sql`substr(${accessTokens.id}, -length(${linkEnding})) = ${linkEnding}`,
  );
  return sql`exists (select 1 from ${accessTokens} where ${isCurrent})`;
}

/** The check-in of a guest, with who recorded it. */
export function findCheckIn(db: Database, eventId: string, guestId: string) {
  return FIND_CHECK_IN(db, { eventId, guestId });
}

const FIND_CHECK_IN = prepared((db, { eventId, guestId }: Placeholders<Record<"eventId" | "guestId", string>>) =>
  selectNamed(db)
    .where(and(eq(checkIns.eventId, eventId), eq(checkIns.guestId, guestId)))
    .limit(1),
);

/** Check-ins as `NamedCheckIn`. */
export function selectNamed(db: Database) {
  return db
    .select(namedCheckIn())
    .from(checkIns)
    .innerJoin(users, eq(users.id, checkIns.checkedInBy))
    .leftJoin(doorDevices, and(eq(doorDevices.eventId, checkIns.eventId), eq(doorDevices.id, checkIns.deviceId)))
    .innerJoin(guests, and(eq(guests.eventId, checkIns.eventId), eq(guests.id, checkIns.guestId)))
    .leftJoin(rsvps, and(eq(rsvps.eventId, checkIns.eventId), eq(rsvps.guestId, checkIns.guestId)));
}

/** The columns of a `NamedCheckIn`. */
function namedCheckIn() {
  return {
    checkIn: checkIns,
    byName: aliased(users.name, "by.name"),
    isByDeleted: sql<boolean>`${users.deletedAt} is not null`.mapWith(Boolean).as("is_by_deleted"),
    deviceName: sql<string | null>`${doorDevices.name}`.as("device.name"),
    door: sql<string | null>`iif(${doorDevices.expiresAt} is null, ${doorDevices.name}, null)`.as("door.name"),
    guestName: aliased(guests.name, "guest.name"),
    table: guests.table,
    tags: guests.tags,
    overTier: guests.overTier,
    companions: rsvps.companions,
    expectedParty: EXPECTED_PARTY.as("expected_party"),
  };
}

/** A check-in by its own ID. */
export function findCheckInById(db: Database, eventId: string, checkInId: string) {
  return db.select().from(checkIns).where(isCheckIn(eventId, checkInId)).limit(1);
}

/** Condition: the check-in is there. For statements that follow the insert in its batch, or go before the delete. */
export function isRecorded(db: Database, eventId: string, checkInId: string): SQL {
  return exists(findCheckInById(db, eventId, checkInId));
}

/** Condition: it is the check-in of this ID. */
export function isCheckIn(eventId: string, checkInId: string): SQL | undefined {
  return and(eq(checkIns.eventId, eventId), eq(checkIns.id, checkInId));
}

/**
 * Condition for the statement right after those of `countUse` in its batch. True if the use was inserted and, for a
 * named device, the door is open. Does not read the device again.
 */
function wasCounted(isNamed: boolean, now: Bindable<number>): SQL | undefined {
  return and(sql`changes() = 1`, isNamed ? isDoorOpen(now) : undefined);
}

export type DoorGuest = Awaited<ReturnType<typeof findDoorGuest>>[number];

/** Whether the host has undone the guest's only RSVP. Reads no row for a guest with one, and none where nothing was undone. */
const IS_REPLY_UNDONE = sql<boolean>`(${rsvps.guestId} is null and exists (
  select 1 from ${undoneReplies} where ${undoneReplies.eventId} = ${guests.eventId}
    and ${undoneReplies.guestId} = ${guests.id} and ${undoneReplies.outcome} = 'deleted'))`;

/** Selects a guest with RSVP and current link, for `doorReasons`. */
export function findDoorGuest(db: Database, eventId: string, guestId: string) {
  return db
    .select({
      guest: {
        id: aliased(guests.id, "guest.id"),
        name: guests.name,
        partySize: guests.partySize,
        notes: guests.notes,
        table: guests.table,
        tags: guests.tags,
      },
      companions: rsvps.companions,
      response: rsvps.response,
      plusOnes: rsvps.plusOnes,
      seat: rsvps.seat,
      offerExpiresAt: rsvps.offerExpiresAt,
      invitedAt: guests.invitedAt,
      tokenId: accessTokens.id,
      isReplyUndone: IS_REPLY_UNDONE.mapWith(Boolean).as("is_reply_undone"),
      expectedParty: EXPECTED_PARTY.as("expected_party"),
      eventDate: events.eventDate,
      endTime: events.endTime,
      cancelledAt: events.cancelledAt,
    })
    .from(guests)
    .innerJoin(events, and(eq(events.id, guests.eventId), isNull(events.deletedAt)))
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(accessTokens, LINK_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

/** Condition: the caller's device is active. Undefined for a member. */
export function isActive({ device, eventId }: DoorCaller, now: number): SQL | undefined {
  return device === null ? undefined : isDeviceActive({ eventId, deviceId: device.id }, now);
}

/** The names of the attending companions. A companion without a name has none. */
export function namesOf(companions: readonly Companion[] | null): string[] {
  return (companions ?? []).flatMap(({ attending, name }) => (attending && name ? [name] : []));
}
