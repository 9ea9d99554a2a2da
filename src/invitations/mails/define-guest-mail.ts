import type { BusBody, BusMessageType } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { recipientTexts } from "../../events/placeholders/recipient-texts.ts";
import type { RenderedMail } from "../../platform/mail/content.ts";
import { type Decision, defineMail, type EmailParts, type MailDefinition } from "../../platform/mail/define-mail.ts";
import type { EmailRecipient, MailKind } from "../../platform/mail/draft.ts";
import { hostSender } from "../../platform/mail/host-sender.ts";
import { mayUseHostsText, type Purpose } from "../../platform/mail/purposes.ts";
import { eventFacts, type GuestProps } from "../../platform/mail/wording.ts";
import { linkFor } from "../guest-link.ts";
import { findGuestRecipient, type GuestRecipientRow } from "./guest-mail-queries.ts";
import { brandOf } from "./guest-recipient.ts";

/** A guest with a valid link. */
export type LinkedGuest<Row extends GuestRecipientRow = GuestRecipientRow> = Row & { tokenId: string };

/** Queue messages about one guest. */
type GuestMessage = {
  [T in BusMessageType]: BusBody<T> extends { event_id: string; guest_id: string } ? T : never;
}[BusMessageType];

interface GuestMailSource<T extends GuestMessage, Row extends GuestRecipientRow> {
  message: T;
  kind: MailKind;
  purpose: Purpose | ((body: BusBody<T>, guest: Row) => Purpose);
  /** `findGuest`, or a read of the guest with additional rows in one round trip. */
  find(ctx: RequestContext, body: BusBody<T>): Promise<Row | undefined>;
  draft(
    ctx: RequestContext,
    guest: LinkedGuest<Row> & { recipient: EmailRecipient },
    body: BusBody<T>,
  ): Decision | Promise<Decision>;
}

/**
 * Defines an email to the address of a guest. It is skipped if the event is closed or the guest has no valid link. `draft`
 * adds further conditions.
 */
export function defineGuestMail<T extends GuestMessage, Row extends GuestRecipientRow>(
  source: GuestMailSource<T, Row>,
): MailDefinition<T> {
  const { purpose } = source;
  return defineMail({
    message: source.message,
    kind: source.kind,
    purpose:
      typeof purpose === "string"
        ? purpose
        : (body: BusBody<T>, row: Row & { recipient: EmailRecipient }) => purpose(body, row),
    async find(ctx, body) {
      const row = await source.find(ctx, body);
      const address = row?.guest.email ?? null;
      if (row === undefined || address === null) return undefined;
      const { event, guest } = row;
      const ids = { id: guest.id, eventId: event.id, guestId: guest.id, userId: null };
      return { ...row, recipient: { ...ids, address, hostIds: [event.hostId] } };
    },
    draft(ctx, guest, body) {
      if (guest.event.deletedAt !== null) return "event_closed";
      return isLinked(guest) ? source.draft(ctx, guest, body) : "link_replaced";
    },
  });
}

function isLinked<Row extends GuestRecipientRow>(row: Row): row is LinkedGuest<Row> {
  return row.tokenId !== null;
}

/** Reads the guest of a message. */
export async function findGuest(
  { db }: RequestContext,
  { event_id: eventId, guest_id: guestId }: { event_id: string; guest_id: string },
): Promise<GuestRecipientRow | undefined> {
  const [row] = await findGuestRecipient(db, eventId, guestId);
  return row;
}

/** An email in a guest's language, from the event's host. */
export function toGuest(
  ctx: RequestContext,
  purpose: Purpose,
  guest: LinkedGuest,
  write: (props: GuestProps) => RenderedMail | Promise<RenderedMail>,
): EmailParts {
  return {
    async render(unsubscribeUrl) {
      const props = await guestProps(ctx, guest, { unsubscribeUrl, hasHostsText: mayUseHostsText(purpose, guest) });
      return { ...hostSender(guest, props.texts), ...(await write(props)) };
    },
  };
}

/** The part of an email to a guest that its purpose decides. */
export interface ByPurpose {
  unsubscribeUrl: string | undefined;
  /** False: the default text in place of the host's, and no images of the host, see `mayUseHostsText`. */
  hasHostsText: boolean;
}

/** Returns the data that every email to a guest shows. */
export async function guestProps(
  ctx: RequestContext,
  row: LinkedGuest,
  { unsubscribeUrl, hasHostsText }: ByPurpose,
): Promise<GuestProps> {
  const { event, guest } = row;
  const texts = await recipientTexts(ctx, { guest: guest.locale, event });
  const link = await linkFor(ctx, row.tokenId);
  const brand = brandOf(ctx, row, hasHostsText);
  return { texts, guest, event: eventFacts(row, texts), brand, link, unsubscribeUrl };
}
