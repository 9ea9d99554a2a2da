import type { FieldProblem } from "../kernel/errors.ts";
import type { BulkAnswer, BulkGuest, LoweredAnswer, TagChange } from "./bulk-queries.ts";
import type { BulkChange } from "./bulk-schemas.ts";
import { holdsCompanions, maxPlusOnes, withAtMost } from "./party.ts";
import { partyTooSmall } from "./schemas.ts";
import { changedTags, MAX_TAGS } from "./tags.ts";

/** What a bulk change does with each guest. */
export interface BulkPlan {
  /** Guests whose tags change. */
  tags: TagChange[];
  /** Answers that are larger than the new party. */
  lowered: LoweredAnswer[];
  /** What forbids the change, by the position of a guest's id in the request. */
  problems: FieldProblem[];
}

/**
 * Plans a bulk change of guests as they were read.
 * @param answers of those of them who come or may come; none where the party stays
 */
export function planBulkChange(
  found: readonly BulkGuest[],
  answers: readonly BulkAnswer[],
  { guestIds, addTags = [], removeTags = [], partySize }: BulkChange,
): BulkPlan {
  const guests = new Map(found.map((guest) => [guest.id, guest]));
  const tags = found.flatMap(({ id, tags: before }) => {
    const after = changedTags(before, addTags, removeTags);
    return isSame(before, after) ? [] : [{ guestId: id, before, after }];
  });
  const tooMany = new Set(tags.filter(({ after }) => after.length > MAX_TAGS).map(({ guestId }) => guestId));
  const problems = guestIds.flatMap((id, index): FieldProblem[] => {
    const path = `guest_ids.${index}`;
    const guest = guests.get(id);
    const isTooSmall =
      partySize !== undefined && guest !== undefined && !holdsCompanions({ partySize, companions: guest.companions });
    return [
      ...(tooMany.has(id) ? [{ path, message: `would have more than ${MAX_TAGS} tags` }] : []),
      ...(isTooSmall ? [{ path, message: `has a party_size that ${partyTooSmall(guest.companions)}` }] : []),
    ];
  });
  const lowered = answers.flatMap((answer): LoweredAnswer[] => {
    const guest = guests.get(answer.guest.id);
    if (guest === undefined || partySize === undefined) return [];
    const most = maxPlusOnes({ partySize, companions: guest.companions });
    if (answer.plusOnes <= most) return [];
    return [{ answer, maxPlusOnes: most, companions: withAtMost(answer.companions, most) }];
  });
  return { tags, lowered, problems };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
