import type { ImportPreview, ImportReport } from "@usher/client";
import { api } from "../../api/client.ts";
import { csvOf, type SheetRow } from "./sheet.ts";

/** How rows are read. */
export interface ImportChoices {
  /** Guests whose phone number is invalid are imported without it. */
  dropPhones: boolean;
  /** Nothing is imported while a row is invalid. */
  isStrict: boolean;
}

/** Guests of one request: a request takes a second or two, and can be stopped after it. */
export const CHUNK = 500;

/** What the parts of an import have come to. */
export interface Progress {
  /** Rows that the API has taken in. */
  done: number;
  imported: number;
  skipped: number;
}

/** The rows of an import in parts, each with a key, so that a part that was sent twice counts once. */
export interface ImportJob {
  header: string[];
  parts: { rows: SheetRow[]; key: string }[];
  total: number;
}

export function jobOf(header: string[], rows: readonly SheetRow[]): ImportJob {
  const parts: ImportJob["parts"] = [];
  for (let from = 0; from < rows.length; from += CHUNK) {
    parts.push({ rows: rows.slice(from, from + CHUNK), key: crypto.randomUUID() });
  }
  return { header, parts, total: rows.length };
}

/** Has the API look at a list, without writing anything. @throws UsherError */
export async function preview(
  eventId: string,
  file: Blob,
  charset: string,
  { dropPhones }: Pick<ImportChoices, "dropPhones">,
  signal: AbortSignal,
): Promise<ImportPreview> {
  const { data } = await api.POST("/events/{eventId}/guests/preview", {
    params: { path: { eventId }, query: { invalid_phone: dropPhones ? "drop" : "reject" } },
    signal,
    ...bodyOf(file, charset),
  });
  return data;
}

/** Imports one part. @throws UsherError */
export async function importPart(
  eventId: string,
  { header }: ImportJob,
  { rows, key }: ImportJob["parts"][number],
  { dropPhones, isStrict }: ImportChoices,
): Promise<ImportReport> {
  const { headers, ...body } = bodyOf(new Blob([csvOf(header, rows)]), "utf-8");
  const { data } = await api.POST("/events/{eventId}/guests/import", {
    params: {
      path: { eventId },
      query: { invalid_phone: dropPhones ? "drop" : "reject", strict: isStrict ? "true" : "false" },
    },
    headers: { ...headers, "Idempotency-Key": key },
    ...body,
  });
  return data;
}

function bodyOf(file: Blob, charset: string) {
  return {
    body: "",
    bodySerializer: () => file,
    headers: { "Content-Type": `text/csv; charset=${charset}` },
  };
}
