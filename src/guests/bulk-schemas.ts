import * as z from "zod";
import { camelKeys } from "../kernel/case.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { tagKey } from "../kernel/tag-keys.ts";
import { guestFields, guestIds } from "./schemas.ts";

export const ChangeGuests = z
  .strictObject({
    guest_ids: guestIds,
    add_tags: guestFields.tags
      .optional()
      .meta(forDocs({ description: "Tags to add. A guest who has a tag in another case keeps it" })),
    remove_tags: guestFields.tags.optional().meta(forDocs({ description: "Tags to remove, ignoring case" })),
    table: guestFields.table.optional().meta(forDocs({ description: "Table or seat; null: none" })),
    party_size: guestFields.party_size
      .optional()
      .meta(forDocs({ description: "Number of people, the guest included; null: not limited by the invitation" })),
    adjust: z
      .boolean()
      .optional()
      .meta(
        forDocs({
          description:
            "With `party_size`: whether to lower the plus-ones of larger RSVPs instead of returning 409 `party_size_below_answers`.",
        }),
      ),
  })
  .superRefine(({ add_tags: added = [], remove_tags: removed = [] }, { addIssue }) => {
    const keys = new Set(added.map(tagKey));
    for (const [index, tag] of removed.entries()) {
      if (keys.has(tagKey(tag)))
        addIssue({ code: "custom", path: ["remove_tags", index], message: "must not be in add_tags too" });
    }
  })
  .openapi("ChangeGuests")
  .transform(camelKeys);

export const ChangedGuests = z
  .object({
    updated: z.int().meta(forDocs({ description: "Number of guests" })),
    adjusted: z.int().meta(forDocs({ description: "Number of RSVPs whose plus-ones were lowered" })),
  })
  .openapi("ChangedGuests");

export const DeleteGuests = z.strictObject({ guest_ids: guestIds }).openapi("DeleteGuests").transform(camelKeys);

export const DeletedGuests = z
  .object({ deleted: z.int().meta(forDocs({ description: "Number of guests" })) })
  .openapi("DeletedGuests");

export type BulkChange = z.output<typeof ChangeGuests>;
