import { defineGuestMail, toGuest } from "../invitations/mails/define-guest-mail.ts";
import { findGuestRecipient } from "../invitations/mails/guest-mail-queries.ts";
import { reportUrl } from "../invitations/report-link.ts";
import { secretValidity } from "../platform/mail/host-sender.ts";
import { findMailedSecret } from "../platform/secrets/queries.ts";
import { secretsByHash } from "../platform/secrets/secrets.ts";
import { editLink } from "./edit-link.ts";

/** The link by which a guest edits the RSVP from another device, while its nonce is valid. */
export const editLinkMail = defineGuestMail({
  message: "edit_link.send",
  kind: "edit_link",
  purpose: "asked",
  async find(ctx, { event_id: eventId, guest_id: guestId, token_id: tokenId, nonce_id: nonceId }) {
    const { db, clock } = ctx;
    const secrets = await secretsByHash(ctx, "edit_nonce", nonceId);
    const [[guest], [stored]] = await db.batch([
      findGuestRecipient(db, eventId, guestId),
      findMailedSecret(db, [...secrets.keys()], { tokenId }),
    ]);
    return guest && { ...guest, nonce: secretValidity(stored, secrets, clock.now()) };
  },
  draft(ctx, guest, { token_id: requestedToken, access_log_id: accessLogId }) {
    const { nonce, tokenId } = guest;
    if (tokenId !== requestedToken) return "link_replaced";
    if (nonce.status === "invalid") return nonce.reason;
    const { value, validMinutes } = nonce;
    return toGuest(ctx, "asked", guest, async (props) =>
      editLink({
        ...props,
        editUrl: `${props.link}?edit=${value}`,
        validMinutes,
        reportUrl: accessLogId === undefined ? null : await reportUrl(ctx, { tokenId, accessLogId }),
      }),
    );
  },
});
