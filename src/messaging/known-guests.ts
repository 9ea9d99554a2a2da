import type { RequestContext } from "../context.ts";
import type { ErrorCode } from "../kernel/error-codes.ts";
import { type AppError, invalidField } from "../kernel/errors.ts";
import { LostRace } from "../platform/commit/commit.ts";
import { countGuests } from "./recipient-queries.ts";

/**
 * Finds out why a change that stores chosen guests was not written: one of them is not a guest of the event, see
 * `insertChosen`, or another write conflicted.
 * @param code for a conflict with another write
 */
export async function lostWithChosen(
  { db }: Pick<RequestContext, "db">,
  eventId: string,
  guestIds: readonly string[],
  code: ErrorCode,
): Promise<AppError> {
  const [known] = guestIds.length === 0 ? [] : await countGuests(db, eventId, guestIds);
  const unknown = known === undefined ? 0 : guestIds.length - known.count;
  return unknown === 0 ? new LostRace(code) : unknownGuests(unknown);
}

/** Returns the error for `count` chosen guests who are not guests of the event. */
export function unknownGuests(count: number) {
  return invalidField(
    "guest_ids",
    `names ${count} that ${count === 1 ? "isn't a guest" : "aren't guests"} of this event`,
  );
}
