import type { SQL } from "drizzle-orm";
import { and, eq, exists, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { toJsonArrays } from "../db/lists.ts";
import { guestCounts, guests } from "../db/schema/guests.ts";
import { emailKey } from "../kernel/email-address.ts";
import type { FieldProblem } from "../kernel/errors.ts";
import { AppError } from "../kernel/errors.ts";
import { newIds } from "../kernel/ids.ts";
import { tagKeys } from "../kernel/tag-keys.ts";
import { guestsCreated } from "../platform/activities/guest-activities.ts";
import type { EventCaller, Member } from "../platform/authorization/authorize-member.ts";
import { authorizeMember } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import type { Tier } from "../platform/tiers/limits.ts";
import { countLimit, tierLimitReached } from "../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import type { ClassifiedRow, ImportChoices } from "./classify-rows.ts";
import { classifyRows, isImported, rowsOnList } from "./classify-rows.ts";
import type { GuestFile } from "./guest-file.ts";
import { readGuestFile } from "./guest-file.ts";
import type { FileRow } from "./guest-row.ts";
import { importHeaders } from "./import-columns.ts";
import type { UploadedFile } from "./preview-import.ts";
import { listGuestKeys } from "./preview-import.ts";
import type { GuestToInsert } from "./queries.ts";
import { findGuestId, isListed, recountGuests } from "./queries.ts";
import { foldText } from "./search.ts";

/** The most problems in one error response; more would only cost bytes. */
const MAX_PROBLEMS = 50;

/** A further attempt follows when the list changed between the read and the write. */
const MAX_ATTEMPTS = 4;

/** The stored result of an import; the rest of its report follows from the file. */
interface ImportResult {
  imported: number;
  /** Numbers of the rows whose guests were on the list already. */
  onList: number[];
  /** Numbers of the rows that had a listed guest's name alone. */
  namesakes: number[];
}

/**
 * Inserts the valid guests of a file who are not on the list yet: all of them, or none above the tier's limit.
 * @returns the number of inserted guests, and the rows that were not inserted or not as they are
 * @throws AppError 400 as `readGuestFile`, 400 `validation_failed` when strict, 402 above the limit, 409
 *   `list_changed` when the list changed during every attempt
 */
export async function importGuests(
  ctx: RequestContext,
  caller: EventCaller,
  input: UploadedFile & ImportChoices,
): Promise<{ imported: number; rows: ClassifiedRow[] }> {
  let parsed: GuestFile | undefined;
  const file = async () => {
    parsed ??= readGuestFile(await ctx.shared(importHeaders)(), input.bytes, input.charset, input.invalidPhone);
    return parsed;
  };
  const { imported, onList, namesakes } = await importOnce(ctx, caller, { file, strict: input.strict });
  const rows = classifyRows((await file()).rows, { onList: new Set(onList), namesakes: new Set(namesakes) });
  return { imported, rows: rows.filter(({ status }) => status !== "valid") };
}

const importOnce = idempotent(authorizeMember, importFile);

async function importFile(
  ctx: RequestContext,
  caller: EventCaller,
  { file, strict }: { file: () => Promise<GuestFile>; strict: boolean },
): Promise<ImportResult> {
  for (let attempt = 0, before = -1; attempt < MAX_ATTEMPTS; attempt++) {
    const { member, granted, listed } = await authorizeMember(ctx, caller, {
      granted: tierOfEvent(ctx, caller.eventId),
      listed: listGuestKeys(ctx.db, caller.eventId),
    });
    const { rows } = await file();
    if (strict) refuseInvalidRows(rows);
    const found = rowsOnList(rows, listed);
    const { onList, namesakes } = found;
    const accepted = classifyRows(rows, found).filter((row) => isImported(row, { strict }));
    const result: ImportResult = { imported: accepted.length, onList: [...onList], namesakes: [...namesakes] };
    const tier = tierIn(granted);
    if (accepted.length > 0 && listed.length + accepted.length > countLimit(tier, "guests")) {
      throw tierLimitReached(ctx.config.PUBLIC_URL, tier, "guests", listed.length);
    }
    try {
      if (await insertAll(ctx, member, rowsToInsert(ctx.clock.now(), caller, accepted), tier, result)) return result;
    } catch (error) {
      if (!isConstraintViolation(error)) throw error;
      // A guest with the same address was added since the read; the next read finds that guest on the list.
      if (onList.size === before) break;
      before = onList.size;
    }
  }
  throw new AppError("list_changed");
}

/** Writes guests and idempotency record in one batch; false when the list or the caller's role changed since the read. */
async function insertAll(
  ctx: RequestContext,
  member: Member,
  rows: readonly GuestToInsert[],
  tier: Tier,
  result: ImportResult,
): Promise<boolean> {
  const [{ db }, { eventId }] = [ctx, member];
  const [first] = rows;
  if (first === undefined) {
    await db.batch(recordResult(ctx, member, result));
    return true;
  }
  const activity = storeActivities(ctx, eventId, null, isListed(db, eventId, first.id));
  const { counted } = await runBatch(db, {
    recounted: recountGuests(db, eventId),
    inserted: insertGuests(db, eventId, rows, countLimit(tier, "guests"), hasRole(db, member)),
    idempotencyRecord: recordResult(ctx, member, result, isListed(db, eventId, first.id)),
    counted: addToGuestCount(db, eventId, first.id, rows.length),
    activity: activity.statements,
  });
  if (counted.length === 0) return false;
  activity.publishAfterResponse(guestsCreated(rows, first.createdAt));
  return true;
}

/** Guests with ids, in the order of the file. @param createdAt epoch milliseconds */
function rowsToInsert(
  createdAt: number,
  { eventId }: { eventId: string },
  accepted: readonly ClassifiedRow[],
): GuestToInsert[] {
  const ids = newIds(createdAt, accepted.length);
  return accepted.flatMap(({ guest }, index) => {
    const id = ids[index];
    return guest === null || id === undefined ? [] : [{ ...guest, eventId, id, createdAt }];
  });
}

/** @throws AppError 400 `validation_failed` with the path of each invalid cell, `rows.3.email` */
function refuseInvalidRows(rows: readonly FileRow[]): void {
  const errors: FieldProblem[] = rows.flatMap(({ row, problems }) =>
    problems.map(({ field, message }) => ({ path: `rows.${row}.${field}`, message })),
  );
  if (errors.length === 0) return;
  const message = "Some rows are invalid, and nothing was imported. See `errors`.";
  throw new AppError("validation_failed", { errors: errors.slice(0, MAX_PROBLEMS) }, message);
}

/**
 * Inserts all guests, or none of them when the caller's role (`roleCondition`) is gone or they exceed `limit`. Run in one
 * batch, after `recountGuests` and before `addToGuestCount`: while the count is unchanged, all statements evaluate the
 * condition alike.
 * @throws a constraint violation when another guest of the event has an address
 */
function insertGuests(
  db: Database,
  eventId: string,
  rows: readonly GuestToInsert[],
  limit: number,
  roleCondition: SQL,
) {
  const counted = db.select({ guests: guestCounts.guests }).from(guestCounts).where(eq(guestCounts.eventId, eventId));
  const room = sql`coalesce(${counted}, 0) + ${rows.length} <= ${limit}`;
  return toJsonArrays(rows.map(toJsonRow)).map((list) =>
    db.insert(guests).select(sql`select ${eventId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
      value ->> 5, value ->> 6, value ->> 7, null, null, value ->> 8, value ->> 8,
      null, null, null, null, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, null
      from json_each(${list}) where ${roleCondition} and ${room}`),
  );
}

/** Adds the guests that this batch inserted to the event's count, if the first of them exists; returns no row otherwise. */
function addToGuestCount(db: Database, eventId: string, firstId: string, added: number) {
  return db
    .update(guestCounts)
    .set({ guests: sql`${guestCounts.guests} + ${added}` })
    .where(and(eq(guestCounts.eventId, eventId), exists(findGuestId(db, eventId, firstId))))
    .returning({ guests: guestCounts.guests });
}

/** A guest as a JSON array, in the column order of `insertGuests`. */
function toJsonRow(guest: GuestToInsert): string {
  const { id, name, email, phone, partySize, notes, createdAt } = guest;
  const { tags = [], tableName = null, externalId = null, locale = null, companions = [] } = guest;
  const key = email === null ? null : emailKey(email);
  return JSON.stringify([
    ...[id, name, foldText(name), email, key, phone, partySize, notes, createdAt],
    ...[JSON.stringify(tags), tableName, externalId, locale, JSON.stringify(companions), tagKeys(tags)],
  ]);
}
