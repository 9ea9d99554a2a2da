import type { RequestContext } from "../context.ts";
import { messages } from "../db/schema/messages.ts";
import { notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit } from "../platform/commit/commit.ts";
import { refreshFlags, requireEnabled } from "../platform/flags/flags.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { wakeSchedulerFor } from "../platform/scheduler/arm.ts";
import { requireFeature } from "../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { findSender, isAllowedToSend } from "../sending/budgets.ts";
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
 * `email_unverified`, `sending_paused` except for drafts; 400 `validation_failed` for an invalid time, content or list
 * of chosen guests
 */
export const createMessage = idempotent(authorizeMember, create);

async function create(ctx: RequestContext, caller: EventCaller, input: NewMessage): Promise<MessageRow> {
  const { db, clock, config } = ctx;
  const { eventId } = caller;
  const [{ member, granted, sender }] = await Promise.all([
    authorizeMember(ctx, caller, {
      granted: tierOfEvent(ctx, eventId),
      sender: findSender(db, eventId, caller.session.userId, clock.now()),
    }),
    refreshFlags(ctx),
  ]);
  await requireEnabled(ctx, "broadcasts", member.hostId);
  if (input.channel === "sms") await requireEnabled(ctx, "sms", member.hostId);
  requireFeature(config.PUBLIC_URL, tierIn(granted), "broadcasts");
  const isDraft = input.mode === "draft";
  if (!isDraft) requireMaySend(sender[0]);

  const now = clock.now();
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

/** Sends a message to one guest immediately. @throws AppError as `createMessage`, 404 */
export async function writeToGuest(
  ctx: RequestContext,
  caller: EventCaller,
  { guestId, ...text }: { guestId: string; subject: string | null; body: string; channel: Channel },
): Promise<MessageRow> {
  const { known } = await authorizeMember(ctx, caller, { known: countGuests(ctx.db, caller.eventId, [guestId]) });
  if (known[0]?.count !== 1) throw notFound();
  return createMessage(ctx, caller, {
    ...text,
    guestIds: [guestId],
    notInvited: "include",
    mode: "send_now",
    sendAt: null,
  });
}
