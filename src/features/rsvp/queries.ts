import { and, desc, eq, gt, isNull, lt, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, editNonces, guests } from "../../db/schema/guests.ts";
import { rsvpRevisions, rsvps } from "../../db/schema/rsvps.ts";
import { MAX_PLUS_ONES } from "../guests/answer-queries.ts";
import { MAX_EDITS } from "./rules.ts";

export type RsvpRow = typeof rsvps.$inferSelect;
export type RevisionRow = typeof rsvpRevisions.$inferSelect;

/** An RSVP before it is written, and the id of the access token that the guest holds. */
export type RsvpToInsert = Omit<RsvpRow, "hostChangeCount" | "maxPlusOnes"> & { tokenId: string };

/**
 * Inserts a guest's RSVP. Violates UNIQUE if there is one, and NOT NULL, which aborts the batch, unless the link still
 * holds: the token is not revoked, the event is open, nobody of the party has arrived, and the party is large enough.
 */
export const insertRsvp = prepared((db, params: Placeholders<RsvpToInsert>) => {
  const { tokenId, plusOnes } = params;
  const ofToken = and(eq(guests.eventId, accessTokens.eventId), eq(guests.id, accessTokens.guestId));
  const most = sql`(select ${MAX_PLUS_ONES} from ${guests} where ${ofToken})`;
  const isSmallEnough = sql`(${plusOnes} = 0 or ${plusOnes} <= ${most})`;
  return db.insert(rsvps).values({
    eventId: sql`(select ${accessTokens.eventId} from ${liveToken(tokenId)} and ${isSmallEnough})`,
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
  now: number;
}

/** New plus-ones of an RSVP, null to keep the stored ones, and the most that the party allowed when it was read. */
export interface PlusOnesEdit {
  plusOnes: number | null;
  maxPlusOnes: number;
}

/** New values of an RSVP; null keeps the stored one. */
export interface RsvpEdit {
  response: RsvpRow["response"] | null;
  plusOnes: number | null;
  riskScore: number | null;
}

/**
 * Stores the state that an edit replaces as a revision: the first statement of an edit's batch, which it aborts by a
 * violation of NOT NULL unless the edit holds: an edit is left, the nonce is neither used nor expired if one is needed,
 * the token is not revoked, the event is open, nobody of the party has arrived, and the party is large enough for
 * the plus-ones. One check for all statements of the batch. It starts at the event, whose row stays when the rest is gone.
 */
export const insertRevision = prepared((db, params: Placeholders<EditTarget & PlusOnesEdit>) => {
  const { eventId, guestId, plusOnes } = params;
  const holds = and(
    isNull(accessTokens.revokedAt),
    isNull(events.deletedAt),
    lt(rsvps.editCount, MAX_EDITS),
    sql`not exists (select 1 from ${checkIns} where ${and(eq(checkIns.eventId, eventId), eq(checkIns.guestId, guestId))})`,
    sql`(${params.nonceHash} is null or exists (select 1 from ${editNonces} where ${isUsable(params)}))`,
    sql`(${plusOnes} is null or ${plusOnes} <= coalesce(${rsvps.maxPlusOnes}, ${params.maxPlusOnes}))`,
  );
  return db.insert(rsvpRevisions).select(sql`
    select case when ${holds} and ${accessTokens.id} is not null then ${rsvps.eventId} end, ${rsvps.guestId},
      ${rsvps.editCount} + ${rsvps.hostChangeCount}, ${rsvps.response}, ${rsvps.plusOnes}, ${rsvps.updatedAt},
      ${params.now}, ${rsvps.editCount}, 'guest', ${rsvps.companions}, ${rsvps.answers}, ${rsvps.answeredBy}, ${rsvps.seat}
    from ${events}
      left join ${accessTokens} on ${eq(accessTokens.id, params.tokenId)}
      left join ${rsvps} on ${isRsvpOf(params)}
    where ${eq(events.id, eventId)}`);
});

/** Writes the new state and counts the edit. Who does not come brings nobody. Comes after `insertRevision` in its batch. */
export const updateRsvp = prepared((db, params: Placeholders<EditTarget & RsvpEdit>) => {
  const response = sql`coalesce(${params.response}, ${rsvps.response})`;
  const plusOnes = sql`iif(${response} = 'declined', 0, coalesce(${params.plusOnes}, ${rsvps.plusOnes}))`;
  return db
    .update(rsvps)
    .set({
      response,
      plusOnes,
      heads: sql`iif(${response} = 'attending', 1 + ${plusOnes}, 0)`,
      seat: sql`iif(${response} = 'attending', 'confirmed', null)`,
      riskScore: sql`${params.riskScore}`,
      editCount: sql`${rsvps.editCount} + 1`,
      updatedAt: sql`${params.now}`,
    })
    .where(isRsvpOf(params))
    .returning();
});

/** FROM and WHERE of a token that still lets its guest answer: not revoked, of an open event, and nobody has arrived. */
function liveToken(tokenId: Placeholder): SQL {
  const arrived = and(eq(checkIns.eventId, accessTokens.eventId), eq(checkIns.guestId, accessTokens.guestId));
  return sql`${accessTokens} inner join ${events} on ${eq(events.id, accessTokens.eventId)}
    where ${eq(accessTokens.id, tokenId)} and ${isNull(accessTokens.revokedAt)} and ${isNull(events.deletedAt)}
      and not exists (select 1 from ${checkIns} where ${arrived})`;
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
