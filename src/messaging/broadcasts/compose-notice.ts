import type { RequestContext } from "../../context.ts";
import { calendarFile, calendarMethod } from "../../events/calendar.ts";
import { type Notice, noticeOf } from "../../events/notices/notice-of.ts";
import { recipientTexts } from "../../events/placeholders/recipient-texts.ts";
import { linkFor } from "../../invitations/guest-link.ts";
import { brandOf } from "../../invitations/mails/guest-recipient.ts";
import { slugify } from "../../kernel/slug.ts";
import type { EmailContent } from "../../platform/mail/draft.ts";
import { hostSender } from "../../platform/mail/host-sender.ts";
import { unsubscribeHeaders, unsubscribeUrl } from "../../platform/mail/unsubscribe-token.ts";
import { eventFacts } from "../../platform/mail/wording.ts";
import { eventNotice } from "../mails/event-notice.ts";
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
