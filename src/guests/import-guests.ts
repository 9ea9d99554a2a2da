import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { abortUnless } from "../db/abort-unless.ts";
import type { Database } from "../db/client.ts";
import { insertFrom } from "../db/inserts.ts";
import { toJsonArrays } from "../db/lists.ts";
import { guestCounts, guests } from "../db/schema/guests.ts";
import { emailKey } from "../kernel/email-address.ts";
import { AppError, type FieldProblem } from "../kernel/errors.ts";
import { newIds } from "../kernel/ids.ts";
import { tagKeys } from "../kernel/tag-keys.ts";
import { guestsCreated } from "../platform/activities/guest-activities.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit, conflictAs, retried } from "../platform/commit/commit.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { countLimit, tierLimitReached } from "../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { type ClassifiedRow, classifyRows, type ImportChoices, isImported, rowsOnList } from "./classify-rows.ts";
import { DETAILS, detailValues, type GuestDetails } from "./details.ts";
import { type GuestFile, readGuestFile } from "./guest-file.ts";
import type { FileRow } from "./guest-row.ts";
import { importHeaders } from "./import-columns.ts";
import { listGuestKeys, type UploadedFile } from "./preview-import.ts";
import { type GuestToInsert, recountGuests } from "./queries.ts";
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
  /** Numbers of the rows that match a listed guest only by name. */
  namesakes: number[];
}

/**
 * Inserts the valid guests of a file who are not on the list yet: all of them, or none above the tier's limit.
 * @returns the number of inserted guests, and the rows that were skipped or changed
 * @throws AppError 400 as `readGuestFile`, 400 `validation_failed` if strict, 402 above the limit, 409 `list_changed`
 * if every retry conflicts with another write
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

const importOnce = idempotent(authorizeMember, retried(importFile, MAX_ATTEMPTS));

async function importFile(
  ctx: RequestContext,
  caller: EventCaller,
  { file, strict }: { file: () => Promise<GuestFile>; strict: boolean },
): Promise<ImportResult> {
  const { db, clock, config } = ctx;
  const { eventId } = caller;
  const { member, granted, listed } = await authorizeMember(ctx, caller, {
    granted: tierOfEvent(ctx, eventId),
    listed: listGuestKeys(db, eventId),
  });
  const { rows } = await file();
  if (strict) refuseInvalidRows(rows);
  const found = rowsOnList(rows, listed);
  const { onList, namesakes } = found;
  const accepted = classifyRows(rows, found).filter((row) => isImported(row, { strict }));
  const imported = accepted.length;
  const result: ImportResult = { imported, onList: [...onList.keys()], namesakes: [...namesakes.keys()] };
  if (imported === 0 && ctx.requestKey === null) return result;
  const tier = tierIn(granted);
  const limit = countLimit(tier, "guests");
  if (imported > 0 && listed.length + imported > limit) {
    throw tierLimitReached(config.PUBLIC_URL, tier, "guests", listed.length);
  }
  const at = clock.now();
  const inserted = rowsToInsert(at, caller, accepted);
  await commit(ctx, {
    by: member,
    changes: imported === 0 ? {} : insertWithin(db, eventId, inserted, limit),
    audit: null,
    activities: imported > 0 ? () => guestsCreated(inserted, at) : [],
    result: { value: result },
    at,
    lost: "list_changed",
    // A guest with the same address was added since the read; the next read finds that guest on the list.
  }).catch(conflictAs("list_changed", onList.size));
  return result;
}

/** A guest of a file. */
type NewRow = GuestToInsert & GuestDetails;

/** Returns guests with IDs, in the order of the file. @param createdAt epoch milliseconds */
function rowsToInsert(
  createdAt: number,
  { eventId }: { eventId: string },
  accepted: readonly ClassifiedRow[],
): NewRow[] {
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
 * Statements that insert guests and count them, and abort the batch when they exceed the limit. The count is made
 * first.
 */
function insertWithin(db: Database, eventId: string, rows: readonly NewRow[], limit: number) {
  const counted = db.select({ guests: guestCounts.guests }).from(guestCounts).where(eq(guestCounts.eventId, eventId));
  return {
    recounted: recountGuests(db, eventId),
    room: abortUnless(db, sql`${counted} + ${rows.length} <= ${limit}`),
    inserted: insertGuests(db, eventId, rows),
    counted: db
      .update(guestCounts)
      .set({ guests: sql`${guestCounts.guests} + ${rows.length}` })
      .where(eq(guestCounts.eventId, eventId)),
  };
}

/** @throws a constraint violation when another guest of the event has an address */
function insertGuests(db: Database, eventId: string, rows: readonly NewRow[]) {
  const given = (key: keyof ReturnType<typeof toJsonRow>) => sql`value ->> ${sql.raw(`'${key}'`)}`;
  const none = sql`null`;
  const cells = {
    eventId,
    id: given("id"),
    name: given("name"),
    nameKey: given("nameKey"),
    email: given("email"),
    emailKey: given("emailKey"),
    phone: given("phone"),
    partySize: given("partySize"),
    notes: given("notes"),
    invitedAt: none,
    openedAt: none,
    createdAt: given("createdAt"),
    updatedAt: given("createdAt"),
    mailedAt: none,
    deliveryStatus: none,
    deliveryReason: none,
    deliveryAt: none,
    ...detailValues(DETAILS, given),
    tagKeys: given("tagKeys"),
    codeAskedAt: none,
    countedAt: none,
    overTier: sql`0`,
  };
  return toJsonArrays(rows.map((row) => JSON.stringify(toJsonRow(row)))).map((list) =>
    insertFrom(db, guests, cells, sql`from json_each(${list})`),
  );
}

/** The columns of a guest that an import sets; `->>` gives a list as the JSON text that its column holds. */
function toJsonRow(guest: NewRow) {
  const { id, name, email, phone, partySize, notes, createdAt } = guest;
  const keys = {
    nameKey: foldText(name),
    emailKey: email === null ? null : emailKey(email),
    tagKeys: tagKeys(guest.tags),
  };
  const fields = { id, name, email, phone, partySize, notes, createdAt };
  return { ...fields, ...keys, ...detailValues(DETAILS, (key) => guest[key]) };
}
