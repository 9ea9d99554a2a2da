import * as z from "zod";
import { camelKeys } from "../kernel/case.ts";
import { tagKey } from "../kernel/tag-keys.ts";
import { guestFields, guestIds, rowKeys } from "./schemas.ts";

export const ChangeGuests = z
  .strictObject({
    guest_ids: guestIds,
    add_tags: guestFields.tags.optional().meta({ description: "A guest who has one of them keeps it as it is" }),
    remove_tags: guestFields.tags.optional().meta({ description: "Regardless of case" }),
    table: guestFields.table.optional().meta({ description: "Null: no table" }),
    party_size: guestFields.party_size.optional().meta({ description: "Null: not limited by the invitation" }),
    adjust: z.boolean().optional().meta({
      description:
        "With `party_size`: lowers the plus-ones of answers that are larger than the new size, instead of 409 `party_size_below_answers`.",
    }),
  })
  .superRefine(({ add_tags: added = [], remove_tags: removed = [] }, { addIssue }) => {
    const keys = new Set(added.map(tagKey));
    for (const [index, tag] of removed.entries()) {
      if (keys.has(tagKey(tag)))
        addIssue({ code: "custom", path: ["remove_tags", index], message: "must not be in add_tags too" });
    }
  })
  .openapi("ChangeGuests")
  .transform(rowKeys);

export const ChangedGuests = z
  .object({
    updated: z.int().meta({ description: "Number of guests" }),
    adjusted: z.int().meta({ description: "Number of answers whose plus-ones were lowered" }),
  })
  .openapi("ChangedGuests");

export const DeleteGuests = z.strictObject({ guest_ids: guestIds }).openapi("DeleteGuests").transform(camelKeys);

export const DeletedGuests = z
  .object({ deleted: z.int().meta({ description: "Number of guests" }) })
  .openapi("DeletedGuests");

export type BulkChange = z.output<typeof ChangeGuests>;
