import type { ImportPreview, ImportReport } from "@usher/client";
import { api } from "../../api/client.ts";
import { csvOf, type SheetRow } from "./sheet.ts";

export interface ImportChoices {
  /** Imports guests with an invalid phone number without it. */
  dropPhones: boolean;
  /** Imports nothing if any row is invalid. */
  isStrict: boolean;
}

/** Checks a list without writing anything. @throws UsherError */
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
  header: string[],
  { rows, key }: { rows: SheetRow[]; key: string },
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
