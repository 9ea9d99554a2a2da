import { and, eq, gt, isNull, lte, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { type Placeholders, prepared, preparedByShape } from "../../db/prepared-statement.ts";
import { doorDevices, doorDeviceUses } from "../../db/schema/door-devices.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { type Counted, DEVICE_LIMITS } from "./device-limits.ts";
import { recordUse, type Use } from "./queries.ts";

type WindowKey = Record<"eventId" | "deviceId" | "kind", string>;
type UseValues = WindowKey & { now: number };

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

/** The uses of a kind that are left; no row without any. */
const FIND_WINDOW = prepared((db, params: Placeholders<WindowKey>) =>
  db
    .select({
      count: sql<number>`newest.number - oldest.number + 1`.as("uses"),
      oldestAt: sql<number>`oldest.at`.as("oldest_at"),
    })
    .from(sql`${oneUse(params, BOTH, "asc")} as oldest, ${oneUse(params, BOTH, "desc")} as newest`),
);

/** Inserts a use if the device has not ended and the window has room. Does not check that a named device's door is open. */
const INSERT_USE = preparedByShape((kind: Counted, db, params: Placeholders<UseValues>) => {
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
  return db.insert(doorDeviceUses).select(
    sql`select ${eventId}, ${deviceId}, ${params.kind}, ${monotonic}, coalesce(${newest(number)}, 0) + 1
        from ${doorDevices} where ${and(isActive, hasRoom)}`,
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
