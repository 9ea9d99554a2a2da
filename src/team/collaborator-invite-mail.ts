import type { BusBody } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { emailKey } from "../kernel/email-address.ts";
import { type Draft, NO_RECIPIENT } from "../platform/mail/draft.ts";
import { findInviteRecipient, findLocaleOf } from "../platform/mail/host-mail-queries.ts";
import { hostTexts, secretValidity } from "../platform/mail/host-sender.ts";
import { eventFacts } from "../platform/mail/wording.ts";
import { secretsByHash } from "../platform/secrets/secrets.ts";
import { collaboratorInvite } from "./collaborator-invite.ts";

/**
 * The invite to collaborate on an event, in the language of the account with its address, else in the event's. One that
 * was cancelled has no row, and so no recipient.
 */
export async function draftCollaboratorInvite(
  ctx: RequestContext,
  body: BusBody<"collaborator_invite.send">,
): Promise<Draft> {
  const { db, accountsDb, clock, config } = ctx;
  const secrets = await secretsByHash(ctx, "collaborator_invite", body.invite_id);
  const [row] = await findInviteRecipient(db, [...secrets.keys()]);
  if (row === undefined) return NO_RECIPIENT;
  const { invite, event } = row;
  const recipient = { id: body.invite_id, address: invite.email, eventId: event.id, guestId: null, userId: null };
  const skip = { status: "skipped", kind: "collaborator_invite", recipient } as const;
  if (event.deletedAt !== null) return { ...skip, reason: "event_closed" };
  const secret = secretValidity({ ...invite, usedAt: invite.acceptedAt }, secrets, clock.now());
  if (secret.status === "invalid") return { ...skip, reason: secret.reason };
  return {
    status: "ready",
    email: {
      kind: "collaborator_invite",
      recipient,
      async render() {
        const [account] = await findLocaleOf(accountsDb, emailKey(invite.email));
        const texts = await hostTexts(ctx, account?.locale ?? event.locale);
        return collaboratorInvite({
          texts,
          invitedByName: row.inviterName,
          event: eventFacts(row, texts),
          role: invite.role,
          acceptUrl: `${config.PUBLIC_URL}/invites/${secret.value}`,
          expiresAt: invite.expiresAt,
        });
      },
    },
  };
}
