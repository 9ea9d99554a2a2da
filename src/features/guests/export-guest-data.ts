import { toWire } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { allRows, type Section, writeDocument } from "../privacy/export-document.ts";
import { SECTIONS_OF_GUEST } from "../privacy/export-queries.ts";
import { presentGuest } from "./present.ts";
import { findGuest } from "./queries.ts";

/**
 * Everything that is kept of one guest, for a host whom the guest asks for it, as the text of one JSON document, page by
 * page. No hash and no secret of a link is among it.
 * @returns the pieces of the text; the first is made after the caller was let in
 * @throws AppError 404 for a guest of another event
 */
export async function exportGuestData(
  ctx: RequestContext,
  caller: EventCaller,
  guestId: string,
): Promise<AsyncGenerator<string>> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const {
    guest: [guest],
  } = await authorizeMember(ctx, caller, { guest: findGuest(db, eventId, guestId) });
  if (guest === undefined) throw notFound();
  const sections = Object.entries(SECTIONS_OF_GUEST).map(
    ([name, rowsOf]): Section => [name, allRows(ctx, rowsOf({ eventId, guestId }))],
  );
  return writeDocument({ exported_at: toWire(clock.now()), guest: presentGuest(guest) }, sections);
}
