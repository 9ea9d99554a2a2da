import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { type Draft, NO_RECIPIENT } from "../../platform/mail/draft.ts";
import { findReplyToRecipient } from "../../platform/mail/host-mail-queries.ts";
import { hostTexts, secretValidity } from "../../platform/mail/host-sender.ts";
import { harmlessName } from "../../platform/mail/wording.ts";
import { secretsByHash } from "../../platform/secrets/secrets.ts";
import { confirmReplyTo } from "./confirm-reply-to.ts";

/**
 * Drafts the email that asks the owner of an address whether replies to an event's emails may go there. A request that
 * was replaced has no row.
 */
export async function draftReplyTo(ctx: RequestContext, body: BusBody<"reply_to.send">): Promise<Draft> {
  const { db, clock, config } = ctx;
  const secrets = await secretsByHash(ctx, "reply_to", body.request_id);
  const [row] = await findReplyToRecipient(db, [...secrets.keys()]);
  if (row === undefined) return NO_RECIPIENT;
  const { request, event } = row;
  const recipient = {
    id: body.request_id,
    address: request.payload.address ?? "",
    eventId: event.id,
    guestId: null,
    userId: null,
  };
  const skip = { status: "skipped", kind: "confirm_reply_to", recipient } as const;
  if (event.deletedAt !== null) return { ...skip, reason: "event_closed" };
  const secret = secretValidity({ ...request, usedAt: null }, secrets, clock.now());
  if (secret.status === "invalid") return { ...skip, reason: secret.reason };
  const { value, validMinutes } = secret;
  return {
    status: "ready",
    email: {
      kind: "confirm_reply_to",
      recipient,
      render: async () =>
        confirmReplyTo({
          texts: await hostTexts(ctx, event.locale),
          // Its reader may know neither of them: nothing in a name may look like a link.
          hostName: row.isHostVerified ? harmlessName(row.hostName) : null,
          eventName: harmlessName(event.name),
          confirmUrl: `${config.PUBLIC_URL}/confirm-reply-to?token=${value}`,
          validMinutes,
        }),
    },
  };
}
