import * as z from "zod";
import { forDocs } from "../kernel/for-docs.ts";
import { ROW_STATUSES } from "./classify-rows.ts";
import { PROBLEM_FIELDS } from "./guest-row.ts";
import { IMPORT_FIELDS } from "./import-columns.ts";
import { NamedGuest } from "./named-guest.ts";
import { detailsShown } from "./schemas.ts";

/** A guest list in a form. Optional in the schema, because the validator also runs for `text/csv` bodies. */
export const GuestForm = z
  .strictObject({
    file: z
      .instanceof(File)
      .optional()
      .openapi({ type: "string", format: "binary", description: forDocs("CSV, at most 5 MiB and 5,000 guests") }),
  })
  .openapi({ required: ["file"] });

export const GuestCsv = z.string().meta(forDocs({ description: "CSV, at most 5 MiB and 5,000 guests" }));

export const ImportQuery = z.object({
  strict: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .openapi({ type: "string", enum: ["true", "false"], default: "false" })
    .meta(
      forDocs({
        description: "`true`: an invalid row returns 400 for the whole file, and a `possible_duplicate` is skipped",
      }),
    ),
  invalid_phone: z
    .enum(["reject", "drop"])
    .default("reject")
    .meta(
      forDocs({ description: "Handling of a guest with an invalid phone number; `drop` keeps the guest without it" }),
    ),
});

const ImportRow = z
  .object({
    row: z
      .int()
      .meta(forDocs({ description: "Number of the row, as in a spreadsheet: the first row of the file is 1" })),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    party_size: z.int().nullable(),
    ...detailsShown,
    status: z.enum(ROW_STATUSES).meta(
      forDocs({
        description:
          "`without_phone`: imported without the phone number, see `errors`. `possible_duplicate`: has the name of another guest or companion, but no address or ID in common; imported unless `strict`",
      }),
    ),
    errors: z.array(
      z.object({
        field: z.enum(PROBLEM_FIELDS),
        message: z.string(),
      }),
    ),
  })
  .openapi("ImportRow");

const PreviewRow = ImportRow.extend({
  matches: z
    .array(
      z.object({
        guest: NamedGuest,
        matched_companion: z
          .string()
          .nullable()
          .meta(forDocs({ description: "Companion who has the name; null: the guest" })),
      }),
    )
    .meta(
      forDocs({
        description:
          "Guests on the list: of `already_on_event` the guest, of `possible_duplicate` up to 5 in whose party someone has the name",
      }),
    ),
  same_name_rows: z
    .array(z.int())
    .meta(forDocs({ description: "Earlier rows with the name, also of a companion, of `possible_duplicate`" })),
}).openapi("ImportPreviewRow");

export const ImportPreview = z
  .object({
    columns: z
      .array(
        z.object({
          header: z.string(),
          field: z
            .enum(IMPORT_FIELDS)
            .nullable()
            .meta(forDocs({ description: "Field of the column; null: ignored" })),
        }),
      )
      .meta(forDocs({ description: "Columns of the file, in their order" })),
    total: z.int().meta(forDocs({ description: "Rows below the header that are not empty" })),
    valid: z.int().meta(forDocs({ description: "Rows whose guests would be imported" })),
    invalid: z.int(),
    duplicates: z.int().meta(
      forDocs({
        description:
          "Rows that would be skipped: `duplicate_in_file`, `already_on_event`, and with `strict` `possible_duplicate`",
      }),
    ),
    possible_duplicates: z.int().meta(forDocs({ description: "Rows with the name of another guest or companion" })),
    rows: z.array(PreviewRow),
  })
  .openapi("ImportPreview");

export const ImportReport = z
  .object({
    imported: z.int(),
    skipped: z.int().meta(forDocs({ description: "Rows that repeat another row, or whose guest is on the list" })),
    rejected: z.int().meta(forDocs({ description: "Invalid rows" })),
    possible_duplicates: z
      .int()
      .meta(forDocs({ description: "Rows with the name of another guest or companion, imported or skipped" })),
    rows: z.array(ImportRow).meta(
      forDocs({
        description: "Rows that were skipped, rejected, imported without their phone number, or possible duplicates",
      }),
    ),
  })
  .openapi("ImportReport");
