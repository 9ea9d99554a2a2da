import type { RequestContext } from "../../context.ts";
import { replyStateOf } from "../../db/standing.ts";
import { reminderOf } from "../../events/reminders/reminders.ts";
import { issueMissing } from "../../invitations/issue-missing.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { ConnectionPool } from "../../kernel/connection-pool.ts";
import { smsSegments } from "../../kernel/sms-segments.ts";
import { CONCERNED } from "../../kernel/standing.ts";
import type { UnsentReason } from "../../kernel/unsent-reasons.ts";
import { isEnabled } from "../../platform/flags/flags.ts";
import { type Purpose, stopReason } from "../../platform/mail/purposes.ts";
import { renderFor } from "../../platform/mail/render-for.ts";
import { tierIn, tierOfEvent } from "../../platform/tiers/tier-of.ts";
import { claimText, releaseText } from "../../sending/text-budgets.ts";
import { textTarget } from "../../sending/text-rules.ts";
import { standingsOf, targetOf } from "../content.ts";
import { remindedStandings } from "../reminder-audience.ts";
import { composeEmail, composeSms, noticeIn } from "./compose-message.ts";
import type { Batch, Broadcast, DeliveryUpdate, Recipient, RecipientRow, StateReason } from "./delivery-queries.ts";

export type SendOutcome = Awaited<ReturnType<RequestContext["mail" | "sms"]["send"]>>;

/** The channel of a broadcast: email or text messages. It decides the address and which guests can be reached. */
export interface Channel {
  /** The backend's name, for the record. */
  provider: string;
  /** True for a channel whose links are opened by programs: mail gateways open them, phones do not. */
  isEmail: boolean;
  /** Runs a task on one of at most four connections; a connection runs its tasks in sequence. */
  run<T>(task: (connection: Connection) => Promise<T>): Promise<T>;
}

/** A message and one of its recipients, as they were read last. */
export interface Addressed {
  broadcast: Broadcast;
  recipient: Recipient;
}

export interface Connection {
  /** Sends to one recipient. All attempts use the same idempotency key. */
  send(to: Addressed): Promise<SendOutcome>;
}

export function channelOf(ctx: RequestContext, batch: Batch, channel: Broadcast["message"]["channel"]): Channel {
  return (channel === "sms" ? smsChannel : emailChannel)(ctx, batch);
}

/** A message is the host's, whatever its kind and channel. */
export const MESSAGE_PURPOSE: Purpose = "host";

/** The kinds of emails that a message sends: a change notice, a host's own message, or an automatic reminder. */
export const BULK_KINDS = ["notice", "broadcast", "reminder"] as const;

function kindOf({ slug, notice }: Broadcast["message"]): (typeof BULK_KINDS)[number] {
  if (notice !== null) return "notice";
  return slug === null ? "broadcast" : "reminder";
}

function emailChannel(ctx: RequestContext, { messageId }: Batch): Channel {
  return {
    provider: ctx.mail.name,
    isEmail: true,
    run: (task) =>
      ctx.mailConnections.run((session) =>
        task({
          async send({ broadcast, recipient }) {
            const kind = kindOf(broadcast.message);
            const { address, guestId } = recipient;
            const { id: eventId, hostId } = broadcast.event;
            const to = { purpose: MESSAGE_PURPOSE, address, eventId, userId: null, hostIds: [hostId] };
            const email = await renderFor(ctx, to, (url) => composeEmail(ctx, broadcast, recipient, url));
            const idempotencyKey = `${messageId}:${guestId}`;
            return session.send({
              ...email,
              kind,
              purpose: MESSAGE_PURPOSE,
              shard: ctx.shard,
              to: address,
              idempotencyKey,
            });
          },
        }),
      ),
  };
}

/**
 * Sends text messages. Rejects a number that may get none, a host on the free tier, and messages whose
 * segments exceed the daily budgets. The status callback names the recipient, because the provider may call it before the message's ID is
 * recorded.
 */
function smsChannel(ctx: RequestContext, { eventId, messageId }: Batch): Channel {
  const connection = {
    async send({ broadcast, recipient }: Addressed): Promise<SendOutcome> {
      const { event } = broadcast;
      const target = await textTarget(ctx, event, recipient.address);
      if (typeof target === "string") return refused(target);
      const tier = tierIn(await tierOfEvent(ctx, eventId));
      if (tier === "free") return refused("sms_tier");
      const body = await composeSms(ctx, broadcast, recipient);
      const { prefix } = target;
      const { segments } = smsSegments(body);
      const text = await claimText(ctx, { hostId: event.hostId, eventId, tier, prefix, segments, isCode: false });
      if (text === null) return refused("sms_limit");
      const ids = { event: eventId, message: messageId, guest: recipient.guestId };
      const outcome = await ctx.sms.send({
        purpose: MESSAGE_PURPOSE,
        to: recipient.address,
        body,
        idempotencyKey: `${messageId}:${recipient.guestId}`,
        statusCallbackUrl: `${ctx.config.PUBLIC_URL}/webhooks/sms-status?${new URLSearchParams(ids)}`,
      });
      if (outcome.status !== "sent" && !("inDoubt" in outcome)) await releaseText(ctx, text);
      return outcome;
    },
    close: async () => undefined,
  };
  const connections = new ConnectionPool(() => connection, ctx.defer);
  return { provider: ctx.sms.name, isEmail: false, run: (task) => connections.run(task) };
}

function refused(reason: UnsentReason): SendOutcome {
  return { status: "refused", reason };
}

/** The changes of a notice were undone while the notice was being sent. */
const TAKEN_BACK = { status: "suppressed", reason: "taken_back" } as const;

/** The part of an attempt's results that is known before anything is sent. */
interface Skipping {
  has(guestId: string): boolean;
  skip(guestId: string, status: DeliveryUpdate["status"], reason: UnsentReason): void;
}

/**
 * Returns the recipients of a batch who can be reached, each with an address and a link. Creates a missing link. Adds
 * all others to the results as skipped, with the reason.
 */
export async function resolveRecipients(
  ctx: RequestContext,
  broadcast: Broadcast,
  rows: readonly RecipientRow[],
  results: Skipping,
): Promise<Recipient[]> {
  const isTakenBack = noticeIn(broadcast) === null;
  const now = ctx.clock.now();
  const smsDisabled = broadcast.message.channel === "sms" && !(await isEnabled(ctx, "sms", broadcast.event.hostId));
  const eligible: (RecipientRow & { address: string })[] = [];
  for (const row of rows) {
    if (results.has(row.guestId)) continue;
    const eligibility = isTakenBack ? TAKEN_BACK : recipientEligibility(broadcast, row, { smsDisabled, now });
    if ("address" in eligibility) eligible.push({ ...row, address: eligibility.address });
    else results.skip(row.guestId, eligibility.status, eligibility.reason);
  }
  const withoutLink = eligible.filter(({ tokenId }) => tokenId === null).map(({ guestId }) => guestId);
  const issued = await issueMissing(ctx, broadcast.event.id, withoutLink);
  return eligible.flatMap((row) => {
    const tokenId = row.tokenId ?? issued.get(row.guestId);
    if (tokenId !== undefined) return [{ ...row, tokenId }];
    // Or the guest was just deleted: then the delivery was deleted with the guest, and nothing is recorded.
    results.skip(row.guestId, "suppressed", "tier_limit");
    return [];
  });
}

/**
 * Under which address a recipient may be written to now, or why not: much can change between the claim and the sending.
 */
function recipientEligibility(
  broadcast: Broadcast,
  recipient: RecipientRow,
  { smsDisabled, now }: { smsDisabled: boolean; now: number },
): { address: string } | (Pick<DeliveryUpdate, "status"> & { reason: UnsentReason }) {
  const { message, event, isHostVerified } = broadcast;
  const isSms = message.channel === "sms";
  if (event.deletedAt !== null) return { status: "suppressed", reason: "event_closed" };
  const unsuited = unsuitedReason(broadcast, recipient, now);
  if (unsuited !== null) return { status: "suppressed", reason: unsuited };
  if (!isHostVerified) return { status: "failed", reason: "email_unverified" };
  if (isSms && smsDisabled) return { status: "failed", reason: "sms_disabled" };
  const address = isSms ? recipient.phone : recipient.email;
  if (address === null) return { status: "unreachable", reason: isSms ? "no_phone" : "no_email" };
  if (isSms && recipient.hasOptedOut) return { status: "suppressed", reason: "unsubscribed" };
  if (recipient.isMailboxFull) return { status: "suppressed", reason: "mailbox_limit" };
  const stopped = isSms ? null : stopReason(MESSAGE_PURPOSE, { ...recipient, isPaused: broadcast.isPaused });
  return stopped === null ? { address } : { status: "suppressed", reason: stopped };
}

/** A guest whose offer was emailed more recently gets no reminder of the offer. */
const OFFER_PAUSE_MS = 12 * HOUR_MS;

/** Why a message no longer suits a recipient, or null: RSVP, seat and event may have changed since the claim. */
function unsuitedReason(
  { message, event }: Broadcast,
  { state, tokenId, invitedAt, openedAt }: RecipientRow,
  now: number,
): StateReason | "not_invited" | null {
  const target = targetOf(message);
  if (target === "not_arrived" && state?.hasArrived) return "standing_changed";
  if (target === "unopened" && openedAt !== null) return "standing_changed";
  if (message.slug === null) {
    const isNotice = message.notice !== null;
    // A host may write to the guests of a cancelled event. A message that was claimed before is withdrawn.
    if (!isNotice && (event.cancelledAt ?? 0) > (message.claimedAt ?? now)) return "event_cancelled";
    const standings = isNotice ? CONCERNED : standingsOf(target);
    return state === null || standings === null || standings.includes(state.standing) ? null : "standing_changed";
  }
  const replies = replyStateOf(event, now);
  if (replies === "cancelled") return "event_cancelled";
  if (replies === "over") return "event_over";
  if (reminderOf(message.slug).asks && replies !== "open") return replies;
  if (state === null || !remindedStandings(message.slug, target).includes(state.standing)) return "standing_changed";
  const isOfferNew = state.offerMailedAt !== null && now - state.offerMailedAt < OFFER_PAUSE_MS;
  if (state.standing === "offered" && isOfferNew) return "offer_mailed";
  // By link, not by standing: a reminder never invites, also not a guest whose RSVP a host recorded.
  return tokenId === null && invitedAt === null ? "not_invited" : null;
}
