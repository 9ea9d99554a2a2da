import type { SQL } from "drizzle-orm";
import { exists } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { insertWhere } from "../db/inserts.ts";
import { messages } from "../db/schema/messages.ts";
import { notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { actorOf } from "../platform/audit/actions.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { refreshFlags, requireEnabled } from "../platform/flags/flags.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { wakeSchedulerFor } from "../platform/scheduler/arm.ts";
import { requireFeature } from "../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { findSender } from "../sending/queries.ts";
import { requireMaySend } from "../sending/require-sender.ts";
import { assertSendable, type Channel, storedTarget } from "./content.ts";
import { withKnownGuests } from "./known-guests.ts";
import { auditedState, isMessage, type MessageRow, mayEditAndSend } from "./queries.ts";
import { countGuests, insertChosen } from "./recipient-queries.ts";
import type { NewMessage } from "./schemas.ts";
import { scheduleOf } from "./sending-time.ts";

/** The initial values of a message that a host writes. */
const NEW = {
  slug: null,
  claimedAt: null,
  finishedAt: null,
  ownTime: true,
  skipped: false,
  notice: null,
  changedFrom: null,
};

/**
 * Creates a message to guests: a draft, one scheduled for a later time, or one that is due now. The Scheduler sends it
 * when it is due, see `dispatchDue`.
 * @throws AppError 403 `feature_disabled`, then 402 `feature_not_in_tier` for the tier of the event's host; 403
 *   `email_unverified`, `sending_paused` for one that is no draft; 400 `validation_failed` for a time, a content or chosen
 *   guests that do not fit
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
  const isInserted = messageExists(db, eventId, row.id);
  const record = { eventId, ...actorOf(member), action: "message.created", target: row.id, before: null } as const;
  const { created } = await withKnownGuests(ctx, eventId, guestIds, () =>
    runBatch(db, {
      created: insertMessage(db, row, isDraft ? hasRole(db, member) : mayEditAndSend(db, member)),
      chosen: guestIds.length === 0 ? [] : insertChosen(db, row, guestIds, isInserted),
      audit: recordAudit(db, { ...record, after: auditedState(row), at: now }, isInserted),
      idempotencyRecord: recordResult(ctx, caller, row, isInserted, row.id),
    }),
  );
  if (created.length === 0) throw notFound();
  sealAfterResponse(ctx, eventId);
  wakeSchedulerFor(ctx, row);
  return row;
}

/** Writes to one guest at once: a message like any other, with one recipient. @throws AppError as `createMessage`, 404 */
export async function writeToGuest(
  ctx: RequestContext,
  caller: EventCaller,
  { guestId, ...text }: { guestId: string; subject: string | null; body: string; channel: Channel },
): Promise<MessageRow> {
  const { known } = await authorizeMember(ctx, caller, { known: countGuests(ctx.db, caller.eventId, [guestId]) });
  if (known[0]?.count !== 1) throw notFound();
  return createMessage(ctx, caller, { ...text, guestIds: [guestId], mode: "send_now", sendAt: null });
}

/** Inserts a message if the guard holds. */
function insertMessage(db: Database, row: MessageRow, guard: SQL) {
  return insertWhere(db, messages, row, guard).returning({ id: messages.id });
}

/** Whether this message exists: for statements after its insert in the same batch. */
function messageExists(db: Database, eventId: string, messageId: string): SQL {
  return exists(db.select({ id: messages.id }).from(messages).where(isMessage(eventId, messageId)));
}
