import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { safeDisplayName } from "../../kernel/display-name.ts";
import { oneLine } from "../../kernel/visible-text.ts";
import { defineMail, toHost } from "../../platform/mail/define-mail.ts";
import { findAccounts, findEventOfNotice } from "../../platform/mail/host-mail-queries.ts";
import { secretValidity } from "../../platform/mail/host-sender.ts";
import { findMailedSecret } from "../../platform/secrets/queries.ts";
import { secretsByHash } from "../../platform/secrets/secrets.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { accountNotice } from "./account-notice.ts";

/** A person whom a notice may name. */
type Named = Pick<Awaited<ReturnType<typeof findAccounts>>[number], "name" | "emailVerified">;

type EventRow = Awaited<ReturnType<typeof findEventOfNotice>>[number];

/**
 * A notice of a change. It goes to the accounts that the change concerns, even if they unsubscribed. It names no account
 * whose address is not verified, because such a name may be another person's text.
 */
export const accountNoticeMail = defineMail({
  message: "account.notice",
  kind: "account_notice",
  purpose: "account",
  async find(ctx, { user_id: userId, about_event_id: eventId, made_by: actorId, member_id: memberId, ...body }) {
    const [event] = eventId === undefined ? [] : await findEventOfNotice(onShardOf(ctx, eventId).db, eventId);
    // A replica on the event's shard does not say whether the address is verified.
    const accounts = await findAccounts(ctx.accountsDb, [userId, actorId, memberId, event?.hostId]);
    const accountOf = (id: string | undefined) => accounts.find((account) => account.id === id);
    const reader = accountOf(userId);
    const address = body.address ?? reader?.email ?? null;
    if (reader === undefined || address === null) return undefined;
    return {
      recipient: { id: userId, address, eventId: null, guestId: null, userId, hostIds: [] },
      reader,
      event: event && {
        // The account of a closed event's host was deleted. The reader is a member and knows the name.
        name:
          body.kind === "event_closed"
            ? safeDisplayName(event.name)
            : eventName(event, userId, accountOf(event.hostId)),
        timeZone: event.timezone,
        isReaders: event.hostId === userId,
      },
      actor: personOf(accountOf(actorId), actorId === userId),
      member: personOf(accountOf(memberId), memberId === userId),
    };
  },
  async draft(ctx, { reader, event, actor, member }, body) {
    // An address that is given was the account's own before a change.
    if (!reader.emailVerified && body.address === undefined) return "account_unverified";
    const undoUrl = await undoUrlOf(ctx, body);
    return toHost(ctx, reader.locale, (texts) =>
      accountNotice({
        texts,
        event,
        actor,
        member,
        undoUrl,
        kind: body.kind,
        detail: body.detail ?? null,
        name: reader.name,
        happenedAt: Date.parse(body.happened_at),
        ended: (body.ended ?? []).map(oneLine),
        kept: (body.kept ?? []).map(oneLine),
        remaining: {
          passkeys: (body.remaining?.passkeys ?? []).map(oneLine),
          app: body.remaining?.app ?? false,
          undo: body.remaining?.undo ?? false,
        },
        from: body.from,
        appUrl: ctx.config.PUBLIC_URL,
      }),
    );
  },
});

/** The link that undoes a change of address, while it can be used. */
async function undoUrlOf(
  ctx: RequestContext,
  { undo_id: id, user_id: userId }: BusBody<"account.notice">,
): Promise<string | null> {
  if (id === undefined) return null;
  const secrets = await secretsByHash(ctx, "undo_email_change", id);
  const [stored] = await findMailedSecret(ctx.accountsDb, [...secrets.keys()], { userId });
  const secret = secretValidity(stored, secrets, ctx.clock.now());
  return secret.status === "valid" ? `${ctx.config.PUBLIC_URL}/undo-email-change?token=${secret.value}` : null;
}

/** The name that the reader's own event has, or that a host with a verified address answers for. */
function eventName({ name, hostId }: EventRow, readerId: string, host: Named | undefined): string | null {
  if (hostId === readerId) return oneLine(name);
  return host?.emailVerified ? safeDisplayName(name) : null;
}

function personOf(account: Named | undefined, isReader: boolean): { isReader: boolean; name: string | null } {
  return { isReader, name: account?.emailVerified ? safeDisplayName(account.name) : null };
}
