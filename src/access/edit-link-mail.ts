import type { BusBody } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { recipientTexts } from "../events/placeholders/recipient-texts.ts";
import { linkFor } from "../invitations/guest-link.ts";
import { findGuestRecipient } from "../invitations/mails/guest-mail-queries.ts";
import { brandOf, resolveRecipient } from "../invitations/mails/guest-recipient.ts";
import { reportUrl } from "../invitations/report-link.ts";
import type { Draft } from "../platform/mail/draft.ts";
import { hostSender, secretValidity } from "../platform/mail/host-sender.ts";
import { eventFacts } from "../platform/mail/wording.ts";
import { findMailedSecret } from "../platform/secrets/queries.ts";
import { secretsByHash } from "../platform/secrets/secrets.ts";
import { editLink } from "./edit-link.ts";

/** The link by which a guest edits the RSVP from another device, while its nonce is valid. */
export async function draftEditLink(ctx: RequestContext, body: BusBody<"edit_link.send">): Promise<Draft> {
  const { db, clock } = ctx;
  const secrets = await secretsByHash(ctx, "edit_nonce", body.nonce_id);
  const [rows, nonces] = await db.batch([
    findGuestRecipient(db, body.event_id, body.guest_id),
    findMailedSecret(db, [...secrets.keys()], { tokenId: body.token_id }),
  ]);
  const resolved = resolveRecipient(rows, "edit_link");
  if ("skipped" in resolved) return resolved.skipped;
  const { guest } = resolved;
  const { recipient } = guest;
  const skip = { status: "skipped", kind: "edit_link", recipient } as const;
  if (guest.tokenId !== body.token_id) return { ...skip, reason: "link_replaced" };
  const nonce = secretValidity(nonces[0], secrets, clock.now());
  if (nonce.status === "invalid") return { ...skip, reason: nonce.reason };
  return {
    status: "ready",
    email: {
      kind: "edit_link",
      recipient,
      async render() {
        const texts = await recipientTexts(ctx, { guest: guest.guest.locale, event: guest.event.locale });
        const mail = editLink({
          texts,
          guestName: guest.guest.name,
          event: eventFacts(guest, texts),
          brand: brandOf(ctx, guest),
          editUrl: `${await linkFor(ctx, guest.tokenId)}?edit=${nonce.value}`,
          validMinutes: nonce.validMinutes,
          reportUrl:
            body.access_log_id === undefined
              ? null
              : await reportUrl(ctx, { tokenId: guest.tokenId, accessLogId: body.access_log_id }),
        });
        return { ...hostSender(guest, texts), ...mail };
      },
    },
  };
}
