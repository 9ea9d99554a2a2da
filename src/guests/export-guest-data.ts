import { type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { recordExport } from "../identity/accounts/record-export.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { roleCondition } from "../platform/authorization/queries.ts";
import { allRows, type Section, writeDocument } from "../platform/personal-data/export-document.ts";
import { SECTIONS_OF_GUEST } from "../platform/personal-data/export-queries.ts";
import { presentGuest } from "./present.ts";
import { findGuest, isListed } from "./queries.ts";

/**
 * Streams all data stored about one guest as one JSON document, reading the database page by page. Token hashes and
 * link secrets are left out.
 * @returns chunks of the document's text, once the caller is authorized
 * @throws AppError 404 for a guest of another event
 */
export async function exportGuestData(
  ctx: RequestContext,
  caller: EventCaller,
  guestId: string,
): Promise<AsyncGenerator<string>> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const recorded = await recordExport(
    ctx,
    caller,
    { action: "guest.exported", detail: "guest", guestId },
    isListedFor(db, roleCondition(db, caller), eventId, guestId),
  );
  const { guest } = await authorizeMember(ctx, caller, {
    guest: one(findGuest(db, eventId, guestId, clock.now())),
    recorded: recorded.statements,
  });
  if (guest === undefined) throw notFound();
  recorded.dispatch();
  const sections = Object.entries(SECTIONS_OF_GUEST).map(
    ([name, rowsOf]): Section => [name, allRows(ctx, rowsOf({ eventId, guestId }))],
  );
  return writeDocument({ exported_at: toIsoTime(clock.now()), guest: presentGuest(guest) }, sections);
}

/** Condition of an export's audit record: the guest exists and the caller has the role. */
function isListedFor(db: Database, roleCondition: SQL, eventId: string, guestId: string): SQL {
  return sql`(${roleCondition} and ${isListed(db, eventId, guestId)})`;
}
