import { and, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { one } from "../../db/one.ts";
import { accessLogs, fraudFeedback } from "../../db/schema/access.ts";
import { challenges } from "../../db/schema/challenges.ts";
import { guestDevices } from "../../db/schema/guest-devices.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { firstIdOf } from "../../kernel/ids.ts";
import { fitsAsked } from "../../sending/asked.ts";
import { hasOptedOut } from "../../sending/suppression-queries.ts";
import { findLastAccess } from "../access-log.ts";

/**
 * Codes that are compared for a device that asked for one, and for all other devices of the link together. The next try is
 * refused, right or wrong.
 */
export const MAX_TRIES = 5;

/** Codes that one link is sent in an hour. */
export const MAX_AN_HOUR = 3;

/** Tries of one link in 24 hours. At this rate guessing opens one link in 91 years. */
export const MAX_TRIES_A_DAY = 30;

export type ChallengeRow = typeof challenges.$inferSelect;

/** A guest, and the link that the guest came with. */
export type LinkOfGuest = Pick<ChallengeRow, "eventId" | "guestId" | "tokenId">;

/** The condition that a link still opens something, was sent fewer codes than it may be in an hour, and has tries left. */
function maySendCode(link: LinkOfGuest, now: number): SQL {
  const sent = sql`(select count(*) from ${challenges} where ${isRecentOf(link, now)})`;
  const isValid = sql`exists (select 1 from ${accessTokens}
    where ${and(eq(accessTokens.id, link.tokenId), isNull(accessTokens.revokedAt))})`;
  return sql`(${isValid} and ${sent} < ${MAX_AN_HOUR} and ${hasTriesToday(link, now)})`;
}

/**
 * Condition: `maySendCode` is true, and the host's counter of requests has room. For a text message, the phone has not
 * opted out. `claimText` has counted the text's segments before.
 */
export function maySend(
  link: LinkOfGuest,
  { channel, hostId }: { channel: ChallengeRow["channel"]; hostId: string },
  now: number,
): SQL {
  const host = sql`${hostId}`;
  const may = sql`${maySendCode(link, now)} and ${fitsAsked(host, "asked", now)}`;
  if (channel === "email") return sql`(${may})`;
  const phone = sql`(select ${guests.phone} from ${guests} where ${guests.eventId} = ${link.eventId} and ${guests.id} = ${link.guestId})`;
  return sql`(${may} and not ${hasOptedOut(phone, null)})`;
}

/** When the links of a guest were sent codes within an hour, the first one first. */
export function listRecent(db: Database, link: LinkOfGuest, now: number) {
  return db
    .select({ at: challenges.createdAt })
    .from(challenges)
    .where(isRecentOf(link, now))
    .orderBy(challenges.createdAt);
}

/** Stores a challenge if `guard` is true. Otherwise returns no row. */
export function insertChallenge(db: Database, row: typeof challenges.$inferInsert, guard: SQL) {
  return insertWhere(db, challenges, row, guard).returning({ id: challenges.id });
}

/** Condition: `guard` is true, and the tries of a link's open challenge are used up but not yet reported to members. */
export function isUsedUp(link: LinkOfGuest, now: number, guard: SQL): SQL {
  return sql`${guard} and exists (select 1 from ${challenges}
    where ${and(isOpenOf(link, now), eq(challenges.status, "open"), IS_USED_UP)})`;
}

const IS_USED_UP = sql`(${challenges.tries} >= ${MAX_TRIES} or ${challenges.otherTries} >= ${MAX_TRIES})`;

/** Ends the open challenge of a link if `guard` is true. A challenge whose tries are used up has failed. */
export function endOpen(db: Database, link: LinkOfGuest, now: number, guard: SQL) {
  return db
    .update(challenges)
    .set({
      status: sql`iif(${challenges.status} = 'failed' or ${IS_USED_UP}, 'failed', 'replaced')`,
      codeMac: null,
      endedAt: sql`coalesce(${challenges.endedAt}, ${now})`,
    })
    .where(and(isOpenOf(link, now), guard))
    .returning({
      id: challenges.id,
      status: challenges.status,
      channel: challenges.channel,
      endedAt: sql<number>`${challenges.endedAt}`,
    });
}

/** A link, and the device that tries a code. */
export interface TryOfLink extends LinkOfGuest {
  device: string;
}

/**
 * Returns the statements that count a try on the open challenge of a link. A try counts on the newest challenge that
 * the device asked for, or on the tries that all other devices share. Each returns a row with the tries if it counted.
 * None returns a row if no challenge is open, or if the tries of the device or of the link's day are used up.
 */
export function countTry(db: Database, link: TryOfLink, now: number) {
  const mayTry = sql`(exists (select 1 from ${challenges} where ${isLiveOf(link, now)}) and ${hasTriesToday(link, now)})`;
  const { tries, otherTries } = challenges;
  const count = (counter: typeof tries | typeof otherTries, key: "tries" | "otherTries", which: SQL | undefined) => {
    const isOver = sql`${challenges.status} = 'open' and ${counter} >= ${MAX_TRIES}`;
    return db
      .update(challenges)
      .set({
        [key]: sql`${counter} + 1`,
        status: sql`iif(${isOver}, 'failed', ${challenges.status})`,
        endedAt: sql`iif(${isOver}, ${now}, ${challenges.endedAt})`,
      })
      .where(and(isOf(link), which, sql`${counter} <= ${MAX_TRIES}`, mayTry))
      .returning({ tries: counter });
  };
  return {
    own: one(count(tries, "tries", sql`${challenges.id} = ${ownChallenge(link, now)}`)),
    shared: one(count(otherTries, "otherTries", and(isOpenOf(link, now), sql`${ownChallenge(link, now)} is null`))),
  };
}

/** The condition that the next try of a device is the one after its last. */
export function isLastTry(link: TryOfLink, now: number): SQL {
  const own = sql`(select ${challenges.tries} from ${challenges} where ${and(isOf(link), sql`${challenges.id} = ${ownChallenge(link, now)}`)})`;
  const others = sql`(select ${challenges.otherTries} from ${challenges} where ${isLiveOf(link, now)})`;
  return sql`(coalesce(${own}, ${others}) = ${MAX_TRIES} and ${others} is not null and ${hasTriesToday(link, now)})`;
}

/** The challenge of a link whose code works now, if any. */
export function findLive(db: Database, link: LinkOfGuest, now: number) {
  const { id, channel, codeMac } = challenges;
  return db.select({ id, channel, codeMac }).from(challenges).where(isLiveOf(link, now)).limit(1);
}

/** When the first code was sent of those that a link had tries on in 24 hours, if it has no tries left. */
export function findDayUsedUp(db: Database, link: LinkOfGuest, now: number) {
  const first = sql<number>`min(${challenges.createdAt})`.as("first_at");
  return db
    .select({ firstAt: first })
    .from(challenges)
    .where(and(isOf(link), ...isWithin(now, DAY_MS), sql`${challenges.tries} + ${challenges.otherTries} > 0`))
    .having(sql`not ${hasTriesToday(link, now)}`);
}

/** The newest challenge within the hour that a device asked for. */
function ownChallenge(link: TryOfLink, now: number): SQL {
  const { id, device, status } = challenges;
  return sql`(select ${id} from ${challenges}
    where ${and(isRecentOf(link, now), eq(device, link.device), sql`${status} <> 'passed'`)} order by ${id} desc limit 1)`;
}

function hasTriesToday(link: LinkOfGuest, now: number): SQL {
  const { tries, otherTries } = challenges;
  return sql`((select coalesce(sum(min(${tries}, ${MAX_TRIES}) + min(${otherTries}, ${MAX_TRIES})), 0) from ${challenges}
    where ${and(isOf(link), ...isWithin(now, DAY_MS))}) < ${MAX_TRIES_A_DAY})`;
}

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
 * Stores with a challenge the last access of its link by what seems to be the same device. For the host, and for a
 * guest who reports another person's request.
 */
export function linkLastAccess(
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

/** Challenges of a link that have not ended. At most the newest one has not expired. */
function isOpenOf(link: LinkOfGuest, now: number) {
  return and(isRecentOf(link, now), isNotNull(challenges.codeMac));
}

/** Condition: the code can still be entered. */
function isLiveOf(link: LinkOfGuest, now: number) {
  return and(isOpenOf(link, now), gt(challenges.expiresAt, now));
}

function isRecentOf(link: LinkOfGuest, now: number) {
  return and(isOf(link), ...isWithin(now, HOUR_MS));
}

function isWithin(now: number, ms: number) {
  // By the ID as well, whose order is that of time: the primary key finds these few, however many a guest has had.
  return [gt(challenges.id, firstIdOf(now - ms)), gt(challenges.createdAt, now - ms)] as const;
}

/**
 * Condition: an access is an open request to the host. It has no verdict, its link was not replaced, and its device was
 * neither forgotten nor verified.
 */
export function isAskingHost(): SQL {
  const decided = and(
    eq(guestDevices.eventId, accessLogs.eventId),
    eq(guestDevices.guestId, accessLogs.guestId),
    eq(guestDevices.device, accessLogs.device),
    or(isNotNull(guestDevices.provedAt), isNotNull(guestDevices.endedAt)),
  );
  return sql`(${accessLogs.askedAt} is not null and ${isValid(sql`${accessLogs.tokenId}`)}
    and not exists (select 1 from ${fraudFeedback} where ${fraudFeedback.accessLogId} = ${accessLogs.id})
    and not exists (select 1 from ${guestDevices} where ${decided}))`;
}

export function isValid(tokenId: SQL): SQL {
  return sql`exists (select 1 from ${accessTokens} where ${accessTokens.id} = ${tokenId} and ${isNull(accessTokens.revokedAt)})`;
}

/** The refusal of a link whose tries of 24 hours are used up. @param firstAt when the first of their codes was sent */
export function triesUsedUp({ firstAt }: { firstAt: number }, now: number): AppError {
  const retryAfter = Math.max(1, Math.ceil((firstAt + DAY_MS - now) / SECOND_MS));
  const message = `${MAX_TRIES_A_DAY} codes were tried with this link in 24 hours. Ask your host for a new link, or try again later.`;
  return new AppError("rate_limited", { retry_after: retryAfter, hint: "ask_host" }, message);
}
