import { runBatch } from "../../db/batch.ts";
import { notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { refreshFlags, requireEnabled } from "../../platform/flags/is-enabled.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { requireFeature } from "../billing/limits.ts";
import { tierIn, tierOfEvent } from "../billing/tier-of.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { auditedState } from "./audited-state.ts";
import { requireFit } from "./content.ts";
import { insertMessage, isWritten, type MessageRow } from "./queries.ts";
import type { NewMessage } from "./schemas.ts";
import { scheduleOf } from "./sending-time.ts";
import { wakeFor } from "./wake-for.ts";

/** How every message of a host begins. */
const NEW = { slug: null, claimedAt: null, finishedAt: null };

/**
 * Writes a message to guests: a draft, one for a later time, or one that goes out at once.
 * @throws AppError 403 `feature_disabled`, then 402 when the tier of the event's host has no broadcasts; 400 for a
 *   time or a content that does not fit
 */
export const createMessage = idempotent(authorizeMember, create);

async function create(ctx: RequestContext, caller: EventCaller, input: NewMessage): Promise<MessageRow> {
  const { db, clock, config } = ctx;
  const { eventId } = caller;
  const [{ member, granted }] = await Promise.all([
    authorizeMember(ctx, caller, { granted: tierOfEvent(ctx, eventId) }),
    refreshFlags(ctx),
  ]);
  await requireEnabled(ctx, "broadcasts", member.hostId);
  if (input.channel === "sms") await requireEnabled(ctx, "sms", member.hostId);
  requireFeature(config.PUBLIC_URL, tierIn(granted), "broadcasts");

  const now = clock.now();
  const { mode, sendAt, subject, ...content } = input;
  const written = { ...NEW, ...content, subject: subject ?? "", ...scheduleOf(mode, sendAt ?? undefined, null, now) };
  requireFit(written);
  const row = { ...written, eventId, id: newId(now), createdBy: member.userId, createdAt: now, updatedAt: now };
  const isThere = isWritten(db, eventId, row.id);
  const record = { eventId, actorId: member.userId, action: "message.created", target: row.id, before: null } as const;
  const { created } = await runBatch(db, {
    created: insertMessage(db, row, hasRole(db, member)),
    audit: recordAudit(db, { ...record, after: auditedState(row), at: now }, isThere),
    idempotencyRecord: recordResult(ctx, caller, row, isThere),
  });
  if (created.length === 0) throw notFound();
  wakeFor(ctx, row);
  return row;
}
