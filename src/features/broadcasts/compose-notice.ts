import type { RequestContext } from "../../context.ts";
import { slugify } from "../../kernel/slug.ts";
import { calendarFile, calendarMethod } from "../access/calendar.ts";
import { type Notice, noticeOf } from "../event-notices/notice-of.ts";
import { linkFor } from "../invitations/guest-link.ts";
import { recipientTexts } from "../messages/recipient-texts.ts";
import type { EmailContent } from "../notifier/draft.ts";
import { brandOf, eventFacts } from "../notifier/guest-recipient.ts";
import { hostSender } from "../notifier/host-sender.ts";
import { eventNotice } from "../notifier/templates/event-notice.ts";
import { unsubscribeHeaders, unsubscribeUrl } from "../notifier/unsubscribe-token.ts";
import type { Broadcast } from "./delivery-queries.ts";

/** Whom a notice is for: a recipient of the broadcast. */
interface NoticedGuest {
  /** BCP 47; null: the event's. */
  locale: string | null;
  name: string;
  address: string;
  tokenId: string;
  hasAnswered: boolean;
}

/** What a notice has to tell now, null when that was taken back since; of another message undefined. */
export function noticeIn({ message, event }: Broadcast): Notice | null | undefined {
  return message.notice === null ? undefined : noticeOf(message.changedFrom ?? {}, event);
}

/** A notice as one recipient gets it: the event as it is now, with the calendar file that replaces the guest's. */
export async function composeNotice(
  ctx: RequestContext,
  broadcast: Broadcast,
  notice: Notice,
  to: NoticedGuest,
): Promise<EmailContent> {
  const { event } = broadcast;
  const url = await unsubscribeUrl(ctx, { address: to.address, hostId: event.hostId });
  const texts = await recipientTexts(ctx, { guest: to.locale, event: event.locale });
  const mail = eventNotice({
    texts,
    notice,
    guestName: to.name,
    event: eventFacts(broadcast, texts),
    brand: brandOf(ctx, broadcast),
    hostMessage: event.cancelMessage,
    hasAnswered: to.hasAnswered,
    link: await linkFor(ctx, to.tokenId),
    unsubscribeUrl: url,
  });
  const file = {
    filename: `${slugify(event.name)}.ics`,
    contentType: "text/calendar; charset=utf-8",
    content: calendarFile(event),
    method: calendarMethod(event),
  };
  return { ...hostSender(broadcast, texts), ...mail, headers: unsubscribeHeaders(url), attachments: [file] };
}
