import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { AppEnv } from "../../http/app-env.ts";
import { csv, csvAnswer } from "../../http/csv-answer.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import type { ErrorCode } from "../../kernel/error-codes.ts";
import { invalidField } from "../../kernel/errors.ts";
import { perUser } from "../accounts/user-limit.ts";
import { eventCallerOf, role } from "../members/role-guard.ts";
import { exportGuests } from "./export-guests.ts";
import { GuestCsv, GuestForm, ImportPreview, ImportQuery, ImportReport } from "./file-schemas.ts";
import { guestTemplate } from "./guest-template.ts";
import { importGuests } from "./import-guests.ts";
import { presentPreview, presentReport } from "./present-rows.ts";
import { previewImport, type SentFile } from "./preview-import.ts";
import { EventPath } from "./schemas.ts";

const tag = "Guests";
const limits = [perUser("guests")];

/** 5,000 guests with a kilobyte of notes each. */
const MAX_CSV_BYTES = 5 * 1024 * 1024;
/** Boundaries and part headers around the file. */
const MAX_FORM_BYTES = MAX_CSV_BYTES + 16 * 1024;

const FILE_REFUSALS: ErrorCode[] = [
  ...(["not_a_csv", "unknown_encoding", "empty_file", "unknown_header"] as const),
  ...(["malformed_csv", "too_many_columns", "too_many_rows"] as const),
];
const FILE = { "text/csv": { schema: GuestCsv }, "multipart/form-data": { schema: GuestForm } };
const HOW_IT_IS_READ =
  "The file is UTF-8 or UTF-16 with a byte order mark, or plain UTF-8; another encoding is taken when the media type names it (`text/csv; charset=windows-1252`). The delimiter is found out: comma, semicolon, tab or bar. The first row names the columns, in any of many languages and as Google Contacts, Outlook, Eventbrite and Luma export them; other columns are left out. First, middle and last names are joined. Phone numbers are E.164. Where a guest has several addresses or numbers, the first valid one is taken. Two rows with one address are one guest.";

export const guestFileRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

guestFileRoutes.openapi(
  endpoint({
    name: "previewImport",
    tag,
    method: "post",
    path: "/events/{eventId}/guests/preview",
    summary: "See what importing a file would do",
    description: `Writes nothing. ${HOW_IT_IS_READ}`,
    access: role("editor"),
    limits,
    params: EventPath,
    rawBody: FILE,
    maxBytes: MAX_FORM_BYTES,
    answers: { 200: json(ImportPreview, "Every row, and what would become of it") },
    refusals: FILE_REFUSALS,
  }),
  async (c) => {
    const { columns, rows } = await previewImport(c.var.ctx, eventCallerOf(c), await sentFile(c));
    return c.json(presentPreview(columns, rows), 200);
  },
);

guestFileRoutes.openapi(
  endpoint({
    name: "importGuests",
    tag,
    method: "post",
    path: "/events/{eventId}/guests/import",
    summary: "Put the guests of a file on the list",
    description: `All valid rows are written together, or none of them: above the limit of the host's tier nothing is (402). Guests who are on the list already, by their address or by the \`id\` of our export, are skipped. ${HOW_IT_IS_READ}`,
    access: role("editor"),
    limits,
    params: EventPath,
    query: ImportQuery,
    rawBody: FILE,
    maxBytes: MAX_FORM_BYTES,
    idempotent: true,
    answers: { 201: json(ImportReport, "What was written, and the rows that were not") },
    refusals: [...FILE_REFUSALS, "validation_failed", "tier_limit", "list_changed"],
  }),
  async (c) => {
    const input = { ...(await sentFile(c)), strict: c.req.valid("query").strict };
    const { imported, rows } = await importGuests(c.var.ctx, eventCallerOf(c), input);
    return c.json(presentReport(imported, rows), 201);
  },
);

guestFileRoutes.openapi(
  endpoint({
    name: "guestTemplate",
    tag,
    method: "get",
    path: "/events/{eventId}/guests/template",
    summary: "A file to fill in",
    access: role("editor"),
    limits,
    params: EventPath,
    answers: { 200: csv("The header row and one example") },
  }),
  async (c) => csvAnswer(c, await guestTemplate(c.var.ctx, eventCallerOf(c))),
);

guestFileRoutes.openapi(
  endpoint({
    name: "exportGuests",
    tag,
    method: "get",
    path: "/events/{eventId}/guests/export.csv",
    summary: "Download the guest list with answers and arrivals",
    description:
      "UTF-8 with byte order mark. What a spreadsheet would run as a formula has an apostrophe before it, and the import takes it off again: importing an export changes nothing. Times are in UTC, and as the clock of the event shows them.",
    access: role("viewer"),
    limits,
    params: EventPath,
    answers: { 200: csv("One row for each guest, in the order in which they were added") },
  }),
  async (c) => csvAnswer(c, await exportGuests(c.var.ctx, eventCallerOf(c))),
);

/** The file of a request: its body, or the part `file` of its form. */
async function sentFile(c: Context<AppEnv>): Promise<SentFile> {
  const mediaType = c.req.header("content-type") ?? "";
  const sent = /^text\/csv/i.test(mediaType)
    ? { bytes: await c.req.arrayBuffer(), charset: charsetOf(mediaType) }
    : await fileInForm(c);
  if (sent.bytes.byteLength > MAX_CSV_BYTES) throw new HTTPException(413);
  return { bytes: new Uint8Array(sent.bytes), charset: sent.charset };
}

async function fileInForm(c: Context<AppEnv>): Promise<{ bytes: ArrayBuffer; charset: string | undefined }> {
  // Other media types were refused on the way here; a body of none is no form either.
  if (c.req.header("content-type") === undefined) throw new HTTPException(415);
  const file = (await c.req.formData()).get("file");
  if (!(file instanceof File)) throw invalidField("file", "is the file to read");
  return { bytes: await file.arrayBuffer(), charset: charsetOf(file.type) };
}

function charsetOf(mediaType: string): string | undefined {
  return /;\s*charset="?([^";\s]+)/i.exec(mediaType)?.[1];
}
