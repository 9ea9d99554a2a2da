import { safeDisplayName } from "../../kernel/display-name.ts";
import { defineMail, toHost } from "../../platform/mail/define-mail.ts";
import { findReplyToRecipient } from "../../platform/mail/host-mail-queries.ts";
import { secretValidity } from "../../platform/mail/host-sender.ts";
import { secretsByHash } from "../../platform/secrets/secrets.ts";
import { confirmReplyTo } from "./confirm-reply-to.ts";

/**
 * Asks the owner of an address whether replies to an event's emails may go there. A request that was replaced has no
 * row.
 */
export const replyToMail = defineMail({
  message: "reply_to.send",
  kind: "confirm_reply_to",
  purpose: "account",
  async find(ctx, { request_id: id }) {
    const secrets = await secretsByHash(ctx, "reply_to", id);
    const [row] = await findReplyToRecipient(ctx.db, [...secrets.keys()]);
    if (row === undefined) return undefined;
    const { request, event } = row;
    const address = request.payload.address ?? "";
    const secret = secretValidity({ ...request, usedAt: null }, secrets, ctx.clock.now());
    return { row, secret, recipient: { id, address, eventId: event.id, guestId: null, userId: null, hostIds: [] } };
  },
  draft(ctx, { row, secret }) {
    const { event, hostName, isHostVerified } = row;
    if (event.deletedAt !== null) return "event_closed";
    if (secret.status === "invalid") return secret.reason;
    const { value, validMinutes } = secret;
    return toHost(ctx, event.locale, (texts) =>
      confirmReplyTo({
        texts,
        // The reader may not know the host or the event, so no name may look like a link.
        hostName: isHostVerified && hostName !== "" ? hostName : null,
        eventName: safeDisplayName(event.name),
        confirmUrl: `${ctx.config.PUBLIC_URL}/confirm-reply-to?token=${value}`,
        validMinutes,
      }),
    );
  },
});
