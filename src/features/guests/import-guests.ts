import { isConstraintViolation } from "../../db/failures.ts";
import { AppError } from "../../kernel/errors.ts";
import { newIds } from "../../kernel/ids.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import type { RequestContext } from "../../request-context.ts";
import { countLimit, type Tier, tierLimitReached } from "../billing/limits.ts";
import { tierIn, tierOfEvent } from "../billing/tier-of.ts";
import { authorizeMember, type EventCaller, type Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { type GuestFile, readGuestFile } from "./guest-file.ts";
import { addToCount, findListed, insertGuests } from "./import-queries.ts";
import { type JudgedRow, judgeRows, refuseInvalidRows, rowsOnList } from "./judge-rows.ts";
import type { SentFile } from "./preview-import.ts";
import { type GuestToInsert, isListed, recountGuests } from "./queries.ts";

/** Each further try follows a change of the list between our look at it and our write. */
const MAX_TRIES = 4;

/** What an import came to; the rest of its report is in the file itself. */
interface Outcome {
  imported: number;
  /** The rows, by their numbers, whose guests were on the list. */
  onList: number[];
}

/**
 * Writes the guests of a file who are valid and not on the list yet: all of them or, above the tier's limit, none.
 * @param input.strict whether one invalid row keeps all from being written
 * @returns how many were written, and the rows that were not
 * @throws AppError 400 as `readGuestFile`, 400 `validation_failed` when strict, 402 above the limit, 409
 *   `list_changed` when others do not stop writing to the list
 */
export async function importGuests(
  ctx: RequestContext,
  caller: EventCaller,
  input: SentFile & { strict: boolean },
): Promise<{ imported: number; rows: JudgedRow[] }> {
  let known: GuestFile | undefined;
  const file = () => {
    known ??= readGuestFile(input.bytes, input.charset);
    return known;
  };
  const { imported, onList } = await importOnce(ctx, caller, { file, strict: input.strict });
  const rows = judgeRows(file().rows, new Set(onList));
  return { imported, rows: rows.filter(({ status }) => status !== "valid") };
}

const importOnce = idempotent(authorizeMember, importFile);

async function importFile(
  ctx: RequestContext,
  caller: EventCaller,
  { file, strict }: { file: () => GuestFile; strict: boolean },
): Promise<Outcome> {
  for (let tries = 0, before = -1; tries < MAX_TRIES; tries++) {
    const { member, granted, listed } = await authorizeMember(ctx, caller, {
      granted: tierOfEvent(ctx, caller.eventId),
      listed: findListed(ctx.db, caller.eventId),
    });
    const { rows } = file();
    if (strict) refuseInvalidRows(rows);
    const onList = rowsOnList(rows, listed);
    const accepted = judgeRows(rows, onList).filter(({ status }) => status === "valid");
    const outcome: Outcome = { imported: accepted.length, onList: [...onList] };
    const tier = tierIn(granted);
    if (accepted.length > 0 && listed.length + accepted.length > countLimit(tier, "guests")) {
      throw tierLimitReached(ctx.config.PUBLIC_URL, tier, "guests", listed.length);
    }
    try {
      if (await write(ctx, member, asRows(ctx, caller, accepted), tier, outcome)) return outcome;
    } catch (error) {
      if (!isConstraintViolation(error)) throw error;
      // A guest who was added meanwhile breaks the batch, and is on the list when we look again.
      if (onList.size === before) break;
      before = onList.size;
    }
  }
  throw listChanged();
}

/** Writes the guests with what the import came to; false when the list or the caller's role is not what it was. */
async function write(
  ctx: RequestContext,
  member: Member,
  rows: readonly GuestToInsert[],
  tier: Tier,
  outcome: Outcome,
): Promise<boolean> {
  const [{ db }, { eventId }] = [ctx, member];
  const [first] = rows;
  if (first === undefined) {
    await db.batch(recordResult(ctx, member, outcome));
    return true;
  }
  const results = await db.batch([
    recountGuests(db, eventId),
    ...insertGuests(db, eventId, rows, countLimit(tier, "guests"), hasRole(db, member)),
    ...recordResult(ctx, member, outcome, isListed(db, eventId, first.id)),
    addToCount(db, eventId, first.id, rows.length),
  ]);
  const counted = results.at(-1) as { guests: number }[];
  return counted.length > 0;
}

/** Rows for the list, in the order of the file. */
function asRows(ctx: RequestContext, { eventId }: EventCaller, accepted: readonly JudgedRow[]): GuestToInsert[] {
  const createdAt = ctx.clock.now();
  const ids = newIds(createdAt, accepted.length);
  return accepted.flatMap(({ guest }, index) => {
    const id = ids[index];
    return guest === null || id === undefined ? [] : [{ ...guest, eventId, id, createdAt }];
  });
}

/** 409: the list changed each time between the look at it and the write. */
function listChanged(): AppError {
  return new AppError("list_changed");
}
