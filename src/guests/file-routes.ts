import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type * as z from "zod";
import type { AppEnv } from "../http/app-env.ts";
import { csv, csvResponse } from "../http/download.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import type { ErrorCode } from "../kernel/error-codes.ts";
import { invalidField } from "../kernel/errors.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { EventPath } from "../platform/authorization/schemas.ts";
import type { ImportChoices } from "./classify-rows.ts";
import { exportGuests } from "./export-guests.ts";
import { GuestCsv, GuestForm, ImportPreview, ImportQuery, ImportReport } from "./file-schemas.ts";
import { guestTemplate } from "./guest-file.ts";
import { importGuests } from "./import-guests.ts";
import { presentPreview, presentReport } from "./present.ts";
import { previewImport, type UploadedFile } from "./preview-import.ts";

const tag = "Guests";
const limits = [perUser("guests")];

/** 5,000 guests with one kilobyte of notes each. */
const MAX_CSV_BYTES = 5 * 1024 * 1024;
/** Boundaries and part headers around the file. */
const MAX_FORM_BYTES = MAX_CSV_BYTES + 16 * 1024;

const FILE_REFUSALS: ErrorCode[] = [
  "not_a_csv",
  "unknown_encoding",
  "empty_file",
  "unknown_header",
  "malformed_csv",
  "too_many_columns",
  "too_many_rows",
];
const FILE = { "text/csv": { schema: GuestCsv }, "multipart/form-data": { schema: GuestForm } };
const FILE_FORMAT = forDocs(
  "The file is UTF-8, or UTF-16 with a byte order mark. Name any other encoding in the media type (`text/csv; charset=windows-1252`). The delimiter is detected: comma, semicolon, tab or vertical bar. The first row names the columns, in many languages and as Google Contacts, Outlook, Eventbrite and Luma export them; unknown columns are ignored. First, middle and last names are joined. Phone numbers are E.164. For another spelling with a country code, the error has the E.164 form; with `invalid_phone=drop` the guest is kept without the invalid number. If a guest has several addresses or numbers, the first valid one is used. In `tags` and `companions`, separate entries with `;` or `|`. Rows with the same address or `external_id` are one guest.",
);

export const guestFileRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

guestFileRoutes.openapi(
  endpoint({
    name: "previewImport",
    tag,
    method: "post",
    path: "/events/{eventId}/guests/preview",
    summary: forDocs("Preview an import"),
    description: forDocs(`Returns the status of every row of a guest file, and writes nothing. ${FILE_FORMAT}`),
    access: role("editor", "guests:write"),
    limits,
    params: EventPath,
    query: ImportQuery,
    rawBody: FILE,
    maxBytes: MAX_FORM_BYTES,
    responses: { 200: json(ImportPreview, forDocs("All rows with their status")) },
    errors: FILE_REFUSALS,
  }),
  async (c) => {
    const choices = choicesOf(c.req.valid("query"));
    const file = { ...(await readUploadedFile(c)), ...choices };
    const { columns, rows } = await previewImport(c.var.ctx, eventCallerOf(c), file);
    return c.json(presentPreview(columns, rows, choices), 200);
  },
);

guestFileRoutes.openapi(
  endpoint({
    name: "importGuests",
    tag,
    method: "post",
    path: "/events/{eventId}/guests/import",
    summary: forDocs("Import guests from a file"),
    description: forDocs(
      `Adds all valid rows of a file in one transaction, or none if they exceed the limit of the host's tier (402 \`tier_limit\`). Skips guests that are on the list already, by address, by \`external_id\` or by the \`id\` column of an export. ${FILE_FORMAT}`,
    ),
    access: role("editor", "guests:write"),
    limits,
    params: EventPath,
    query: ImportQuery,
    rawBody: FILE,
    maxBytes: MAX_FORM_BYTES,
    idempotent: true,
    responses: {
      201: json(ImportReport, forDocs("The number of imported guests, and the rows that were not imported")),
    },
    errors: [...FILE_REFUSALS, "validation_failed", "tier_limit", "list_changed"],
  }),
  async (c) => {
    const choices = choicesOf(c.req.valid("query"));
    const file = { ...(await readUploadedFile(c)), ...choices };
    const { imported, rows } = await importGuests(c.var.ctx, eventCallerOf(c), file);
    return c.json(presentReport(imported, rows, choices), 201);
  },
);

guestFileRoutes.openapi(
  endpoint({
    name: "guestTemplate",
    tag,
    method: "get",
    path: "/events/{eventId}/guests/template",
    summary: forDocs("Download the import template"),
    description: forDocs("Returns a CSV file with a header row of all columns and one example guest."),
    access: role("editor", "guests:read"),
    limits,
    params: EventPath,
    responses: { 200: csv(forDocs("The header row and one example guest")) },
  }),
  async (c) => csvResponse(c, await guestTemplate(c.var.ctx, eventCallerOf(c))),
);

guestFileRoutes.openapi(
  endpoint({
    name: "exportGuests",
    tag,
    method: "get",
    path: "/events/{eventId}/guests/export.csv",
    summary: forDocs("Export guests as CSV"),
    description: forDocs(
      "Returns one row per guest with all fields, the RSVP with a column per question, and the check-in. Importing the file again changes nothing. The file is UTF-8 with a byte order mark. A cell that a spreadsheet would run as a formula starts with an apostrophe, which an import removes. Times are in UTC and in the event's time zone.",
    ),
    access: role("viewer", "guests:read"),
    limits,
    params: EventPath,
    responses: { 200: csv(forDocs("One row per guest, in the order in which guests were added")) },
  }),
  async (c) => csvResponse(c, await exportGuests(c.var.ctx, eventCallerOf(c))),
);

function choicesOf({ strict, invalid_phone }: z.output<typeof ImportQuery>): ImportChoices {
  return { strict, invalidPhone: invalid_phone };
}

/** The file of a request: its body, or the part `file` of its form. */
async function readUploadedFile(c: Context<AppEnv>): Promise<UploadedFile> {
  const mediaType = c.req.header("content-type") ?? "";
  const sent = /^text\/csv/i.test(mediaType)
    ? { bytes: await c.req.arrayBuffer(), charset: charsetOf(mediaType) }
    : await fileInForm(c);
  if (sent.bytes.byteLength > MAX_CSV_BYTES) throw new HTTPException(413);
  return { bytes: new Uint8Array(sent.bytes), charset: sent.charset };
}

async function fileInForm(c: Context<AppEnv>): Promise<{ bytes: ArrayBuffer; charset: string | undefined }> {
  // The guard rejects other media types, but accepts a request without one.
  if (c.req.header("content-type") === undefined) throw new HTTPException(415);
  const file = (await c.req.formData()).get("file");
  if (!(file instanceof File)) throw invalidField("file", "Attach a file.");
  return { bytes: await file.arrayBuffer(), charset: charsetOf(file.type) };
}

function charsetOf(mediaType: string): string | undefined {
  return /;\s*charset="?([^";\s]+)/i.exec(mediaType)?.[1];
}
