import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { AppError } from "../kernel/errors.ts";
import { newIds } from "../kernel/ids.ts";
import { guestsCreated } from "../platform/activities/guest-activities.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import { countLimit, type Tier, tierLimitReached } from "../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import {
  type ClassifiedRow,
  classifyRows,
  type ImportChoices,
  isImported,
  refuseInvalidRows,
  rowsOnList,
} from "./classify-rows.ts";
import { type GuestFile, readGuestFile } from "./guest-file.ts";
import { importHeaders } from "./import-headers.ts";
import { addToGuestCount, insertGuests, listGuestKeys } from "./import-queries.ts";
import type { UploadedFile } from "./preview-import.ts";
import { type GuestToInsert, isListed, recountGuests } from "./queries.ts";

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
