import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { ANSWER_OF_GUEST } from "../../db/joins.ts";
import { accessLogs, fraudFeedback } from "../../db/schema/access.ts";
import { guestDevices } from "../../db/schema/guest-devices.ts";
import { guests } from "../../db/schema/guests.ts";
import { rsvps } from "../../db/schema/rsvps.ts";

/** A guest of an event. */
interface GuestKey {
  eventId: string;
  guestId: string;
}

/** Accesses beyond the newest are not looked at. */
const MAX_ACCESSES = 1_000;

/** The accesses of a guest's devices, newest first, without those of programs. */
export function listDeviceAccesses(db: Database, { eventId, guestId }: GuestKey) {
  const { device, at, userAgent, risk, geoCity, geoCountry, ipAddress } = accessLogs;
  return db
    .select({
      device: sql<string>`${device}`.as("device"),
      ...{ at, userAgent, risk, geoCity, geoCountry, ipAddress },
      verdict: fraudFeedback.verdict,
    })
    .from(accessLogs)
    .leftJoin(fraudFeedback, eq(fraudFeedback.accessLogId, accessLogs.id))
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        eq(accessLogs.guestId, guestId),
        isNotNull(device),
        eq(accessLogs.automated, false),
      ),
    )
    .orderBy(desc(accessLogs.id))
    .limit(MAX_ACCESSES);
}

/** A guest, with the device that answered. No row for a guest of another event. */
export function findAnsweringDevice(db: Database, { eventId, guestId }: GuestKey) {
  return db
    .select({ id: guests.id, device: rsvps.device, userAgent: rsvps.userAgent, submittedAt: rsvps.submittedAt })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

/** What is known of a guest's devices. */
export function listKnown(db: Database, { eventId, guestId }: GuestKey) {
  return db
    .select({ device: guestDevices.device, provedAt: guestDevices.provedAt, endedAt: guestDevices.endedAt })
    .from(guestDevices)
    .where(and(eq(guestDevices.eventId, eventId), eq(guestDevices.guestId, guestId)));
}

/** Condition: the caller has the role, and the device is one of the guest's and has not ended. */
export function mayForget(roleCondition: SQL, { eventId, guestId, device }: GuestKey & { device: string }): SQL {
  const seen = and(eq(accessLogs.eventId, eventId), eq(accessLogs.guestId, guestId), eq(accessLogs.device, device));
  const answered = and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId), eq(rsvps.device, device));
  const ended = and(
    eq(guestDevices.eventId, eventId),
    eq(guestDevices.guestId, guestId),
    eq(guestDevices.device, device),
    isNotNull(guestDevices.endedAt),
  );
  return sql`${roleCondition}
    and (exists (select 1 from ${accessLogs} where ${seen}) or exists (select 1 from ${rsvps} where ${answered}))
    and not exists (select 1 from ${guestDevices} where ${ended})`;
}
