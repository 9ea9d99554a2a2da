import { and, eq, isNull, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { abortUnless } from "../../db/abort-unless.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { accessReports } from "../../db/schema/challenges.ts";
import { accessTokens } from "../../db/schema/guests.ts";
import type { GuestKey } from "../../db/schema/rsvps.ts";
import { isAnswerAsRead } from "../../guests/party.ts";
import { deviceExpiry, endDevice } from "../../invitations/devices/queries.ts";
import { invitationMail } from "../../invitations/invitation-mail.ts";
import { insertTokens, markQueued, revokeToken } from "../../invitations/queries.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import { newId } from "../../kernel/ids.ts";
import { type PendingLiveEvent, publishLiveEvents } from "../../platform/activities/publish-live-events.ts";
import { recordAudit } from "../../platform/audit/record.ts";
import { sealAfterResponse } from "../../platform/audit/seal-records.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { upsertFeedback } from "../../risk/queries.ts";
import { guestWarning } from "../../risk/scored-access.ts";
import { planRollback, type RsvpRollback } from "../../rsvp/plan-rollback.ts";
import { listAnswering, listReplacedSince } from "../../rsvp/restore-queries.ts";
import { rollbackStatements } from "../../rsvp/roll-back.ts";
import { countAsked } from "../../sending/asked.ts";
import type { ReportedRow } from "./queries.ts";
import { type ReportedFacts, readReport } from "./read-report.ts";

/** Attempts while the guest or the host changes the RSVP or the link. */
const MAX_ATTEMPTS = 5;

/** A stored report, of this request or an earlier one. */
export interface Reported {
  found: ReportedRow;
  answer: RsvpRollback["status"];
  /** Whether this request made it. */
  isNew: boolean;
}

/**
 * Undoes an access that the guest did not make, in one batch. Replaces the link and emails the new one, rolls the RSVP
 * back, marks the access as suspicious, revokes its device, and notifies the event's members. Works once per access:
 * repeating it changes nothing.
 * @param opened see `readReport`
 * @throws errors of `readReport`, 409 `rsvp_changed` when every retry conflicts with another write
 */
export async function reportAccess(
  anywhere: RequestContext,
  token: string,
  opened?: (found: ReportedFacts) => void,
): Promise<Reported> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const { ctx, found } = await readReport(anywhere, token, opened);
    if (found.report !== null) return { found, answer: found.report.answer, isNew: false };
    const answer = await write(ctx, found);
    if (answer !== undefined) return { found, answer, isNew: true };
  }
  throw new AppError("rsvp_changed");
}

/** Returns undefined, and writes nothing, if the data changed since the read or the report exists. */
async function write(ctx: RequestContext, found: ReportedRow): Promise<RsvpRollback["status"] | undefined> {
  const { db, clock } = ctx;
  const { event, guest, access, token, rsvp } = found;
  const now = clock.now();
  const ids = { eventId: event.id, guestId: guest.id };
  const before = await decideAnswer(ctx, found);
  const back = rollbackStatements(ctx, rsvp, before, event.capacity);
  const rotated = token.revokedAt === null ? { ...token, ...ids, id: newId(now, ctx.shard), createdAt: now } : null;
  const outboxEntries = enqueue(ctx, [
    busMessage(ctx, "access.confirmed", confirmationOf(found)),
    ...(rotated === null ? [] : (await invitationMail(ctx, found, rotated)).map(requested)),
    await guestWarning({ ...ids, at: now, about: "report", key: access.id }),
    ...back.messages,
  ]);
  const expiresAt = deviceExpiry(eventWindow(event).endsAt, now);
  try {
    await runBatch(db, {
      report: insertReport(db, {
        ...ids,
        accessLogId: access.id,
        tokenId: token.id,
        answer: before.status,
        reportedAt: now,
      }),
      asRead: assertAnswerAsRead(db, ids, rsvp),
      link: rotated === null ? [] : replaceLink(ctx, found, rotated, now),
      answer: back.statements,
      verdict: upsertFeedback(db, verdictOn(found, now)),
      device: access.device !== null && endDevice(db, { ...ids, device: access.device, at: now, expiresAt }),
      audit: recordAudit(db, auditOf(found, before, rotated !== null, now)),
      outbox: outboxEntries.statements,
    });
  } catch (error) {
    if (isConstraintViolation(error)) return undefined;
    throw error;
  }
  outboxEntries.publishAfterResponse(() => publishLiveEvents(ctx, reportEvents(found, before, now)));
  sealAfterResponse(ctx, event.id);
  return before.status;
}

/** The new link of the guest. */
type Rotated = ReportedRow["token"] & GuestKey & { id: string; createdAt: number };

/** Statements that revoke the reported link and issue another one, with the email if the guest has an address. */
function replaceLink({ db }: RequestContext, { event, guest, token }: ReportedRow, rotated: Rotated, now: number) {
  const isMailed = guest.email !== null;
  return [
    assertLink(db, token.id),
    revokeToken(db, event.id, guest.id, now),
    ...insertTokens(db, event.id, [rotated], { ...rotated, notifiedAt: isMailed ? now : null }),
    // Counted, and never refused: the link has changed, and the guest has to get the new one.
    ...(isMailed ? [markQueued(db, event.id, [guest.id], now), countAsked(db, event.hostId, "asked", now)] : []),
  ];
}

/** Returns the RSVP before the access. An RSVP whose party has checked in is unchanged. */
async function decideAnswer({ db }: RequestContext, found: ReportedRow): Promise<RsvpRollback> {
  const { event, guest, access, rsvp, checkedInAt } = found;
  if (checkedInAt !== null) return { status: "kept" };
  const ids = { eventId: event.id, guestId: guest.id };
  const { replaced, answering } = await runBatch(db, {
    replaced: listReplacedSince(db, ids, access.at),
    answering: listAnswering(db, ids, access.id),
  });
  return planRollback(access, rsvp, replaced, answering);
}

/** The activity of a report. Its readers read the RSVP that was rolled back. */
function reportEvents(found: ReportedRow, { status }: RsvpRollback, at: number): PendingLiveEvent[] {
  const { event, guest, access } = found;
  return [
    {
      eventId: event.id,
      event: {
        type: "access.reported",
        at: toIsoTime(at),
        guest: { id: guest.id, name: guest.name },
        access_log_id: access.id,
        answer: status,
      },
    },
  ];
}

/** The guest's own verdict on the access. */
function verdictOn({ event, access }: ReportedRow, markedAt: number) {
  const verdict = "suspicious" as const;
  return { accessLogId: access.id, eventId: event.id, verdict, note: null, markedBy: null, markedAt };
}

/** The guest's own doing, in the log of the host. */
function auditOf({ event, guest, access }: ReportedRow, { status }: RsvpRollback, isRotated: boolean, at: number) {
  return {
    eventId: event.id,
    actorId: event.hostId,
    actorKind: "guest" as const,
    action: "access.reported" as const,
    target: guest.id,
    before: null,
    after: { access_log_id: access.id, by: "guest", answer: status, link_rotated: isRotated },
    at,
  };
}

/** The guest requested this email, so the limits on invitations do not apply. */
function requested(message: BusMessage): BusMessage {
  if (message.type !== "invitation.send") return message;
  return { ...message, body: { ...message.body, requested: true as const } };
}

/** The confirmation of a suspicious access, for the engine. */
function confirmationOf({ event, guest, access }: ReportedRow) {
  return { event_id: event.id, guest_id: guest.id, access_log_id: access.id, kind: "suspicious" as const };
}

type ReportRow = typeof accessReports.$inferSelect;

/** Stores a report. Violates the primary key when it was made before. */
function insertReport(db: Database, row: ReportRow) {
  return db.insert(accessReports).values(row);
}

/** Aborts a batch unless the guest's RSVP is unchanged since it was read. */
function assertAnswerAsRead(db: Database, ...read: Parameters<typeof isAnswerAsRead>) {
  return abortUnless(db, isAnswerAsRead(...read));
}

/** Aborts a batch unless a link still opens the invitation. */
function assertLink(db: Database, tokenId: string) {
  const isValid = and(eq(accessTokens.id, tokenId), isNull(accessTokens.revokedAt));
  return abortUnless(db, sql`exists (select 1 from ${accessTokens} where ${isValid})`);
}
