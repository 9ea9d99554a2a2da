import type { Brand } from "../../kernel/brand.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Draft, type MailKind, NOBODY, type Recipient, type Withheld } from "./draft.ts";
import type { GuestLetterRow } from "./queries.ts";
import type { EventFacts } from "./templates/wording.ts";

/** A guest whom a mail can reach, by a link that opens the invitation. */
export interface ReachableGuest extends GuestLetterRow {
  tokenId: string;
  recipient: Recipient;
}

/**
 * Finds out whether a guest can be written to at all. What holds for one kind of mail alone is for its own draft.
 * @param rows what `findGuestLetter` found
 */
export function reach(rows: GuestLetterRow[], kind: MailKind): { guest: ReachableGuest } | { refused: Draft } {
  const [row] = rows;
  const address = row?.guest.email ?? null;
  if (row === undefined || address === null) return { refused: NOBODY };
  const { event, guest, tokenId } = row;
  const recipient = { id: guest.id, address, eventId: event.id, guestId: guest.id, userId: null };
  const refuse = (reason: Withheld) => ({ refused: { status: "withheld", kind, recipient, reason } as const });
  if (event.deletedAt !== null) return refuse("event_closed");
  if (tokenId === null) return refuse("link_replaced");
  return { guest: { ...row, tokenId, recipient } };
}

/** What a mail says of any event. */
interface EventRow {
  event: Pick<GuestLetterRow["event"], "name" | "venue" | "eventDate" | "endTime" | "timezone">;
  hostName: string;
}

/** The event as a mail speaks of it. */
export function eventFacts(row: EventRow): EventFacts {
  const { event, hostName } = row;
  return {
    name: event.name,
    venue: event.venue,
    startsAt: event.eventDate,
    endsAt: event.endTime,
    timeZone: event.timezone,
    hostName,
  };
}

/** The event's branding with addresses that a mailbox can load, or null where it has none. */
export function brandOf(
  { config }: Pick<RequestContext, "config">,
  { branding }: Pick<GuestLetterRow, "branding">,
): Brand | null {
  if (branding === null) return null;
  const absolute = (path: string | null) => (path === null ? null : `${config.PUBLIC_URL}${path}`);
  return { ...branding, logoUrl: absolute(branding.logoUrl), coverUrl: absolute(branding.coverUrl) };
}
