import type { BusBody, BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { DAY_MS, HOUR_MS, toIsoTime } from "../../kernel/clock.ts";
import { idFromBytes } from "../../kernel/ids.ts";
import { CREDENTIALS, type CredentialKind } from "../../platform/credentials/registry.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import type { NoticeDetail, NoticeKind } from "./notice-kinds.ts";

/** The credentials that no reset revokes: the names of passkeys, and whether there is an app and an open undo link. */
export type RemainingCredentials = NonNullable<BusBody<"account.notice">["remaining"]>;

/** Facts of a notice, in addition to its kind. The email looks names up by ID and shows the verified ones. */
export interface NoticeFacts {
  /** The event that it is about. */
  eventId?: string | undefined;
  /** The user who made the change. */
  actorId?: string | undefined;
  /** The user whom the change is about, if that is neither the actor nor the reader. */
  memberId?: string | undefined;
  /** Variant of the kind. */
  detail?: NoticeDetail | undefined;
  /** The recipient in place of the account's address: the previous address after a change. */
  address?: string | undefined;
  /** The secret of the link that undoes a change of address. */
  undoId?: string | undefined;
  /** Names of the credentials that a reset revoked, and of the door devices that it kept. */
  ended?: string[] | undefined;
  kept?: string[] | undefined;
  remaining?: RemainingCredentials | undefined;
  /** The client of an unusual sign-in. */
  from?: { browser: string | null; place: string | null } | undefined;
  /** Time of the change, epoch milliseconds. Default: now. */
  at?: number | undefined;
}

/**
 * Returns the messages that notify accounts of a change by email, for `enqueue` in the batch of that change. A notice
 * is not an advertisement, so unsubscribing does not stop it. An account whose address is not verified gets none. Each
 * message is emailed once, however often its queue delivers it.
 * @param userIds the recipients; one message each, repeated IDs count once
 */
export function accountNotices(
  ctx: Pick<RequestContext, "clock">,
  kind: NoticeKind,
  userIds: readonly string[],
  facts: NoticeFacts = {},
): BusMessage[] {
  const {
    eventId,
    actorId,
    memberId,
    detail,
    address,
    undoId,
    ended,
    kept,
    remaining,
    from,
    at = ctx.clock.now(),
  } = facts;
  return [...new Set(userIds)].map((userId) =>
    busMessage(ctx, "account.notice", {
      user_id: userId,
      kind,
      happened_at: toIsoTime(at),
      about_event_id: eventId,
      made_by: actorId,
      member_id: memberId,
      detail,
      address,
      undo_id: undoId,
      ended,
      kept,
      remaining,
      from,
    }),
  );
}

/** Returns the messages for accounts in which a credential was created. None for a kind that sends no notice. */
export function credentialNotices(
  ctx: Pick<RequestContext, "clock">,
  credential: CredentialKind,
  userIds: readonly string[],
  facts: NoticeFacts = {},
): BusMessage[] {
  const { notifies } = CREDENTIALS[credential];
  return notifies === null ? [] : accountNotices(ctx, notifies, userIds, facts);
}

/**
 * Returns the messages for accounts from which the owner has removed a credential. None for a kind whose removal sends
 * no notice.
 */
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
 * Returns the message that notifies the owners of an event of a change, for the batch of that change. A member who has
 * stopped being an owner by then needs a separate `accountNotices`.
 * @param change the member who made it (`actorId`), and the other member that it is about, if any
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
    happened_at: toIsoTime(ctx.clock.now()),
    made_by: actorId,
    member_id: memberId,
    detail,
  });
}

/**
 * Returns the message that notifies the remaining owners that an owner was removed.
 * @param isHost true if the host was removed: the message then notifies the next host, whose plan the event counts
 *   towards
 */
export function ownerRemoved(
  ctx: Pick<RequestContext, "clock">,
  change: { eventId: string; actorId: string; memberId: string },
  isHost: boolean,
): BusMessage {
  return ownersNotice(ctx, "owner_removed", { ...change, detail: isHost ? "host" : undefined });
}

type AnyNotice = Extract<BusMessage, { type: "account.notice" | "owners.notice" }>;

/** Returns the notice with an ID that is stable for one day (UTC), see `onceAnHour`. */
export function onceADay(ctx: Pick<RequestContext, "clock">, notice: BusMessage): Promise<BusMessage> {
  return onceIn(ctx, notice, DAY_MS);
}

/**
 * Returns the notice with an ID that is stable for one hour. A message is emailed once by its ID, so repeating an
 * action all day does not flood a mailbox.
 */
export function onceAnHour(ctx: Pick<RequestContext, "clock">, notice: BusMessage): Promise<BusMessage> {
  return onceIn(ctx, notice, HOUR_MS);
}

async function onceIn({ clock }: Pick<RequestContext, "clock">, notice: BusMessage, ms: number): Promise<BusMessage> {
  const { type, body } = notice as AnyNotice;
  const { happened_at: _, ...what } = body;
  const period = Math.floor(clock.now() / ms);
  const digest = await sha256Hex(JSON.stringify([type, what, period]));
  return { ...notice, id: idFromBytes(Uint8Array.fromHex(digest.slice(0, 32))) };
}
