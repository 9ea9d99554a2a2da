import { and, desc, eq, gt, isNull, lt, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { type Placeholders, prepared, preparedByShape } from "../../db/prepared-statement.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, editNonces, guests } from "../../db/schema/guests.ts";
import { eventQuestions } from "../../db/schema/questions.ts";
import { rsvpRevisions, rsvps } from "../../db/schema/rsvps.ts";
import { EVENT_LASTS_MS } from "../events/event-times.ts";
import { MAX_PLUS_ONES } from "../guests/answer-queries.ts";
import { MAX_EDITS } from "./rules.ts";

export type RsvpRow = typeof rsvps.$inferSelect;
export type RevisionRow = typeof rsvpRevisions.$inferSelect;

/** What an answer was judged by when it was read: the write holds only while it is still so. */
export interface JudgedBy {
  companionNames: typeof events.$inferSelect.companionNames;
  /** 0: there were no questions. */
  questionsVersion: number;
}

/** An RSVP before it is written, and the id of the access token that the guest holds. */
export type RsvpToInsert = Omit<RsvpRow, "hostChangeCount" | "maxPlusOnes"> & JudgedBy & { tokenId: string };

/**
 * Inserts a guest's RSVP. Violates UNIQUE if there is one, and NOT NULL, which aborts the batch, unless the link still
 * holds: the token is not revoked, the event takes the answer, nobody of the party has arrived, and the party is large
 * enough.
 */
export const insertRsvp = prepared((db, params: Placeholders<RsvpToInsert>) => {
  const { plusOnes } = params;
  const arrived = and(eq(checkIns.eventId, accessTokens.eventId), eq(checkIns.guestId, accessTokens.guestId));
  const ofToken = and(eq(guests.eventId, accessTokens.eventId), eq(guests.id, accessTokens.guestId));
  const holds = and(
    eq(accessTokens.id, params.tokenId),
    isNull(accessTokens.revokedAt),
    takesAnswer(params, params.submittedAt),
    sql`not exists (select 1 from ${checkIns} where ${arrived})`,
    sql`(${plusOnes} = 0 or ${plusOnes} <= (select ${MAX_PLUS_ONES} from ${guests} where ${ofToken}))`,
  );
  return db.insert(rsvps).values({
    eventId: sql`(select ${accessTokens.eventId} from ${accessTokens}
      inner join ${events} on ${eq(events.id, accessTokens.eventId)} where ${holds})`,
    guestId: params.guestId,
    id: params.id,
    response: params.response,
    plusOnes,
    riskScore: params.riskScore,
    editCount: params.editCount,
    userAgent: params.userAgent,
    fingerprint: params.fingerprint,
    submittedAt: params.submittedAt,
    updatedAt: params.updatedAt,
    companions: params.companions,
    answers: params.answers,
    answeredBy: params.answeredBy,
    heads: params.heads,
    seat: params.seat,
  });
});

/** The RSVP to edit, and what allows the edit. */
export interface EditTarget {
  eventId: string;
  guestId: string;
  /** The access token that the guest holds. */
  tokenId: string;
  /** Hash of the nonce that allows the edit; null if the device that submitted the RSVP edits it. */
  nonceHash: string | null;
  /** The number of changes of the answer that is edited: the edit holds while there is no other. */
  revision: number;
  now: number;
}

/** The most that the party allowed when it was read. A trigger of the database notes a change of it beside the answer. */
export interface PartyLimit {
  maxPlusOnes: number;
}

/** An edited answer, as a whole. */
export type EditedAnswer = Pick<
  RsvpRow,
  "response" | "plusOnes" | "companions" | "answers" | "heads" | "riskScore" | "userAgent"
>;

/**
 * Stores the state that an edit replaces as a revision: the first statement of an edit's batch, which it aborts by a
 * violation of NOT NULL unless the edit holds: it is the answer that was read, an edit is left, the nonce is neither used
 * nor expired if one is needed, the token is not revoked, the event takes the answer, nobody of the party has arrived, and
 * the party is large enough. One check for all statements of the batch. It starts at the event, whose row stays when the
 * rest is gone.
 */
export const insertRevision = prepared(
  (db, params: Placeholders<EditTarget & JudgedBy & PartyLimit & Pick<EditedAnswer, "response" | "plusOnes">>) => {
    const { eventId, guestId, plusOnes } = params;
    const holds = and(
      isNull(accessTokens.revokedAt),
      takesAnswer(params, params.now),
      lt(rsvps.editCount, MAX_EDITS),
      sql`${REVISION} = ${params.revision}`,
      sql`not exists (select 1 from ${checkIns} where ${and(eq(checkIns.eventId, eventId), eq(checkIns.guestId, guestId))})`,
      sql`(${params.nonceHash} is null or exists (select 1 from ${editNonces} where ${isUsable(params)}))`,
      sql`${plusOnes} <= coalesce(${rsvps.maxPlusOnes}, ${params.maxPlusOnes})`,
    );
    return db.insert(rsvpRevisions).select(sql`
    select case when ${holds} and ${accessTokens.id} is not null then ${rsvps.eventId} end, ${rsvps.guestId},
      ${REVISION}, ${rsvps.response}, ${rsvps.plusOnes}, ${rsvps.updatedAt},
      ${params.now}, ${rsvps.editCount}, 'guest', ${rsvps.companions}, ${rsvps.answers}, ${rsvps.answeredBy}, ${rsvps.seat}
    from ${events}
      left join ${accessTokens} on ${eq(accessTokens.id, params.tokenId)}
      left join ${rsvps} on ${isRsvpOf(params)}
    where ${eq(events.id, eventId)}`);
  },
);

/** Whether an edit changes the response, and with it the seat: indexes depend on both, so that writing them costs rows. */
export type EditShape = "same_response" | "other_response";

/** Writes the new state and counts the edit. Comes after `insertRevision` in its batch. */
export const updateRsvp = preparedByShape((shape: EditShape, db, params: Placeholders<EditTarget & EditedAnswer>) =>
  db
    .update(rsvps)
    .set({
      ...(shape === "other_response" ? { response: sql`${params.response}`, seat: seatFor(params) } : {}),
      plusOnes: sql`${params.plusOnes}`,
      companions: sql`${sql.param(params.companions, rsvps.companions)}`,
      answers: sql`${sql.param(params.answers, rsvps.answers)}`,
      answeredBy: sql`'guest'`,
      heads: sql`${params.heads}`,
      riskScore: sql`${params.riskScore}`,
      userAgent: sql`${params.userAgent}`,
      editCount: sql`${rsvps.editCount} + 1`,
      updatedAt: sql`${params.now}`,
    })
    .where(isRsvpOf(params))
    .returning(),
);

/** The number of changes of an answer, by the guest and by the host. */
const REVISION = sql`${rsvps.editCount} + ${rsvps.hostChangeCount}`;

/** The seat of an edited answer. */
function seatFor({ heads }: Record<"heads", Placeholder>): SQL {
  return sql`iif(${heads} > 0, 'confirmed', null)`;
}

/** Condition on `events`: the event is open, takes this answer now, and asks as it did when the answer was judged. */
function takesAnswer(
  { response, companionNames, questionsVersion }: Record<"response" | keyof JudgedBy, Placeholder>,
  now: Placeholder,
): SQL | undefined {
  const ofEvent = eq(eventQuestions.eventId, events.id);
  return and(
    isNull(events.deletedAt),
    isNull(events.cancelledAt),
    sql`${now} < coalesce(${events.endTime}, ${events.eventDate} + ${sql.raw(String(EVENT_LASTS_MS))})`,
    sql`(${response} = 'declined' or ${events.rsvpDeadline} is null or ${now} < ${events.rsvpDeadline})`,
    sql`${events.companionNames} = ${companionNames}`,
    sql`coalesce((select ${eventQuestions.version} from ${eventQuestions} where ${ofEvent}), 0) = ${questionsVersion}`,
  );
}

function isRsvpOf({ eventId, guestId }: Record<"eventId" | "guestId", Placeholder>) {
  return and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId));
}

function isUsable({ nonceHash, now }: Placeholders<Pick<EditTarget, "nonceHash" | "now">>) {
  return and(eq(editNonces.nonceHash, nonceHash), isNull(editNonces.usedAt), gt(editNonces.expiresAt, now));
}

/** Marks a nonce as used. */
export function useNonce(db: Database, nonceHash: string, now: number) {
  return db
    .update(editNonces)
    .set({ usedAt: now })
    .where(and(eq(editNonces.nonceHash, nonceHash), isNull(editNonces.usedAt)));
}

/** The revisions of an RSVP, newest first. */
export function listRevisions(db: Database, eventId: string, guestId: string) {
  return db
    .select()
    .from(rsvpRevisions)
    .where(and(eq(rsvpRevisions.eventId, eventId), eq(rsvpRevisions.guestId, guestId)))
    .orderBy(desc(rsvpRevisions.revision));
}
