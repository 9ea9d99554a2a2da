import { and, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { accessLogs, fraudFeedback } from "../db/schema/access.ts";
import { guestDevices } from "../db/schema/guest-devices.ts";
import { accessTokens } from "../db/schema/guests.ts";
import { DAY_MS } from "../kernel/clock.ts";

/** A browser that opened a guest's link. */
export interface AskingBrowser {
  eventId: string;
  guestId: string;
  tokenId: string;
  /** Hash of its device ID. */
  device: string;
  ipAddress: string;
  userAgent: string;
}

/** The condition that a link is valid and asked its host nothing in 24 hours. */
export function mayAskHost({ eventId, guestId, tokenId }: AskingBrowser, now: number): SQL {
  const asked = and(
    eq(accessLogs.eventId, eventId),
    gt(accessLogs.askedAt, now - DAY_MS),
    eq(accessLogs.guestId, guestId),
    eq(accessLogs.tokenId, tokenId),
  );
  return sql`(${isValid(sql`${tokenId}`)} and not exists (select 1 from ${accessLogs} where ${asked}))`;
}

/**
 * Marks the browser's last access as one that asks the host, if the guard holds. The access gets the device of the request where it
 * had none, so that the host's verdict verifies that device.
 */
export function markAsked(db: Database, browser: AskingBrowser, now: number, guard: SQL) {
  const { eventId, guestId, tokenId, device, ipAddress, userAgent } = browser;
  const isSameClient = and(eq(accessLogs.ipAddress, ipAddress), eq(accessLogs.userAgent, userAgent));
  const last = db
    .select({ id: accessLogs.id })
    .from(accessLogs)
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        eq(accessLogs.guestId, guestId),
        eq(accessLogs.tokenId, tokenId),
        eq(accessLogs.automated, false),
        or(eq(accessLogs.device, device), isSameClient),
      ),
    )
    .orderBy(desc(sql`${accessLogs.device} is ${device}`), desc(accessLogs.id))
    .limit(1);
  return db
    .update(accessLogs)
    .set({ askedAt: now, device: sql`coalesce(${accessLogs.device}, ${device})` })
    .where(and(eq(accessLogs.eventId, eventId), eq(accessLogs.guestId, guestId), eq(accessLogs.id, last), guard));
}

/**
 * The condition that an access asks the host, who has not answered: the host gave no verdict on it, replaced no link and forgot no
 * device, and the device was not verified in another way.
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

function isValid(tokenId: SQL): SQL {
  return sql`exists (select 1 from ${accessTokens} where ${accessTokens.id} = ${tokenId} and ${isNull(accessTokens.revokedAt)})`;
}
