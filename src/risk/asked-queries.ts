import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { accessLogs, fraudFeedback } from "../db/schema/access.ts";
import { guestDevices } from "../db/schema/guest-devices.ts";
import { accessTokens } from "../db/schema/guests.ts";

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

export function isValid(tokenId: SQL): SQL {
  return sql`exists (select 1 from ${accessTokens} where ${accessTokens.id} = ${tokenId} and ${isNull(accessTokens.revokedAt)})`;
}
