import { and, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { challenges } from "../../db/schema/challenges.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { firstIdOf } from "../../kernel/ids.ts";
import { findLastAccess } from "../risk/log-queries.ts";
import { budgetOf, fitsBudget } from "../sending/queries.ts";
import { hasOptedOut } from "../sending/sms-opt-out-queries.ts";
import { MAX_AN_HOUR, MAX_TRIES } from "./limits.ts";

export type ChallengeRow = typeof challenges.$inferSelect;

/** A guest, and the link that the guest came with. */
export interface LinkOfGuest {
  eventId: string;
  guestId: string;
  tokenId: string;
}

/** The condition that a link still opens something, and was sent fewer codes than it may be in an hour. */
export function maySendCode(link: LinkOfGuest, now: number): SQL {
  const sent = sql`(select count(*) from ${challenges} where ${isRecentOf(link, now)})`;
  const isValid = sql`exists (select 1 from ${accessTokens}
    where ${and(eq(accessTokens.id, link.tokenId), isNull(accessTokens.revokedAt))})`;
  return sql`(${isValid} and ${sent} < ${MAX_AN_HOUR})`;
}

/** The same for a text, which its host pays for: within the host's budget. */
export function maySendText(link: LinkOfGuest, hostId: string, now: number): SQL {
  const host = sql`${hostId}`;
  const phone = sql`(select ${guests.phone} from ${guests} where ${guests.eventId} = ${link.eventId} and ${guests.id} = ${link.guestId})`;
  return sql`(${maySendCode(link, now)} and ${fitsBudget(host, budgetOf(host), 1, now)} and not ${hasOptedOut(phone, null)})`;
}

/** When the links of a guest were sent codes within an hour, the first one first. */
export function listRecent(db: Database, link: LinkOfGuest, now: number) {
  return db
    .select({ at: challenges.createdAt })
    .from(challenges)
    .where(isRecentOf(link, now))
    .orderBy(challenges.createdAt);
}

/** Stores a challenge, if the guard holds; returns no row otherwise. */
export function insertChallenge(db: Database, row: typeof challenges.$inferInsert, guard: SQL) {
  return insertWhere(db, challenges, row, guard).returning({ id: challenges.id });
}

/** The condition that the tries of the open challenge of a link are used up, if the guard holds. */
export function isUsedUp(link: LinkOfGuest, now: number, guard: SQL): SQL {
  return sql`${guard} and exists (select 1 from ${challenges} where ${and(isOpenOf(link, now), eq(challenges.tries, MAX_TRIES))})`;
}

/** Ends the open challenge of a link, if the guard holds: one whose tries are used up has failed. */
export function endOpen(db: Database, link: LinkOfGuest, now: number, guard: SQL) {
  return db
    .update(challenges)
    .set({
      status: sql`iif(${challenges.tries} >= ${MAX_TRIES}, 'failed', 'replaced')`,
      codeMac: null,
      endedAt: now,
    })
    .where(and(isOpenOf(link, now), guard))
    .returning({ id: challenges.id, status: challenges.status, channel: challenges.channel });
}

/**
 * Counts a try on the open challenge of a link, and returns it with what the code is compared with. The try after the last
 * one ends it, whatever was typed. Returns no row without a challenge that is open now.
 */
export function countTry(db: Database, link: LinkOfGuest, now: number) {
  const isOver = sql`${challenges.tries} >= ${MAX_TRIES}`;
  const { id, channel, codeMac, tries, status } = challenges;
  return db
    .update(challenges)
    .set({
      tries: sql`${tries} + 1`,
      status: sql`iif(${isOver}, 'failed', 'open')`,
      codeMac: sql`iif(${isOver}, null, ${codeMac})`,
      endedAt: sql`iif(${isOver}, ${now}, null)`,
    })
    .where(and(isOpenOf(link, now), gt(challenges.expiresAt, now)))
    .returning({ id, channel, codeMac, tries, status });
}

/** The condition that the next try on the open challenge of a link ends it. */
export function isLastTry(link: LinkOfGuest, now: number): SQL {
  return sql`exists (select 1 from ${challenges}
    where ${and(isOpenOf(link, now), eq(challenges.tries, MAX_TRIES), gt(challenges.expiresAt, now))})`;
}

/** The newest challenge of a link. */
export function findNewest(db: Database, link: LinkOfGuest) {
  const { status, expiresAt } = challenges;
  return db.select({ status, expiresAt }).from(challenges).where(isOf(link)).orderBy(desc(challenges.id)).limit(1);
}

/** The condition that a challenge is open. */
export function isOpen(link: LinkOfGuest, id: string, now: number): SQL {
  return sql`exists (select 1 from ${challenges} where ${and(isOpenOf(link, now), eq(challenges.id, id))})`;
}

/** Aborts a batch unless a challenge is open. Its first statement. */
export function assertOpen(db: Database, link: LinkOfGuest, id: string, now: number) {
  return abortUnless(db, isOpen(link, id, now));
}

/** Ends an open challenge whose code was typed. */
export function passChallenge(db: Database, link: LinkOfGuest, id: string, now: number) {
  return db
    .update(challenges)
    .set({ status: "passed", codeMac: null, endedAt: now })
    .where(and(isOpenOf(link, now), eq(challenges.id, id)));
}

/**
 * Notes with a challenge the last access of its link by who seems to be the same device: for the host, and for a guest who
 * says that it was somebody else.
 */
export function noteAccess(
  db: Database,
  link: LinkOfGuest & { id: string },
  client: { ipAddress: string; userAgent: string },
) {
  return db
    .update(challenges)
    .set({ accessLogId: sql`${findLastAccess(db, link, client)}` })
    .where(and(isOf(link), eq(challenges.id, link.id)));
}

function isOf({ eventId, guestId, tokenId }: LinkOfGuest) {
  return and(eq(challenges.eventId, eventId), eq(challenges.guestId, guestId), eq(challenges.tokenId, tokenId));
}

/** Challenges that have no end yet, of which at most the last one is not expired. */
function isOpenOf(link: LinkOfGuest, now: number) {
  return and(isRecentOf(link, now), eq(challenges.status, "open"));
}

function isRecentOf(link: LinkOfGuest, now: number) {
  const since = now - HOUR_MS;
  // By the id as well, whose order is that of time: the primary key finds these few, however many a guest has had.
  return and(isOf(link), gt(challenges.id, firstIdOf(since)), gt(challenges.createdAt, since));
}
