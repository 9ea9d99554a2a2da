import { eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST } from "../db/joins.ts";
import { guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { type ClassifiedRow, classifyRows, type ImportChoices, type ListedRows, rowsOnList } from "./classify-rows.ts";
import { readGuestFile } from "./guest-file.ts";
import { type ImportColumn, importHeaders } from "./import-columns.ts";
import { type NamedGuest, readNamed } from "./named-guest.ts";
import { MAX_NAMESAKES, type NamesakeParty } from "./same-name.ts";

/** An uploaded guest list. */
export interface UploadedFile {
  bytes: Uint8Array;
  /** The `charset` parameter of its media type. */
  charset: string | undefined;
}

/** A row with the guests on the list who may be its guest. */
export interface PreviewedRow extends ClassifiedRow {
  matches: { guest: NamedGuest; matchedCompanion: string | null }[];
}

/**
 * Classifies each row of a file as an import would, and reads the guests on the list whom rows match. Writes nothing.
 * @throws AppError 400 as `readGuestFile`
 */
export async function previewImport(
  ctx: RequestContext,
  caller: EventCaller,
  file: UploadedFile & ImportChoices,
): Promise<{ columns: ImportColumn[]; rows: PreviewedRow[] }> {
  // Parsing a file costs more than the role check, so it comes second.
  const { db } = ctx;
  const { eventId } = caller;
  const { listed } = await authorizeMember(ctx, caller, { listed: listGuestKeys(db, eventId) });
  const { columns, rows } = readGuestFile(
    await ctx.shared(importHeaders)(),
    file.bytes,
    file.charset,
    file.invalidPhone,
  );
  const found = rowsOnList(rows, listed);
  const matchedIds = rows.flatMap(({ row }) => partiesOf(row, found).map(({ id }) => id));
  const matched = await readNamed(db, eventId, [...new Set(matchedIds)]);
  const withMatches = (row: ClassifiedRow) => {
    const matches = partiesOf(row.row, found).flatMap(({ id, companion }) => {
      const guest = matched.get(id);
      return guest === undefined ? [] : [{ guest, matchedCompanion: companion }];
    });
    return { ...row, matches };
  };
  return { columns, rows: classifyRows(rows, found).map(withMatches) };
}

/** The parties on the list that a row matches. */
function partiesOf(row: number, { onList, namesakes }: ListedRows): NamesakeParty[] {
  const id = onList.get(row);
  if (id !== undefined) return [{ id, companion: null }];
  return (namesakes.get(row) ?? []).slice(0, MAX_NAMESAKES);
}

/** Lists an event's guests with what the rows of a file are compared with. */
export function listGuestKeys(db: Database, eventId: string) {
  return db
    .select({
      id: guests.id,
      name: guests.name,
      emailKey: guests.emailKey,
      externalId: guests.externalId,
      invited: aliased(guests.companions, "guest.companions"),
      announced: rsvps.companions,
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(eq(guests.eventId, eventId));
}
