import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import { messages } from "../db/schema/messages.ts";
import { HOUR_MS, SECOND_MS } from "../kernel/clock.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit } from "../platform/commit/commit.ts";
import { refreshFlags, requireEnabled } from "../platform/flags/flags.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { wakeSchedulerFor } from "../platform/scheduler/arm.ts";
import { requireFeature } from "../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { findSender, isAllowedToSend } from "../sending/budgets.ts";
import { findMailbox } from "../sending/notify.ts";
import { requireMaySend } from "../sending/require-sender.ts";
import { assertSendable, type Channel, storedTarget } from "./content.ts";
import { lostWithChosen } from "./known-guests.ts";
import { auditedState, type MessageRow } from "./queries.ts";
import { countGuests, insertChosen } from "./recipient-queries.ts";
import type { NewMessage } from "./schemas.ts";
import { scheduleOf } from "./sending-time.ts";

/** The initial values of a message that a host writes. */
const NEW = {
  slug: null,
  claimedAt: null,
  finishedAt: null,
  ownTime: true,
  skipReason: null,
  notice: null,
  changedFrom: null,
  skipNeverEmailed: false,
};

/**
 * Creates a message to guests: a draft, a scheduled message, or one that is due now. The Scheduler sends it when it is
 * due, see `dispatchDue`.
 * @throws AppError 403 `feature_disabled`, then 402 `feature_not_in_tier` for the tier of the event's host; 403
 * `email_unverified`, `sending_paused` except for drafts; 429 `recipient_limit` for an email to one guest; 400 `validation_failed` for an invalid time, content or list
 * of chosen guests
 */
export const createMessage = idempotent(authorizeMember, create);

async function create(ctx: RequestContext, caller: EventCaller, input: NewMessage): Promise<MessageRow> {
  const { db, clock, config } = ctx;
  const { eventId } = caller;
  const now = clock.now();
  const [guestId, ...others] = input.guestIds ?? [];
  const isToOne =
    guestId !== undefined && others.length === 0 && input.channel === "email" && input.mode === "send_now";
  const [{ member, granted, sender, mailbox }] = await Promise.all([
    authorizeMember(ctx, caller, {
      granted: tierOfEvent(ctx, eventId),
      sender: one(findSender(db, eventId, caller.session.userId, now)),
      mailbox: isToOne && one(findMailbox(db, { eventId, guestId }, now)),
    }),
    refreshFlags(ctx),
  ]);
  await requireEnabled(ctx, "broadcasts", member.hostId);
  if (input.channel === "sms") await requireEnabled(ctx, "sms", member.hostId);
  requireFeature(config.PUBLIC_URL, tierIn(granted), "broadcasts");
  const isDraft = input.mode === "draft";
  if (!isDraft) requireMaySend(sender);
  if (mailbox?.isFull) throw mailboxFull();

  const { mode, sendAt, subject, audience = "chosen", guestIds = [], translations = null, ...content } = input;
  const fields = {
    ...NEW,
    ...content,
    ...storedTarget(audience),
    subject: subject ?? "",
    translations,
    ...scheduleOf(mode, sendAt ?? undefined, null, now),
  };
  assertSendable(fields);
  const row = { ...fields, eventId, id: newId(now), createdBy: member.userId, createdAt: now, updatedAt: now };
  await commit(ctx, {
    by: member,
    guard: [!isDraft && isAllowedToSend(member)],
    changes: { created: db.insert(messages).values(row), chosen: insertChosen(db, row, guestIds) },
    audit: { action: "message.created", target: row.id, before: null, after: auditedState(row) },
    result: { value: row, about: row.id },
    at: now,
    lost: () => lostWithChosen(ctx, eventId, guestIds, "not_found"),
  });
  wakeSchedulerFor(ctx, row);
  return row;
}

function mailboxFull(): AppError {
  return new AppError("recipient_limit", { retry_after: HOUR_MS / SECOND_MS }, MAILBOX_FULL);
}

const MAILBOX_FULL = "This mailbox had nine emails from you in an hour. Try again in an hour.";

/** Sends a message to one guest immediately. @throws AppError as `createMessage`, 404 */
export async function writeToGuest(
  ctx: RequestContext,
  caller: EventCaller,
  { guestId, ...text }: { guestId: string; subject: string | null; body: string; channel: Channel },
): Promise<MessageRow> {
  const { known } = await authorizeMember(ctx, caller, {
    known: one(countGuests(ctx.db, caller.eventId, [guestId])),
  });
  if (known?.count !== 1) throw notFound();
  return createMessage(ctx, caller, {
    ...text,
    guestIds: [guestId],
    notInvited: "include",
    mode: "send_now",
    sendAt: null,
  });
}
