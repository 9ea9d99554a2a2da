import { and, eq, exists, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { checkInArrivals, checkIns } from "../db/schema/check-ins.ts";

export type ArrivalRow = typeof checkInArrivals.$inferSelect;

/**
 * Inserts people of a checked-in party who came later. Nothing when the scan was recorded before, the check-in was undone,
 * the party would be too large, or the guard does not hold.
 * @param most the largest total that the caller may record
 */
export function insertArrival(db: Database, arrival: ArrivalRow, checkInId: string, most: number, guard: SQL) {
  const cells = Object.entries(getTableColumns(checkInArrivals)).map(([key, column]) =>
    sql.param(arrival[key as keyof ArrivalRow], column),
  );
  const fits = sql`${checkIns.arrivalCount} + ${arrival.arrivalCount} <= ${most}`;
  const isOfCheckIn = and(eq(checkIns.eventId, arrival.eventId), eq(checkIns.id, checkInId));
  return db
    .insert(checkInArrivals)
    .select(sql`select ${sql.join(cells, sql`, `)} from ${checkIns} where ${and(isOfCheckIn, fits, guard)}`)
    .onConflictDoNothing();
}

/** Adds an arrival that was inserted before in the same batch to the total of its check-in. */
export function addToTotal(db: Database, arrival: ArrivalRow) {
  const isOfGuest = and(eq(checkIns.eventId, arrival.eventId), eq(checkIns.guestId, arrival.guestId));
  return db
    .update(checkIns)
    .set({ arrivalCount: sql`${checkIns.arrivalCount} + ${arrival.arrivalCount}` })
    .where(and(isOfGuest, isArrival(db, arrival)));
}

/** Condition: this very arrival was recorded. For statements that follow the insert in its batch. */
export function isArrival(db: Database, arrival: ArrivalRow): SQL {
  return exists(
    db
      .select({ id: checkInArrivals.id })
      .from(checkInArrivals)
      .where(and(isKey(arrival), eq(checkInArrivals.id, arrival.id))),
  );
}

/** The arrival that a scan with this nonce has recorded. */
export function findArrival(db: Database, key: Pick<ArrivalRow, "eventId" | "guestId" | "nonce">) {
  return db.select({ id: checkInArrivals.id }).from(checkInArrivals).where(isKey(key)).limit(1);
}

function isKey({ eventId, guestId, nonce }: Pick<ArrivalRow, "eventId" | "guestId" | "nonce">): SQL | undefined {
  return and(
    eq(checkInArrivals.eventId, eventId),
    eq(checkInArrivals.guestId, guestId),
    eq(checkInArrivals.nonce, nonce),
  );
}
