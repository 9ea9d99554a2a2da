import { and, eq, gt, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type Bindable, type Placeholders, prepared, preparedByShape } from "../db/prepared-statement.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens } from "../db/schema/guests.ts";
import { eventQuestions } from "../db/schema/questions.ts";
import { type GuestKey, type rsvpRevisions, rsvps } from "../db/schema/rsvps.ts";
import { secrets } from "../db/schema/secrets.ts";
import { isWaitlisted } from "../db/standing.ts";
import { newSeatSql, nextPlace, type SeatRequest, waitlistPosition } from "../events/seats/seats.ts";
import { insertRevisions, REVISION } from "../guests/party.ts";

export type RsvpRow = typeof rsvps.$inferSelect;
export type RevisionRow = typeof rsvpRevisions.$inferSelect;

/** The values that an RSVP was validated against. The write succeeds only while the versions are unchanged. */
export interface RsvpPreconditions {
  /** The event's `updated_at`. */
  eventVersion: number;
  /** 0: there were no questions. */
  questionsVersion: number;
  capacity: number | null;
  /** 1 if an attending RSVP to a full event joins the waitlist, otherwise 0. */
  waitlist: number;
}

/** The RSVP to edit, and the evidence that allows the edit. */
export interface EditTarget extends GuestKey {
  /** The ID of the guest's link token. */
  tokenId: string;
  /** Hash of the nonce that allows the edit; null for a device that needs none. */
  nonceHash: string | null;
  /** The number of changes of the RSVP when it was read. The edit fails if there was another change. */
  revision: number;
  now: number;
}

/** An edited answer, as a whole, and what decides about its seat. */
export type EditedAnswer = Pick<
  RsvpRow,
  | "response"
  | "plusOnes"
  | "companions"
  | "answers"
  | "heads"
  | "seat"
  | "riskScore"
  | "recognisedBy"
  | "userAgent"
  | "device"
  | "locale"
  | "newDevice"
> &
  Pick<RsvpPreconditions, "capacity" | "waitlist">;

/** The columns that an edit writes. Columns that stay unchanged cost nothing. */
export interface EditShape {
  response: "same" | "other";
  /** Whether the seat is decided before the write or in it. */
  seat: "known" | "decided";
}

/**
 * Stores the state that an edit replaces as a revision. Run it first: one check for all statements of the batch. Aborts
 * the batch with a NOT NULL violation if the RSVP, its event or the party's maximum changed since they were read, or a
 * required nonce is invalid. Also aborts it if the token is revoked or someone of the party has arrived. Selects from
 * the event, because its row remains when the others are deleted.
 */
export const insertRevision = prepared(
  (db, params: Placeholders<EditTarget & RsvpPreconditions & Pick<RsvpRow, "maxPlusOnes">>) => {
    const { eventId, guestId } = params;
    const holds = and(
      isNull(accessTokens.revokedAt),
      isEventAsRead(params),
      sql`${REVISION} = ${params.revision}`,
      sql`not exists (select 1 from ${checkIns} where ${and(eq(checkIns.eventId, eventId), eq(checkIns.guestId, guestId))})`,
      sql`(${params.nonceHash} is null or exists (select 1 from ${secrets} where ${isUsable(params)}))`,
      // A trigger stores each change of the maximum with the RSVP.
      sql`${rsvps.maxPlusOnes} is ${params.maxPlusOnes}`,
    );
    const checked = sql`case when ${holds} and ${accessTokens.id} is not null then ${rsvps.eventId} end`;
    return insertRevisions(
      db,
      { replacedBy: "guest", replacedAt: params.now, eventId: checked },
      sql`from ${events}
        left join ${accessTokens} on ${eq(accessTokens.id, params.tokenId)}
        left join ${rsvps} on ${isRsvpOf(params)}
      where ${eq(events.id, eventId)}`,
    );
  },
);

/**
 * Writes the new state and counts the edit. Run it after `insertRevision` in the batch. Decides a seat that is not
 * known beforehand. An RSVP without room or a sixth edit violates the column's CHECK, which aborts the batch. By
 * response and seat: the shape names the columns to write.
 */
export const updateRsvp = preparedByShape((shape: EditShape, db, params: Placeholders<EditTarget & EditedAnswer>) => {
  return db
    .update(rsvps)
    .set({
      ...(shape.response === "same" ? {} : { response: sql`${params.response}` }),
      plusOnes: sql`${params.plusOnes}`,
      companions: sql`${sql.param(params.companions, rsvps.companions)}`,
      answers: sql`${sql.param(params.answers, rsvps.answers)}`,
      answeredBy: sql`'guest'`,
      heads: sql`${params.heads}`,
      ...(shape.seat === "known" ? seatWithoutQuery(params) : seatAfterEditSql(params)),
      riskScore: sql`${params.riskScore}`,
      recognisedBy: sql`${params.recognisedBy}`,
      userAgent: sql`${params.userAgent}`,
      device: sql`${params.device}`,
      locale: sql`${params.locale}`,
      newDevice: sql`${sql.param(params.newDevice, rsvps.newDevice)}`,
      editCount: sql`${rsvps.editCount} + 1`,
      updatedAt: sql`${params.now}`,
    })
    .where(isRsvpOf(params));
});

function seatWithoutQuery({ seat }: Record<"seat", Placeholder>) {
  return { seat: sql`${seat}`, waitlistedAt: sql`null`, offerExpiresAt: sql`null` };
}

/**
 * SQL for the seat of an edited RSVP, at an event with a capacity. By seat: a waitlisted party keeps its place. A
 * confirmed or offered seat is kept unless the party grows; extra people need free seats, as in a first RSVP. An RSVP
 * without a seat is treated as a first one.
 */
export function seatAfterEditSql({ eventId, heads, capacity, waitlist, now }: SeatRequest & { now: Bindable<number> }) {
  const { seat } = rsvps;
  const more = sql`(${heads} - iif(${seat} is null, 0, ${rsvps.heads}))`;
  const asked = newSeatSql({ eventId, heads: more, capacity, waitlist: sql`(${waitlist} and ${seat} is null)` });
  const decided = sql`case when ${heads} = 0 then null when ${isWaitlisted()} then ${seat}
    when ${seat} is not null and ${heads} <= ${rsvps.heads} then ${seat}
    else (case ${asked} when 'confirmed' then coalesce(${seat}, 'confirmed') when 'waitlisted' then 'waitlisted' else 'full' end)
    end`;
  const place = sql`case when ${heads} = 0 then null
    when ${seat} is not null then ${rsvps.waitlistedAt} when ${asked} = 'waitlisted' then ${nextPlace(eventId, now)} end`;
  return {
    seat: decided,
    waitlistedAt: place,
    offerExpiresAt: sql`iif(${heads} = 0, null, ${rsvps.offerExpiresAt})`,
  };
}

/** Reads the seat of an RSVP and its place in the waitlist, in the batch that wrote it. */
export const findSeat = prepared((db, params: Placeholders<Pick<EditTarget, "eventId" | "guestId">>) =>
  db
    .select({
      seat: rsvps.seat,
      waitlistedAt: rsvps.waitlistedAt,
      offerExpiresAt: rsvps.offerExpiresAt,
      waitlistPosition: waitlistPosition().as("waitlist_position"),
    })
    .from(rsvps)
    .where(isRsvpOf(params))
    .limit(1),
);

/**
 * Condition on `events`: the event and its questions are unchanged since an RSVP was validated against them.
 * `rsvpPreconditions` compares the time.
 */
export function isEventAsRead({
  eventVersion,
  questionsVersion,
}: Placeholders<Pick<RsvpPreconditions, "eventVersion" | "questionsVersion">>): SQL | undefined {
  const ofEvent = eq(eventQuestions.eventId, events.id);
  return and(
    sql`${events.updatedAt} = ${eventVersion}`,
    sql`coalesce((select ${eventQuestions.version} from ${eventQuestions} where ${ofEvent}), 0) = ${questionsVersion}`,
  );
}

function isRsvpOf({ eventId, guestId }: Record<"eventId" | "guestId", Placeholder>) {
  return and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId));
}

function isUsable({ nonceHash, now }: Placeholders<Pick<EditTarget, "nonceHash" | "now">>) {
  return and(eq(secrets.hash, nonceHash), eq(secrets.kind, "edit_nonce"), gt(secrets.expiresAt, now));
}
