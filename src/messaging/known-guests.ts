import type { RequestContext } from "../context.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { invalidField } from "../kernel/errors.ts";
import { countGuests } from "./recipient-queries.ts";

/**
 * Runs a batch that stores chosen guests, see `insertChosen`.
 * @throws AppError 400 when one of them is not a guest of the event
 */
export async function withKnownGuests<Result>(
  { db }: Pick<RequestContext, "db">,
  eventId: string,
  guestIds: readonly string[],
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (guestIds.length === 0 || !isConstraintViolation(error)) throw error;
    const [known] = await countGuests(db, eventId, guestIds);
    const unknown = guestIds.length - (known?.count ?? 0);
    // Otherwise the request's key was used before.
    throw unknown === 0 ? error : unknownGuests(unknown);
  }
}

/** The refusal of chosen guests of whom so many are not guests of the event. */
export function unknownGuests(count: number) {
  return invalidField(
    "guest_ids",
    `names ${count} that ${count === 1 ? "isn't a guest" : "aren't guests"} of this event`,
  );
}
