import { and, desc, eq, gt, isNotNull, isNull, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { ScoreDetails } from "../adapters/scoring-engine.ts";
import type { RequestContext } from "../context.ts";
import type { Database, Statement } from "../db/client.ts";
import { insertFrom } from "../db/inserts.ts";
import { type Placeholders, prepared, preparedByShape } from "../db/prepared-statement.ts";
import { accessLogs } from "../db/schema/access.ts";
import { eventAllowlist, events } from "../db/schema/events.ts";
import { guestDevices } from "../db/schema/guest-devices.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { secrets } from "../db/schema/secrets.ts";
import { type GuestDevice, loggedDevice } from "../invitations/devices/queries.ts";
import { isOnForAll } from "../platform/flags/flags.ts";
import { deletePublished, insertOutboxFrom } from "../platform/outbox/queries.ts";
import type { Band } from "../platform/risk-bands/bands.ts";
import {
  type AccessAttempt,
  attemptedBody,
  clientOf,
  fingerprintOf,
  type NewAccessLog,
  type Opening,
  placeOf,
  UNSCORED,
} from "./attempt.ts";
import { hasRoomForRow, hourBefore, newRow } from "./fold-access.ts";
import type { Place } from "./scored-access.ts";

/** The log of an access that is written in the batch that reads its invitation. */
export interface EarlyLog {
  /**
   * For the start of that batch. Its result counts a change if it logged the access.
   * @param nonceHash hash of the request's edit nonce; null without one
   */
  insert(nonceHash: string | null): Statement<D1Result<unknown>>;
  /** Right after `insert`. */
  enqueue(nonceHash: string | null): Statement;
  /** Deletes the log and its message: for a request that is refused by what its batch did not know. */
  withdraw(eventId: string): Promise<void>;
}

/** A link without room for a row: nothing is logged until the score is known. */
export type LogOfView = EarlyLog | "crowded" | null;

/**
 * Logs an access without a separate call: unscored, with its message in the outbox. Null while risk scoring may be off
 * for the event's host, because the log then has other content.
 */
export function logWithRead(
  ctx: RequestContext,
  { tokenId, device }: { tokenId: string; device: GuestDevice },
  attempt: AccessAttempt,
): EarlyLog | null {
  if (!isOnForAll(ctx, "risk_scoring")) return null;
  const { db } = ctx;
  const { accessLogId, kind, at, facts, seemsAutomated: automated, isFrequent } = attempt;
  const client = clientOf(facts);
  // The statements add the time of the email and whether the device is verified.
  const fingerprint = fingerprintOf(attempt.fingerprint, { facts, kind, device, sentAt: null, at });
  const body = JSON.stringify(attemptedBody({ tokenId, accessLogId, fingerprint, ...client }, at));
  const hash = loggedDevice(device);
  const logged = {
    accessLogId,
    tokenId,
    kind,
    at,
    fingerprint,
    device: hash,
    reasons: [UNSCORED],
    automated,
    ...client,
  };
  return {
    insert: (nonceHash) =>
      insertLogWithRead(isFrequent ? "if there is room" : "always", db, {
        ...logged,
        ...placeOf(facts.edge),
        nonceHash,
        hourId: hourBefore(at),
      }),
    enqueue: (nonceHash) => enqueueWithRead(db, { accessLogId, tokenId, at, device: hash, nonceHash, body }),
    async withdraw(eventId) {
      await db.batch([deleteAccessLog(db, eventId, accessLogId), deletePublished(db, [accessLogId])]);
    },
  };
}

/** Deletes what the batch of the read has logged, if anything. */
export async function withdrawLog(log: LogOfView, eventId: string): Promise<void> {
  if (log !== null && log !== "crowded") await log.withdraw(eventId);
}

/** An access whose invitation has not been read: of its guest only the link is known. */
type UnresolvedAccess = Omit<NewAccessLog, "eventId" | "guestId" | "score" | "risk" | "evidence" | "scoredAt"> & {
  /** Hash of the request's edit nonce; null without one. */
  nonceHash: string | null;
};

type EarlyAccess = UnresolvedAccess & { hourId: string };

type EarlyInsert = "always" | "if there is room";

/**
 * Logs an access without a score, in the batch that reads its invitation. Writes nothing for a revoked link, a deleted
 * event, or an event with an allowlist, because SQL cannot check whether an address is trusted. Where the link is used
 * often, it writes nothing without room for a row: the access may be added to an earlier row once its score is known.
 */
const insertLogWithRead = preparedByShape((when: EarlyInsert, db, params: Placeholders<EarlyAccess>) => {
  const { eventId, guestId } = accessTokens;
  const fingerprint = sql`json_patch(${sql.param(params.fingerprint, accessLogs.fingerprint)}, ${guestFacts(params)})`;
  const unscored = { score: null, risk: null, evidence: null, scoredAt: null };
  return insertFrom(
    db,
    accessLogs,
    { ...newRow(params as unknown as Placeholders<NewAccessLog>), eventId, guestId, fingerprint, ...unscored },
    sql`from ${accessTokens} inner join ${events} on ${eq(events.id, accessTokens.eventId)}
      where ${and(eq(accessTokens.id, params.tokenId), isNull(accessTokens.revokedAt), isNull(events.deletedAt))}
        and not exists (select 1 from ${eventAllowlist} where ${eq(eventAllowlist.eventId, events.id)})
        ${when === "always" ? sql`` : sql`and ${hasRoomForRow({ eventId, guestId, tokenId: accessTokens.id }, params.hourId)}`}`,
  );
});

/** Its message for the outbox, if `insertLogWithRead` right before it has logged the access. @param body without event and guest */
const enqueueWithRead = prepared(
  (
    db,
    {
      accessLogId,
      tokenId,
      at,
      device,
      nonceHash,
      body,
    }: Placeholders<
      Pick<UnresolvedAccess, "accessLogId" | "tokenId" | "at" | "device" | "nonceHash"> & { body: string }
    >,
  ) => {
    const ofGuest = sql`json_object('event_id', ${accessTokens.eventId}, 'guest_id', ${accessTokens.guestId},
      'fingerprint', json(${guestFacts({ at, device, nonceHash })}))`;
    const patched = sql`json_patch(${body}, ${ofGuest})`;
    return insertOutboxFrom(
      db,
      { id: accessLogId, type: sql`'access.attempted'`, body: patched, createdAt: at },
      sql`from ${accessTokens} where ${accessTokens.id} = ${tokenId} and changes() = 1`,
    );
  },
);

/**
 * The fingerprint entries about the guest, as an object to merge: the time since the invitation's or the nonce's email
 * was sent, and whether the device is verified. Merging null omits an entry.
 */
function guestFacts({ at, device, nonceHash }: Record<"at" | "device" | "nonceHash", Placeholder>): SQL {
  const ofNonce = and(
    eq(secrets.hash, nonceHash),
    eq(secrets.kind, "edit_nonce"),
    eq(secrets.tokenId, accessTokens.id),
    gt(secrets.expiresAt, at),
  );
  const nonceSentAt = sql`(select ${secrets.createdAt} from ${secrets} where ${ofNonce})`;
  const sentAt = sql`coalesce(max(${accessTokens.sentAt}, ${nonceSentAt}), ${nonceSentAt}, ${accessTokens.sentAt})`;
  const seconds = sql`cast(max(0, (${at} - ${sentAt} + 500) / 1000) as integer)`;
  return sql`json_object('sent_seconds_ago', iif(${sentAt} is null, null, cast(${seconds} as text)),
    'edge_device_proved', (select 'true' from ${guestDevices} where ${and(
      eq(guestDevices.eventId, accessTokens.eventId),
      eq(guestDevices.guestId, accessTokens.guestId),
      eq(guestDevices.device, device),
      isNotNull(guestDevices.provedAt),
      isNull(guestDevices.endedAt),
    )}))`;
}

function deleteAccessLog(db: Database, eventId: string, accessLogId: string) {
  return db.delete(accessLogs).where(and(eq(accessLogs.eventId, eventId), eq(accessLogs.id, accessLogId)));
}

export const insertAccessLog = prepared((db, params: Placeholders<NewAccessLog>) =>
  db.insert(accessLogs).values(newRow(params)),
);

/** The last access of a link by a person who seems to have the same device: the same address and user agent. */
export function findLastAccess(
  db: Database,
  link: { eventId: string; guestId: string; tokenId: string },
  client: { ipAddress: string; userAgent: string },
) {
  return db
    .select({ id: accessLogs.id })
    .from(accessLogs)
    .where(
      and(
        eq(accessLogs.eventId, link.eventId),
        eq(accessLogs.guestId, link.guestId),
        eq(accessLogs.tokenId, link.tokenId),
        eq(accessLogs.ipAddress, client.ipAddress),
        eq(accessLogs.userAgent, client.userAgent),
        eq(accessLogs.automated, false),
      ),
    )
    .orderBy(desc(accessLogs.id))
    .limit(1);
}

type AccessLogRow = typeof accessLogs.$inferSelect;

/**
 * A score for an access log. Absent geo and evidence keep the stored ones. `scoredAt` is the engine's own time: null for
 * a score that the engine has not recorded, which any later score replaces.
 */
export type ScoreRow = Pick<AccessLogRow, "eventId" | "reasons" | "automated" | "scoredAt"> & {
  [K in "evidence" | keyof Place]?: AccessLogRow[K] | undefined;
} & { accessLogId: string; score: number; risk: Band };

/** The key of an access log. */
export type LoggedAccess = Pick<ScoreRow, "eventId" | "accessLogId">;

/** The columns of an access log that the engine decides. A column without a value keeps what is known. */
export function scoreColumns(found: ScoreDetails) {
  return {
    score: found.score,
    reasons: found.reasons,
    automated: found.automated,
    evidence: readEvidence(found.evidence),
    geoCountry: found.geo_country ?? null,
    geoCity: found.geo_city ?? null,
    geoLat: found.geo_lat ?? null,
    geoLon: found.geo_lon ?? null,
  };
}

/** Parses the evidence, which is JSON text for each reason. Omits text that is not JSON. */
function readEvidence(evidence: Record<string, string>): Record<string, unknown> {
  const read = Object.entries(evidence).flatMap(([reason, text]) => {
    try {
      return [[reason, JSON.parse(text) as unknown]];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(read);
}

/** A place without some facts. */
type KnownPlace = { [K in keyof Place]?: Place[K] | undefined };

/**
 * The place in the log once a score is written: the one that the engine found, or else the one that was known. All four
 * facts are of one source, as `updateScores` writes them.
 */
export function loggedPlace(found: KnownPlace, known: KnownPlace): Place {
  const isFound = (found.geoLat ?? found.geoCountry ?? null) !== null;
  const { geoCountry = null, geoCity = null, geoLat = null, geoLon = null } = isFound ? found : known;
  return { geoCountry, geoCity, geoLat, geoLon };
}

/** Writes scores, unless a newer one is stored. At most one score for each access. One statement for any number. */
export function updateScores(db: Database, scores: readonly ScoreRow[]) {
  return UPDATE_SCORES(db, { list: JSON.stringify(scores) });
}

/** The four columns of a location are replaced together or not at all. */
function withLocation(name: string, column: SQLWrapper): SQL {
  return sql`case when coalesce(${listedField("geoLat")}, ${listedField("geoCountry")}) is null then ${column} else ${listedField(name)} end`;
}

const UPDATE_SCORES = prepared((db, { list }: Placeholders<List>) =>
  db
    .update(accessLogs)
    .set({
      score: listedField("score"),
      risk: listedField("risk"),
      reasons: sql`input.value -> '$.reasons'`,
      automated: listedField("automated"),
      scoredAt: listedField("scoredAt"),
      evidence: sql`coalesce(input.value -> '$.evidence', ${accessLogs.evidence})`,
      geoCountry: withLocation("geoCountry", accessLogs.geoCountry),
      geoCity: withLocation("geoCity", accessLogs.geoCity),
      geoLat: withLocation("geoLat", accessLogs.geoLat),
      geoLon: withLocation("geoLon", accessLogs.geoLon),
    })
    .from(listed(list))
    .where(
      and(isListed(), sql`(${isNull(accessLogs.scoredAt)} or ${accessLogs.scoredAt} <= ${listedField("scoredAt")})`),
    ),
);

/** Sets the guests' `opened_at` to the first of these accesses, or keeps an earlier one. */
export function markOpened(db: Database, openings: readonly Opening[]) {
  return MARK_OPENED(db, { list: JSON.stringify(openings) });
}

const MARK_OPENED = prepared((db, { list }: Placeholders<List>) => {
  const opened = sql`(
    select ${listedField("eventId")} as event_id, ${listedField("guestId")} as guest_id, min(${listedField("at")}) as at
    from ${listed(list)} group by 1, 2) as opened`;
  return db
    .update(guests)
    .set({ openedAt: sql`opened.at` })
    .from(opened)
    .where(
      and(
        eq(guests.eventId, sql`opened.event_id`),
        eq(guests.id, sql`opened.guest_id`),
        sql`(${isNull(guests.openedAt)} or ${guests.openedAt} > opened.at)`,
      ),
    );
});

/** Rows as one bound value, a JSON array: D1 binds at most 100 values. */
export interface List {
  list: string;
}

export function listOf(accesses: readonly LoggedAccess[]): string {
  return JSON.stringify(accesses.map(({ eventId, accessLogId }) => ({ eventId, accessLogId })));
}

export function listed(list: SQLWrapper): SQL {
  return sql`json_each(${list}) as input`;
}

/** SQL for a field of a listed row; null if absent. */
function listedField(field: string): SQL {
  return sql.raw(`input.value ->> '$.${field}'`);
}

/** Joins access logs to listed rows that name them. */
export function isListed(): SQL | undefined {
  return and(eq(accessLogs.eventId, listedField("eventId")), eq(accessLogs.id, listedField("accessLogId")));
}
