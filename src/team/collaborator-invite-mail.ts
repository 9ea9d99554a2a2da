import { emailKey } from "../kernel/email-address.ts";
import { defineMail, toHost } from "../platform/mail/define-mail.ts";
import { findInviteRecipient, findLocaleOf } from "../platform/mail/host-mail-queries.ts";
import { secretValidity, viaUsher } from "../platform/mail/host-sender.ts";
import { eventFacts } from "../platform/mail/wording.ts";
import { secretsByHash } from "../platform/secrets/secrets.ts";
import { collaboratorInvite } from "./collaborator-invite.ts";

/**
 * The invite to collaborate on an event, in the language of the account with its address, else in the event's. One that
 * was cancelled has no row, and so no recipient.
 */
export const collaboratorInviteMail = defineMail({
  message: "collaborator_invite.send",
  kind: "collaborator_invite",
  purpose: "host",
  async find(ctx, { invite_id: id }) {
    const secrets = await secretsByHash(ctx, "collaborator_invite", id);
    const [row] = await findInviteRecipient(ctx.db, [...secrets.keys()]);
    if (row === undefined) return undefined;
    const { invite, event } = row;
    const to = { address: invite.email, hostIds: [event.hostId] };
    const recipient = { ...to, id, eventId: event.id, guestId: null, userId: null };
    const secret = secretValidity({ ...invite, usedAt: invite.acceptedAt }, secrets, ctx.clock.now());
    return { row, secret, recipient };
  },
  async draft(ctx, { row, secret }) {
    const { invite, event, inviterName } = row;
    if (event.deletedAt !== null) return "event_closed";
    if (secret.status === "invalid") return secret.reason;
    const [account] = await findLocaleOf(ctx.accountsDb, emailKey(invite.email));
    const mail = toHost(ctx, account?.locale ?? event.locale, (texts, unsubscribeUrl) => ({
      ...viaUsher(inviterName, texts),
      ...collaboratorInvite({
        texts,
        invitedByName: inviterName,
        event: eventFacts(row, texts),
        role: invite.role,
        acceptUrl: `${ctx.config.PUBLIC_URL}/invites/${secret.value}`,
        expiresAt: invite.expiresAt,
        unsubscribeUrl,
      }),
    }));
    return { ...mail, invites: true, isReserved: true };
  },
});
