import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { type Draft, NO_RECIPIENT } from "../../platform/mail/draft.ts";
import { findAccounts, findEventOfNotice } from "../../platform/mail/host-mail-queries.ts";
import { hostTexts, secretValidity } from "../../platform/mail/host-sender.ts";
import { harmlessName, oneLine } from "../../platform/mail/wording.ts";
import { findMailedSecret } from "../../platform/secrets/queries.ts";
import { secretsByHash } from "../../platform/secrets/secrets.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { accountNotice } from "./account-notice.ts";

type Notice = BusBody<"account.notice">;

/** A person whom a notice may name. */
type Named = Pick<Awaited<ReturnType<typeof findAccounts>>[number], "name" | "emailVerified">;

type EventRow = Awaited<ReturnType<typeof findEventOfNotice>>[number];

/**
 * Drafts a notice of a change. It goes to the accounts that the change concerns, even if they unsubscribed. It names no
 * account whose address is not verified, because such a name may be another person's text.
 */
export async function draftAccountNotice(ctx: RequestContext, body: Notice): Promise<Draft> {
  const { accountsDb, config } = ctx;
  const { user_id: userId, about_event_id: eventId, made_by: actorId, member_id: memberId, kind } = body;
  const [event] = eventId === undefined ? [] : await findEventOfNotice(onShardOf(ctx, eventId).db, eventId);
  // A replica on the event's shard does not say whether the address is verified.
  const accounts = await findAccounts(accountsDb, [userId, actorId, memberId, event?.hostId]);
  const accountOf = (id: string | undefined) => accounts.find((account) => account.id === id);
  const reader = accountOf(userId);
  const address = body.address ?? reader?.email ?? null;
  if (reader === undefined || address === null) return NO_RECIPIENT;
  const recipient = { id: userId, address, eventId: null, guestId: null, userId };
  // An address that is given was the account's own before a change.
  if (!reader.emailVerified && body.address === undefined) {
    return { status: "skipped", kind: "account_notice", recipient, reason: "account_unverified" };
  }
  const undoUrl = await undoUrlOf(ctx, body);
  return {
    status: "ready",
    email: {
      kind: "account_notice",
      recipient,
      render: async () =>
        accountNotice({
          texts: await hostTexts(ctx, reader.locale),
          kind,
          detail: body.detail ?? null,
          name: reader.name,
          happenedAt: Date.parse(body.happened_at),
          event: event && {
            name: eventName(event, userId, accountOf(event.hostId)),
            timeZone: event.timezone,
            isReaders: event.hostId === userId,
          },
          actor: personOf(accountOf(actorId), actorId === userId),
          member: personOf(accountOf(memberId), memberId === userId),
          ended: (body.ended ?? []).map(oneLine),
          kept: (body.kept ?? []).map(oneLine),
          from: body.from,
          undoUrl,
          appUrl: config.PUBLIC_URL,
        }),
    },
  };
}

/** The link that undoes a change of address, while it can be used. */
async function undoUrlOf(ctx: RequestContext, { undo_id: id, user_id: userId }: Notice): Promise<string | null> {
  if (id === undefined) return null;
  const secrets = await secretsByHash(ctx, "undo_email_change", id);
  const [stored] = await findMailedSecret(ctx.accountsDb, [...secrets.keys()], { userId });
  const secret = secretValidity(stored, secrets, ctx.clock.now());
  return secret.status === "valid" ? `${ctx.config.PUBLIC_URL}/undo-email-change?token=${secret.value}` : null;
}

/** The name that the reader's own event has, or that a host with a verified address answers for. */
function eventName({ name, hostId }: EventRow, readerId: string, host: Named | undefined): string | null {
  if (hostId === readerId) return oneLine(name);
  return host?.emailVerified ? harmlessName(name) : null;
}

function personOf(account: Named | undefined, isReader: boolean): { isReader: boolean; name: string | null } {
  return { isReader, name: account?.emailVerified ? harmlessName(account.name) : null };
}
