import { newIds } from "../../kernel/ids.ts";
import type { ClassifiedRow } from "./classify-rows.ts";
import type { GuestToInsert } from "./queries.ts";

/** Guests with ids, in the order of the file. @param createdAt epoch milliseconds */
export function rowsToInsert(
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
