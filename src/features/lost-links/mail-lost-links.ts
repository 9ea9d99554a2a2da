import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { Texts } from "../../i18n/texts.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { log } from "../../kernel/log.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { linkFor } from "../invitations/guest-link.ts";
import { recipientTexts } from "../messages/recipient-texts.ts";
import { deliver } from "../notifier/deliver.ts";
import { type LostInvitation, lostLinks } from "../notifier/templates/lost-links.ts";
import { harmlessName } from "../notifier/templates/wording.ts";
import { listOpenInvitations, type OpenInvitationRow } from "./queries.ts";

/** A mail with more is no help. */
const MAX_INVITATIONS = 30;
/** The recipient in the key of a delivery: the message is about one address. */
const RECIPIENT_ID = "address";

/**
 * Mails an address the links of its open invitations, on whichever shards they are; nothing where there are none. Once
 * however often the message comes.
 * @throws NotDelivered, or what a database threw, when the message is to come again
 */
export async function mailLostLinks(
  ctx: RequestContext,
  { id, body }: Extract<BusMessage, { type: "lost_link.send" }>,
): Promise<void> {
  const key = emailKey(body.email);
  const now = ctx.clock.now();
  const found = await Promise.all(onEachShard(ctx).map(({ db }) => listOpenInvitations(db, key, now, MAX_INVITATIONS)));
  const rows = found
    .flat()
    .sort((one, other) => one.eventDate - other.eventDate)
    .slice(0, MAX_INVITATIONS);
  const [first] = rows;
  if (first === undefined) {
    log("info", "mail_skipped", { type: "lost_link.send", message_id: id, reason: "no_recipient" });
    return;
  }
  await deliver(ctx, id, {
    kind: "lost_links",
    // As the host has it, and not as it was typed: nothing typed by a stranger is in the mail.
    recipient: { id: RECIPIENT_ID, address: first.address, eventId: null, guestId: null, userId: null },
    async render() {
      const texts = await recipientTexts(ctx, { guest: null, event: first.locale });
      return lostLinks({
        texts,
        invitations: await Promise.all(rows.map((row) => presentInvitation(ctx, row, texts))),
      });
    },
  });
}

async function presentInvitation(ctx: RequestContext, row: OpenInvitationRow, texts: Texts): Promise<LostInvitation> {
  // Words that this address never got from us may be a stranger's: nothing in them may look like a link.
  const isKnown = row.sentAt !== null;
  return {
    eventName: isKnown ? row.name : harmlessName(row.name),
    hostName: isKnown ? row.hostName || texts.format("common.your-host-start") : harmlessName(row.hostName),
    venue: isKnown ? row.venue : null,
    startsAt: row.eventDate,
    timeZone: row.timezone,
    link: await linkFor(ctx, row.tokenId),
  };
}
