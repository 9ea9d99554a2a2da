import { eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { guests } from "../db/schema/guests.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { type ClassifiedRow, classifyRows, type ImportChoices, rowsOnList } from "./classify-rows.ts";
import { readGuestFile } from "./guest-file.ts";
import { type ImportColumn, importHeaders } from "./import-columns.ts";

/** An uploaded guest list. */
export interface UploadedFile {
  bytes: Uint8Array;
  /** The `charset` parameter of its media type. */
  charset: string | undefined;
}

/**
 * Classifies each row of a file as an import would. Writes nothing.
 * @throws AppError 400 as `readGuestFile`
 */
export async function previewImport(
  ctx: RequestContext,
  caller: EventCaller,
  file: UploadedFile & ImportChoices,
): Promise<{ columns: ImportColumn[]; rows: ClassifiedRow[] }> {
  // Parsing a file costs more than the role check, so it comes second.
  const { listed } = await authorizeMember(ctx, caller, { listed: listGuestKeys(ctx.db, caller.eventId) });
  const { columns, rows } = readGuestFile(
    await ctx.shared(importHeaders)(),
    file.bytes,
    file.charset,
    file.invalidPhone,
  );
  return { columns, rows: classifyRows(rows, rowsOnList(rows, listed)) };
}

/**
 * Lists the IDs, email keys, names and external IDs of an event's guests, which the rows of a file are matched
 * against.
 */
export function listGuestKeys(db: Database, eventId: string) {
  const { id, emailKey: address, name, externalId } = guests;
  return db.select({ id, emailKey: address, name, externalId }).from(guests).where(eq(guests.eventId, eventId));
}
