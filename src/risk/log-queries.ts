import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { type Placeholders, prepared } from "../db/prepared-statement.ts";
import { accessLogs } from "../db/schema/access.ts";
import { eventAllowlist, events } from "../db/schema/events.ts";
import { guestDevices } from "../db/schema/guest-devices.ts";
import { accessTokens } from "../db/schema/guests.ts";
import { secrets } from "../db/schema/secrets.ts";
import { insertOutboxRow } from "../platform/outbox/queries.ts";
import type { Band } from "../platform/risk-bands/bands.ts";
import type { AccessKind } from "./fingerprint.ts";

export interface NewAccessLog {
  eventId: string;
  accessLogId: string;
  guestId: string;
  tokenId: string;
  kind: AccessKind;
  at: number;
  ipAddress: string;
  userAgent: string;
  referrer: string;
  fingerprint: Record<string, string>;
  reasons: string[];
  automated: boolean;
  /** The hash of the device; null where it is no evidence. */
  device: string | null;
  score?: number;
  risk?: Band;
  evidence?: Record<string, unknown>;
  scoredAt?: number | null;
  geoCountry?: string | null;
  geoCity?: string | null;
  geoLat?: number | null;
  geoLon?: number | null;
}

export const insertAccessLog = prepared((db, params: Placeholders<NewAccessLog>) =>
  db.insert(accessLogs).values({
    id: params.accessLogId,
    eventId: params.eventId,
    guestId: params.guestId,
    tokenId: params.tokenId,
    kind: params.kind,
    at: params.at,
    ipAddress: params.ipAddress,
    userAgent: params.userAgent,
    referrer: params.referrer,
    fingerprint: params.fingerprint,
    reasons: params.reasons,
    automated: params.automated,
    score: params.score,
    risk: params.risk,
    evidence: params.evidence,
    scoredAt: params.scoredAt,
    geoCountry: params.geoCountry,
    geoCity: params.geoCity,
    geoLat: params.geoLat,
    geoLon: params.geoLon,
    device: params.device,
  }),
);

/** An access whose invitation has not been read: of its guest only the link is known. */
export type UnreadAccess = Omit<NewAccessLog, "eventId" | "guestId" | "score" | "risk" | "evidence" | "scoredAt"> & {
  /** Hash of the request's edit nonce; null without one. */
  nonceHash: string | null;
};

/**
 * Logs an access without a score, in the batch that reads its invitation. Writes nothing for a link that was revoked or whose
 * event was deleted, and none for an event with an allowlist: whether an address is trusted is not asked in SQL.
 */
export const logUnread = prepared((db, params: Placeholders<UnreadAccess>) => {
  const computed: Partial<Record<string, SQL>> = {
    id: sql`${params.accessLogId}`,
    eventId: sql`${accessTokens.eventId}`,
    guestId: sql`${accessTokens.guestId}`,
    fingerprint: sql`json_patch(${sql.param(params.fingerprint, accessLogs.fingerprint)}, ${guestFacts(params)})`,
    ...Object.fromEntries(["score", "risk", "evidence", "scoredAt"].map((column) => [column, sql`null`])),
  };
  const cells = Object.entries(getTableColumns(accessLogs)).map(
    ([key, column]) => computed[key] ?? sql.param(params[key as keyof UnreadAccess], column),
  );
  return db.insert(accessLogs).select(sql`select ${sql.join(cells, sql`, `)} from ${accessTokens}
    inner join ${events} on ${eq(events.id, accessTokens.eventId)}
    where ${and(eq(accessTokens.id, params.tokenId), isNull(accessTokens.revokedAt), isNull(events.deletedAt))}
      and not exists (select 1 from ${eventAllowlist} where ${eq(eventAllowlist.eventId, events.id)})`);
});

/** Its message for the outbox, if `logUnread` right before it has logged the access. @param body without event and guest */
export const enqueueUnread = prepared(
  (
    db,
    {
      accessLogId,
      tokenId,
      at,
      device,
      nonceHash,
      body,
    }: Placeholders<Pick<UnreadAccess, "accessLogId" | "tokenId" | "at" | "device" | "nonceHash"> & { body: string }>,
  ) => {
    const ofGuest = sql`json_object('event_id', ${accessTokens.eventId}, 'guest_id', ${accessTokens.guestId},
      'fingerprint', json(${guestFacts({ at, device, nonceHash })}))`;
    return insertOutboxRow(
      db,
      sql`select ${accessLogId}, 'access.attempted', json_patch(${body}, ${ofGuest}), ${at}
        from ${accessTokens} where ${accessTokens.id} = ${tokenId} and changes() = 1`,
    );
  },
);

/**
 * The entries that `fingerprintOf` makes of what is known of the guest, as an object to be merged: the time since the
 * invitation's mail, or the edit-link email of the request's nonce, was sent, and whether the device is proved. Merging null leaves
 * an entry out.
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

/** Deletes the log of an access. */
export function deleteAccessLog(db: Database, eventId: string, accessLogId: string) {
  return db.delete(accessLogs).where(and(eq(accessLogs.eventId, eventId), eq(accessLogs.id, accessLogId)));
}

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
