import { and, asc, eq, isNotNull, isNull, or } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { insertRows } from "../../db/inserts.ts";
import { one } from "../../db/one.ts";
import { type EventRow, eventBranding, events } from "../../db/schema/events.ts";
import { guestCounts, guests } from "../../db/schema/guests.ts";
import { messages } from "../../db/schema/messages.ts";
import { eventQuestions } from "../../db/schema/questions.ts";
import { eventTexts } from "../../db/schema/texts.ts";
import { shiftMoment } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import { newId, newIds, shardOf } from "../../kernel/ids.ts";
import { regionOfShard } from "../../kernel/regions.ts";
import { movedWith } from "../../kernel/zoned-time.ts";
import { replicateAccount, selectAccountToReplicate } from "../../platform/account-replicas/replicate-account.ts";
import { guestsCreated } from "../../platform/activities/guest-activities.ts";
import { actorOf } from "../../platform/audit/actions.ts";
import { recordOnce } from "../../platform/audit/record-elsewhere.ts";
import { assertMakesEvents } from "../../platform/authorization/api-key.ts";
import { authorizeMember, type EventCaller, type Member } from "../../platform/authorization/authorize-member.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { hasRole } from "../../platform/authorization/queries.ts";
import { commit } from "../../platform/commit/commit.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { countLimit, requireFeature, type Tier, tierLimitReached } from "../../platform/tiers/limits.ts";
import { tierIn, tierOfUser } from "../../platform/tiers/tier-of.ts";
import { insertCollaborator } from "../../team/change-role.ts";
import { contextForNewEvent } from "../context-for-new-event.ts";
import { eventNotCreated } from "../create-event.ts";
import { eventCountsOf, roomForEvent } from "../event-room.ts";
import { validateTimes } from "../event-times.ts";
import { findEvent } from "../queries.ts";
import { remindersOf } from "../reminders/reminders.ts";
import { copiedDrafts, copiedReminders, haveOwnWords } from "./copied-messages.ts";
import type { INCLUDED } from "./schemas.ts";

/** The parts to copy, their source and the target day. */
interface Input extends CopyInput {
  include: readonly Included[];
}

/**
 * Copies the settings of an event and the parts in `include`, in its region, on the caller's shard there. The caller
 * owns the copy. Guests are copied without RSVPs, links and sent messages.
 * @throws AppError 402 `tier_limit`, `feature_not_in_tier` by the caller's own tier, 429 at the daily limit, 400 for times that contradict each
 * other, and errors of `authorizeMember`
 */
export async function copyEvent(ctx: RequestContext, source: EventCaller, input: Input): Promise<EventRow> {
  assertMakesEvents(source.session);
  const { name } = regionOfShard(ctx.config.REGIONS, shardOf(source.eventId));
  const placed = await contextForNewEvent(ctx, source.session.userId, name);
  return copyIdempotently(placed, source.session, { ...input, source });
}

const copyIdempotently = idempotent(authorizeUser, copy);

async function copy(ctx: RequestContext, caller: Caller, input: Input & { source: EventCaller }): Promise<EventRow> {
  const { db, clock, config, shard } = ctx;
  const onSource = onShardOf(ctx, input.source.eventId);
  const [{ user, granted, account, ...counts }, source] = await Promise.all([
    authorizeUser(ctx, caller, eventCountsOf(db, caller.userId, clock.now()), {
      granted: tierOfUser(ctx, caller.userId),
      account: selectAccountToReplicate(ctx, caller.userId),
    }),
    readSource(onSource, input.source, input.include),
  ]);
  const tier = tierIn(granted);
  const room = await roomForEvent(ctx, caller.userId, tier, counts);
  if (source.guests.length > countLimit(tier, "guests")) {
    throw tierLimitReached(config.PUBLIC_URL, tier, "guests", source.guests.length);
  }

  const now = clock.now();
  const event = copiedEvent(source.event, input, { id: newId(now, shard), hostId: caller.userId, createdAt: now });
  validateTimes(event);
  const copied = copyRows(ctx, { source, event, tier, guestIds: newIds(now, source.guests.length) });
  const copiedMessage = copiedMessageOf(ctx, source, event, copied.guests.length);
  const owner = { eventId: event.id, userId: caller.userId, role: "owner" as const, createdAt: now };
  await commit(ctx, {
    by: user,
    eventId: event.id,
    ahead: replicateAccount(ctx, account),
    guard: [...room.guard, onSource.shard === shard && hasRole(db, source.member)],
    changes: {
      event: db.insert(events).values(event),
      owner: insertCollaborator(db, owner),
      copied: insertCopied(db, event.id, copied),
      counted: room.counted,
    },
    // The audit of the copied event records it.
    audit: null,
    immediate: [{ message: copiedMessage, run: () => recordCopy(onSource, copiedMessage) }],
    // One row for however many guests: the relay would read them from the database.
    activities: copied.guests.length === 0 ? [] : () => guestsCreated(copied.guests, now),
    result: { value: event },
    at: now,
    lost: async () => {
      await authorizeMember(onSource, input.source, {});
      return eventNotCreated(ctx, caller, room);
    },
  });
  return event;
}

/** The input of a copy. `eventDate` in epoch milliseconds. */
type CopyInput = Pick<EventRow, "name" | "eventDate">;

/**
 * Returns the copied event with all its times moved. The end and the doors keep their distance to the start. The deadline
 * keeps its time of day, at the latest the start. A deadline that would be past is left out, because the copy would take
 * no replies. The copy is not cancelled, even if the source is. It has no address for replies yet, because the address
 * may have been verified for another host.
 */
function copiedEvent(
  source: EventRow,
  { name, eventDate }: CopyInput,
  own: Pick<EventRow, "id" | "hostId" | "createdAt">,
): EventRow {
  const shift = eventDate - source.eventDate;
  const moved = (moment: number | null) => (moment === null ? null : shiftMoment(moment, shift));
  const deadline =
    source.rsvpDeadline === null
      ? 0
      : movedWith(source.rsvpDeadline, { from: source.eventDate, to: eventDate }, source.timezone);
  return {
    ...source,
    ...own,
    name,
    eventDate,
    endTime: moved(source.endTime),
    rsvpDeadline: deadline > own.createdAt ? Math.min(deadline, eventDate) : null,
    doorOpensAt: moved(source.doorOpensAt),
    calendarSequence: 0,
    cancelledAt: null,
    cancelMessage: null,
    replyTo: null,
    replyToVerifiedAt: null,
    updatedAt: own.createdAt,
    deletedAt: null,
  };
}

/**
 * Returns the rows of a copy. Every event has its reminders.
 * @throws AppError 402 `feature_not_in_tier` for a branding or custom texts that the tier does not include
 */
function copyRows(
  { config }: Pick<RequestContext, "config">,
  input: { source: Source; event: EventRow; tier: Tier; guestIds: readonly string[] },
): CopiedRows {
  const { source, event, tier } = input;
  const { id: eventId, createdAt: now, hostId: createdBy } = event;
  const move = { from: source.event.eventDate, to: event.eventDate };
  const target = { eventId, move, timeZone: event.timezone, now, createdBy };
  const standard = remindersOf(event, now);
  const drafts = copiedDrafts(source.messages, target);
  const reminders = copiedReminders(source.messages, standard, target);
  if (!source.branding.every(hasThemeAlone)) requireFeature(config.PUBLIC_URL, tier, "branding");
  if (drafts.length > 0 || haveOwnWords(reminders, standard)) requireFeature(config.PUBLIC_URL, tier, "broadcasts");
  const messages = [...drafts, ...reminders];
  const messageIds = newIds(now, messages.length);
  const own = { eventId, updatedAt: now };
  return {
    guests: copiedGuests(source.guests, event, input.guestIds),
    messages: messages.map((message, index) => ({ ...message, id: messageIds[index] ?? "" })),
    branding: source.branding.map((row) => ({ ...row, ...own })),
    questions: source.questions.map((row) => ({ ...row, ...own, removed: [], version: 1 })),
    texts: source.texts.map((row) => ({ ...row, ...own })),
  };
}

/** Themes are on every tier. */
function hasThemeAlone({ primaryColor, font, logoUrl, coverUrl }: BrandingRow): boolean {
  return [primaryColor, font, logoUrl, coverUrl].every((value) => value === null);
}

/** The event to copy and the included parts; an empty list for any other part. */
type Source = Awaited<ReturnType<typeof readSource>>;

/** Reads it, in one call. @param ctx on the shard of the event @throws AppError as `authorizeMember` */
async function readSource(ctx: RequestContext, caller: EventCaller, include: readonly Included[]) {
  const { db } = ctx;
  const { eventId } = caller;
  const has = (name: Included) => include.includes(name);
  const { member, event, ...rows } = await authorizeMember(ctx, caller, {
    event: one(findEvent(db, eventId)),
    guests: has("guests") && listGuestsToCopy(db, eventId),
    branding: has("branding") && listBrandingToCopy(db, eventId),
    messages: has("messages") && listMessagesToCopy(db, eventId),
    questions: has("questions") && listQuestionsToCopy(db, eventId),
    texts: has("texts") && listTextsToCopy(db, eventId),
  });
  if (event === undefined) throw notFound();
  return {
    member,
    event,
    guests: rows.guests ?? [],
    branding: rows.branding ?? [],
    messages: rows.messages ?? [],
    questions: rows.questions ?? [],
    texts: rows.texts ?? [],
  };
}

function copiedMessageOf(
  ctx: Pick<RequestContext, "clock">,
  { member, event }: { member: Member; event: EventRow },
  copy: EventRow,
  guests: number,
) {
  const { actorId, actorKey } = actorOf(member);
  return busMessage(ctx, "event.copied", {
    event_id: event.id,
    copy_id: copy.id,
    copied_by: actorId,
    copied_at: copy.createdAt,
    ...(actorKey && { key: actorKey }),
    copy: { name: copy.name, guests },
  });
}

/**
 * Consumer of `event.copied`: records in the audit of the copied event that its guest list went into another one. A
 * message, so that no record is stored without the copy, and no copy without its record. Idempotent. Records nothing if
 * the copied event was erased.
 * @param ctx on the shard of the copied event
 */
export async function recordCopy(
  ctx: RequestContext,
  { id, body }: Extract<BusMessage, { type: "event.copied" }>,
): Promise<void> {
  const { event_id: eventId, copied_by: actorId, key: actorKey, copy_id: target, copied_at: at, copy = null } = body;
  const copied = { action: "event.copied" as const, target, before: null, after: copy };
  await recordOnce(ctx, { id, eventId, actorId, actorKey, ...copied, at });
}

/** The guests of an event, in the order of the list. */
function listGuestsToCopy(db: Database, eventId: string) {
  return db.select().from(guests).where(eq(guests.eventId, eventId)).orderBy(asc(guests.id));
}

/** Lists the host's messages and the reminders, without notices. */
function listMessagesToCopy(db: Database, eventId: string) {
  return db
    .select()
    .from(messages)
    .where(and(eq(messages.eventId, eventId), or(isNotNull(messages.slug), isNull(messages.notice))))
    .orderBy(asc(messages.id));
}

function listBrandingToCopy(db: Database, eventId: string) {
  return db.select().from(eventBranding).where(eq(eventBranding.eventId, eventId));
}

function listQuestionsToCopy(db: Database, eventId: string) {
  return db.select().from(eventQuestions).where(eq(eventQuestions.eventId, eventId));
}

function listTextsToCopy(db: Database, eventId: string) {
  return db.select().from(eventTexts).where(eq(eventTexts.eventId, eventId));
}

/** Returns the guests of the copy with the host's data about them, but without their activity and sent messages. */
function copiedGuests(
  rows: readonly GuestRow[],
  { id: eventId, createdAt }: Pick<EventRow, "id" | "createdAt">,
  ids: readonly string[],
): GuestRow[] {
  return rows.map((row, index) => ({
    ...row,
    eventId,
    id: ids[index] ?? row.id,

    invitedAt: null,
    openedAt: null,
    mailedAt: null,
    deliveryStatus: null,
    deliveryReason: null,
    deliveryAt: null,
    codeAskedAt: null,
    countedAt: null,
    overTier: false,
    createdAt,
    updatedAt: createdAt,
  }));
}

type Included = (typeof INCLUDED)[number];

type GuestRow = typeof guests.$inferSelect;

type MessageRow = typeof messages.$inferSelect;

type BrandingRow = typeof eventBranding.$inferSelect;

type QuestionsRow = typeof eventQuestions.$inferSelect;

type TextsRow = typeof eventTexts.$inferSelect;

/** The rows to insert for the copy of an event. */
interface CopiedRows {
  guests: readonly GuestRow[];
  messages: readonly MessageRow[];
  branding: readonly BrandingRow[];
  questions: readonly QuestionsRow[];
  texts: readonly TextsRow[];
}

/** Inserts it all. Comes after the event in its batch. */
function insertCopied(db: Database, eventId: string, copied: CopiedRows) {
  const count = copied.guests.length;
  return [
    ...insertRows(db, guests, copied.guests),
    ...insertRows(db, guestCounts, count === 0 ? [] : [{ eventId, guests: count }]),
    ...insertRows(db, messages, copied.messages),
    ...insertRows(db, eventBranding, copied.branding),
    ...insertRows(db, eventQuestions, copied.questions),
    ...insertRows(db, eventTexts, copied.texts),
  ];
}
