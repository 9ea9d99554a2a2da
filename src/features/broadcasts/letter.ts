import { formatEventTime } from "../../kernel/event-time.ts";
import type { RequestContext } from "../../request-context.ts";
import { linkFor } from "../invitations/guest-link.ts";
import { fillPlaceholders, type Placeholder } from "../messages/placeholders.ts";
import type { MailText } from "../notifier/draft.ts";
import { brandOf, eventFacts } from "../notifier/guest-letter.ts";
import { broadcast } from "../notifier/templates/broadcast.ts";
import { reminder } from "../notifier/templates/reminder.ts";
import { unsubscribeHeaders, unsubscribeUrl } from "../notifier/unsubscribe-link.ts";
import type { Head, RecipientRow } from "./queries.ts";

/** A recipient who can be written to. */
export interface Reachable extends RecipientRow {
  tokenId: string;
  /** An e-mail address or a phone number, by the message's channel. */
  address: string;
}

/** A message as one recipient gets it by mail, with the way out of such mails. */
export async function mailFor(ctx: RequestContext, head: Head, recipient: Reachable): Promise<MailText> {
  const link = await linkFor(ctx, recipient.tokenId);
  const values = valuesFor(head, recipient, link);
  const url = await unsubscribeUrl(ctx, recipient.address);
  const parts = {
    subject: fillPlaceholders(head.message.subject, values),
    body: fillPlaceholders(head.message.body, values),
    event: eventFacts(head),
    brand: brandOf(ctx, head),
    link,
    unsubscribeUrl: url,
  };
  const mail = head.message.slug === null ? broadcast(parts) : reminder({ ...parts, response: recipient.response });
  return { ...mail, headers: unsubscribeHeaders(url) };
}

/** A message as one recipient gets it on the phone. */
export async function textFor(ctx: RequestContext, head: Head, recipient: Reachable): Promise<string> {
  return fillPlaceholders(head.message.body, valuesFor(head, recipient, await linkFor(ctx, recipient.tokenId)));
}

function valuesFor({ event }: Head, recipient: Reachable, link: string): Record<Placeholder, string> {
  return {
    guest_name: recipient.name,
    event_name: event.name,
    event_date: formatEventTime(event.eventDate, event.timezone),
    venue: event.venue ?? "",
    rsvp_link: link,
  };
}
