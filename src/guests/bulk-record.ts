import { definedOnly } from "../kernel/defined-only.ts";
import { guestUpdated } from "../platform/activities/guest-activities.ts";
import type { LiveEvent } from "../platform/activities/live-event.ts";
import type { AuditedState } from "../platform/audit/record.ts";
import type { BulkPlan } from "./bulk-plan.ts";
import type { BulkGuest } from "./bulk-queries.ts";
import type { BulkChange } from "./bulk-schemas.ts";
import { answersLowered } from "./lower-answer.ts";

/** An activity for each guest and each answer that changes. */
export function activitiesOf(
  found: readonly BulkGuest[],
  change: BulkChange,
  plan: BulkPlan,
  now: number,
): LiveEvent[] {
  const { tableName, partySize } = change;
  const tags = new Map(plan.tags.map(({ guestId, after }) => [guestId, after]));
  const updated = found.flatMap((guest) => {
    const after = tags.get(guest.id);
    const fields = definedOnly({ tableName, partySize, tags: after });
    return guestUpdated(guest, fields, now);
  });
  return [...answersLowered(plan.lowered, now), ...updated];
}

/** What the audit record says of a change of many guests. */
export function auditedState(
  ids: readonly string[],
  { addTags, removeTags, tableName, partySize }: BulkChange,
  { lowered }: BulkPlan,
): AuditedState {
  return {
    guests: ids.length,
    ...(addTags === undefined ? {} : { tags_added: addTags.join("; ") }),
    ...(removeTags === undefined ? {} : { tags_removed: removeTags.join("; ") }),
    ...(tableName === undefined ? {} : { table: tableName }),
    ...(partySize === undefined ? {} : { party_size: partySize, answers_lowered: lowered.length }),
  };
}
