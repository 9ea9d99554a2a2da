import { notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Services } from "../../services.ts";
import { recordAudit } from "../audit/record.ts";
import { requireFeature } from "../billing/limits.ts";
import { tierIn, tierOfEvent } from "../billing/tier-of.ts";
import { refreshFlags, requireEnabled } from "../flags/is-enabled.ts";
import { claim } from "../idempotency/claim.ts";
import { once } from "../idempotency/once.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { hasStanding } from "../members/queries.ts";
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
export const createMessage = once(asMember, create);

async function create(services: Services, caller: EventCaller, input: NewMessage): Promise<MessageRow> {
  const { db, clock, config } = services;
  const { eventId } = caller;
  const [[member, granted]] = await Promise.all([
    asMember(services, caller, [tierOfEvent(services, eventId)]),
    refreshFlags(services),
  ]);
  await requireEnabled(services, "broadcasts", member.hostId);
  if (input.channel === "sms") await requireEnabled(services, "sms", member.hostId);
  requireFeature(config.PUBLIC_URL, tierIn(granted), "broadcasts");

  const now = clock.now();
  const { mode, sendAt, subject, ...content } = input;
  const written = { ...NEW, ...content, subject: subject ?? "", ...scheduleOf(mode, sendAt ?? undefined, null, now) };
  requireFit(written);
  const row = { ...written, eventId, id: newId(now), createdBy: member.userId, createdAt: now, updatedAt: now };
  const isThere = isWritten(db, eventId, row.id);
  const record = { eventId, actorId: member.userId, action: "message.created", target: row.id, before: null } as const;
  const [created] = await db.batch([
    insertMessage(db, row, hasStanding(db, caller)),
    recordAudit(db, { ...record, after: auditedState(row), at: now }, isThere),
    ...claim(services, caller, row, isThere),
  ]);
  if (created.length === 0) throw notFound();
  wakeFor(services, row);
  return row;
}
