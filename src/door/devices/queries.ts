import { and, desc, eq, getTableColumns, gt, isNull, lt, lte, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { doorOpensAt, isBeforeClosing } from "../../db/event-window.ts";
import { insertFrom } from "../../db/inserts.ts";
import { type Bindable, type Placeholders, prepared, preparedByShape } from "../../db/prepared-statement.ts";
import { users } from "../../db/schema/accounts.ts";
import { doorDevices, doorDeviceUses } from "../../db/schema/door-devices.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { endedSessions } from "../../db/schema/sessions.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { type Counted, DEVICE_LIMITS } from "./device-state.ts";

/** A device with the name of its maker and the times of its event. */
export type NamedDevice = Awaited<ReturnType<typeof listDoorDevices>>[number];

/** Minimum time between updates of the last use in the device's row. */
const USE_INTERVAL_MS = MINUTE_MS;

/** A device of an event, as values or as placeholders of a prepared statement. */
interface DeviceKey {
  eventId: Bindable<string>;
  deviceId: Bindable<string>;
}

/**
 * Condition that a device works, for a prepared write that authorizes its caller itself. `deviceState` is the same
 * rule. Use it in a statement that has the event's row, so that only the device's row is also read.
 * @param now epoch milliseconds
 */
export function isDeviceActive(device: DeviceKey, now: Bindable<number>): SQL {
  const { expiresAt } = doorDevices;
  const isInEvent = and(isNull(expiresAt), isDoorOpen(now));
  const isActive = and(isKey(device), isNull(doorDevices.revokedAt), or(gt(expiresAt, now), isInEvent));
  return sql`exists (select 1 from ${doorDevices} where ${isActive})`;
}

/** Condition on an event's row: its door is open. `eventWindow` is the same rule for an event that was read. */
export function isDoorOpen(now: Bindable<number>): SQL | undefined {
  return and(sql`${now} >= ${doorOpensAt()}`, isBeforeClosing(now));
}

/** One use of a device. */
export interface Use {
  eventId: string;
  deviceId: string;
  /** Epoch milliseconds. */
  now: number;
  network: string | null;
}

/** Stores when and from which network a device was last used, at most once a minute. */
export function recordUse(db: Database, use: Use) {
  return RECORD_USE(db, { ...use, before: use.now - USE_INTERVAL_MS });
}

type UseValues = Use & { before: number };

const RECORD_USE = prepared((db, params: Placeholders<UseValues>) =>
  db
    .update(doorDevices)
    .set({ lastUsedAt: sql`${params.now}`, lastNetwork: sql`${params.network}` })
    .where(and(isKey(params), isNull(doorDevices.revokedAt), isFirstOfMinute(params))),
);

function isFirstOfMinute({ before }: Placeholders<UseValues>): SQL | undefined {
  return or(isNull(doorDevices.lastUsedAt), lt(doorDevices.lastUsedAt, before));
}

/** Devices of an event, the newest first. @param beforeId the last ID of the page before */
export function listDoorDevices(db: Database, eventId: string, beforeId: string | null, limit: number) {
  return db
    .select({
      device: {
        ...getTableColumns(doorDevices),
        id: aliased(doorDevices.id, "device.id"),
        name: aliased(doorDevices.name, "device.name"),
        createdAt: aliased(doorDevices.createdAt, "device.createdAt"),
      },
      eventDate: events.eventDate,
      endTime: events.endTime,
      makerName: aliased(users.name, "maker.name"),
      isMakerActive: isMakerActive().as("is_maker_active"),
    })
    .from(doorDevices)
    .innerJoin(events, eq(events.id, doorDevices.eventId))
    .innerJoin(users, eq(users.id, doorDevices.madeBy))
    .leftJoin(
      eventCollaborators,
      and(eq(eventCollaborators.eventId, doorDevices.eventId), eq(eventCollaborators.userId, doorDevices.madeBy)),
    )
    .leftJoin(endedSessions, eq(endedSessions.id, doorDevices.sessionId))
    .where(and(eq(doorDevices.eventId, eventId), beforeId === null ? undefined : lt(doorDevices.id, beforeId)))
    .orderBy(desc(doorDevices.id))
    .limit(limit);
}

/**
 * Whether the member for whom a device acts still may: the same rule as `roleCondition` has for each use, for the list.
 * Of the rows that `listDoorDevices` joins.
 */
function isMakerActive(): SQL<boolean> {
  const mayEdit = sql`coalesce(${eventCollaborators.role}, 'viewer') <> 'viewer'`;
  const isAccountLive = sql`${users.deletedAt} is null
    and (${doorDevices.sessionId} is null or ${users.sessionsValidFrom} <= ${doorDevices.createdAt})`;
  return sql<boolean>`(${mayEdit} and ${isAccountLive} and ${endedSessions.id} is null)`.mapWith(Boolean);
}

/** A device that was not ended. */
export function findDoorDevice(db: Database, eventId: string, deviceId: string) {
  return db
    .select({ name: doorDevices.name, expiresAt: doorDevices.expiresAt })
    .from(doorDevices)
    .where(and(isKey({ eventId, deviceId }), isNull(doorDevices.revokedAt)))
    .limit(1);
}

export function isKey({ eventId, deviceId }: DeviceKey): SQL | undefined {
  return and(eq(doorDevices.eventId, eventId), eq(doorDevices.id, deviceId));
}

type WindowKey = Record<"eventId" | "deviceId" | "kind", string>;

type CountedUse = WindowKey & { now: number };

/**
 * Returns the statements that count a use of a device against its limit, in one batch. The second reads the window before
 * the use (`deviceVerdict`). The last one inserts the use: the statement after it can require `wasCounted`.
 */
export function countUse(db: Database, kind: Counted, use: Use) {
  const { eventId, deviceId, now } = use;
  const key = { eventId, deviceId, kind };
  const before = now - DEVICE_LIMITS[kind].windowSeconds * SECOND_MS;
  return [
    DELETE_OLD_USES(db, { ...key, before }),
    FIND_WINDOW(db, key),
    recordUse(db, use),
    INSERT_USE(kind, db, { ...key, now }),
  ] as const;
}

/** Deletes the uses that have left the window. */
const DELETE_OLD_USES = prepared((db, params: Placeholders<WindowKey & { before: number }>) =>
  db.delete(doorDeviceUses).where(and(isOfKind(params), lte(doorDeviceUses.at, params.before))),
);

const BOTH = sql`${doorDeviceUses.at}, ${doorDeviceUses.number}`;

/** The remaining uses of a kind. No row without any. */
const FIND_WINDOW = prepared((db, params: Placeholders<WindowKey>) =>
  db
    .select({
      count: sql<number>`newest.number - oldest.number + 1`.as("uses"),
      oldestAt: sql<number>`oldest.at`.as("oldest_at"),
    })
    .from(sql`${oneUse(params, BOTH, "asc")} as oldest, ${oneUse(params, BOTH, "desc")} as newest`),
);

/**
 * Inserts a use if the device has not ended and the window has room. Repeats the rule of `deviceVerdict`, because
 * concurrent requests use one window. Does not check that a named device's door is open.
 */
const INSERT_USE = preparedByShape((kind: Counted, db, params: Placeholders<CountedUse>) => {
  const { eventId, deviceId, now } = params;
  const isActive = and(
    eq(doorDevices.eventId, eventId),
    eq(doorDevices.id, deviceId),
    isNull(doorDevices.revokedAt),
    or(isNull(doorDevices.expiresAt), gt(doorDevices.expiresAt, now)),
  );
  const { at, number } = doorDeviceUses;
  // Each is a subquery of one value: a row that is joined is counted as read twice.
  const newest = (column: typeof at | typeof number) => oneUse(params, column, "desc");
  const count = sql`coalesce(${newest(number)} - ${oneUse(params, number, "asc")} + 1, 0)`;
  const hasRoom = sql`${count} < ${sql.raw(String(DEVICE_LIMITS[kind].limit))}`;
  // The clocks of isolates differ by milliseconds. The order of the times must be the order of the numbers.
  const monotonic = sql`max(${now}, coalesce(${newest(at)}, 0))`;
  return insertFrom(
    db,
    doorDeviceUses,
    { eventId, deviceId, kind: params.kind, at: monotonic, number: sql`coalesce(${newest(number)}, 0) + 1` },
    sql`from ${doorDevices} where ${and(isActive, hasRoom)}`,
  );
});

/** Columns of the oldest or the newest use of a kind, as a subquery of at most one row. */
function oneUse(params: Placeholders<WindowKey>, columns: SQLWrapper, order: "asc" | "desc"): SQL {
  const { at, number } = doorDeviceUses;
  const by = sql.raw(order);
  return sql`(select ${columns} from ${doorDeviceUses} where ${isOfKind(params)} order by ${at} ${by}, ${number} ${by} limit 1)`;
}

function isOfKind({ eventId, deviceId, kind }: Placeholders<WindowKey>): SQL | undefined {
  return and(
    eq(doorDeviceUses.eventId, eventId),
    eq(doorDeviceUses.deviceId, deviceId),
    sql`${doorDeviceUses.kind} = ${kind}`,
  );
}
