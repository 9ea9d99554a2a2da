import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { readGuestFile } from "./guest-file.ts";
import type { ImportColumn } from "./import-columns.ts";
import { findListed } from "./import-queries.ts";
import { type JudgedRow, judgeRows, rowsOnList } from "./judge-rows.ts";

/** A file as it came in. */
export interface SentFile {
  bytes: Uint8Array;
  /** The `charset` of its media type. */
  charset: string | undefined;
}

/**
 * What an import of a file would do, row by row. Writes nothing.
 * @throws AppError 400 as `readGuestFile`
 */
export async function previewImport(
  ctx: RequestContext,
  caller: EventCaller,
  sent: SentFile,
): Promise<{ columns: ImportColumn[]; rows: JudgedRow[] }> {
  // The role first: reading a file costs more than asking.
  const { listed } = await authorizeMember(ctx, caller, { listed: findListed(ctx.db, caller.eventId) });
  const { columns, rows } = readGuestFile(sent.bytes, sent.charset);
  return { columns, rows: judgeRows(rows, rowsOnList(rows, listed)) };
}
