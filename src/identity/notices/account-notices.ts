import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { HOUR_MS, toWire } from "../../kernel/clock.ts";
import { idFromBytes } from "../../kernel/ids.ts";
import type { CredentialKind } from "../../platform/credentials/registry.ts";
import { CREDENTIALS } from "../../platform/credentials/registry.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import type { NoticeDetail, NoticeKind } from "./notice-kinds.ts";

/** What a notice may say besides its kind. Ids: the mail looks names up, and shows those that are proven. */
export interface NoticeFacts {
  /** The event that it is about. */
  eventId?: string | undefined;
  /** The user who made the change. */
  actorId?: string | undefined;
  /** The user whom the change is about, where that is neither the actor nor the reader. */
  memberId?: string | undefined;
  /** Which case of the kind it is. */
  detail?: NoticeDetail | undefined;
  /** Where to write to in place of the account's address: the one before a change of address. */
  address?: string | undefined;
  /** The secret of the link that undoes a change of address. */
  undoId?: string | undefined;
  /** What a reset has ended, and the door devices that it has not: names. */
  ended?: string[] | undefined;
  kept?: string[] | undefined;
  /** The client of an unusual sign-in. */
  from?: { browser: string | null; place: string | null } | undefined;
  /** When it happened, epoch milliseconds; now by default. */
  at?: number | undefined;
}

/**
 * The messages that tell accounts by mail of a change, for `enqueue` in the batch of that change. A notice is no
 * advertisement: unsubscribing does not stop it, and an account whose address is not verified gets none. Each message is
 * mailed once, however often its queue delivers it.
 * @param userIds who is told; one message for each, repeated ids count once
 */
export function accountNotices(
  ctx: Pick<RequestContext, "clock">,
  kind: NoticeKind,
  userIds: readonly string[],
  facts: NoticeFacts = {},
): BusMessage[] {
  const { eventId, actorId, memberId, detail, address, undoId, ended, kept, from, at = ctx.clock.now() } = facts;
  return [...new Set(userIds)].map((userId) =>
    busMessage(ctx, "account.notice", {
      user_id: userId,
      kind,
      happened_at: toWire(at),
      about_event_id: eventId,
      made_by: actorId,
      member_id: memberId,
      detail,
      address,
      undo_id: undoId,
      ended,
      kept,
      from,
    }),
  );
}

/** The messages for accounts in which somebody has created a credential; none for a kind of which nobody is told. */
export function credentialNotices(
  ctx: Pick<RequestContext, "clock">,
  credential: CredentialKind,
  userIds: readonly string[],
  facts: NoticeFacts = {},
): BusMessage[] {
  const { notifies } = CREDENTIALS[credential];
  return notifies === null ? [] : accountNotices(ctx, notifies, userIds, facts);
}

/** The messages for accounts from which the owner has removed a credential; none for a kind whose removal is not notified. */
export function removalNotices(
  ctx: Pick<RequestContext, "clock">,
  credential: CredentialKind,
  userIds: readonly string[],
): BusMessage[] {
  const entry = CREDENTIALS[credential];
  if (!("notifiesRemoval" in entry)) return [];
  const { kind, detail } = entry.notifiesRemoval;
  return accountNotices(ctx, kind, userIds, { detail });
}

/**
 * The message that tells the owners of an event of a change of it, for the batch of that change. Whoever is no owner any
 * more by then needs an `accountNotices` of their own.
 * @param change who made it (`actorId`), and whom it is about, where that is another member
 */
export function ownersNotice(
  ctx: Pick<RequestContext, "clock">,
  kind: NoticeKind,
  change: { eventId: string; actorId: string } & Pick<NoticeFacts, "memberId" | "detail">,
): BusMessage {
  const { eventId, actorId, memberId, detail } = change;
  return busMessage(ctx, "owners.notice", {
    event_id: eventId,
    kind,
    happened_at: toWire(ctx.clock.now()),
    made_by: actorId,
    member_id: memberId,
    detail,
  });
}

/**
 * The message that tells the owners who are left that one is gone.
 * @param isHost whether the host is gone: then it tells the next one whose plan the event counts towards
 */
export function ownerRemoved(
  ctx: Pick<RequestContext, "clock">,
  change: { eventId: string; actorId: string; memberId: string },
  isHost: boolean,
): BusMessage {
  return ownersNotice(ctx, "owner_removed", { ...change, detail: isHost ? "host" : undefined });
}

type AnyNotice = Extract<BusMessage, { type: "account.notice" | "owners.notice" }>;

/**
 * The same notice with an id that it has for an hour: a message is mailed once by its id, so that whoever repeats an
 * action all day fills nobody's mailbox.
 */
export async function onceAnHour({ clock }: Pick<RequestContext, "clock">, notice: BusMessage): Promise<BusMessage> {
  const { type, body } = notice as AnyNotice;
  const { happened_at: _, ...what } = body;
  const hour = Math.floor(clock.now() / HOUR_MS);
  const digest = await sha256Hex(JSON.stringify([type, what, hour]));
  return { ...notice, id: idFromBytes(Uint8Array.fromHex(digest.slice(0, 32))) };
}
