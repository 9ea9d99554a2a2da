import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { BatchResults } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { ANSWER_OF_GUEST } from "../../db/joins.ts";
import { accessLogs, fraudFeedback } from "../../db/schema/access.ts";
import { guestDevices } from "../../db/schema/guest-devices.ts";
import { guests } from "../../db/schema/guests.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { notFound } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import type { GuestKey } from "./list-queries.ts";
import { type ListedDevice, listedDevices } from "./listed-devices.ts";

/** Accesses beyond the newest are not looked at. */
const MAX_ACCESSES = 1_000;

/** The devices on which a guest's link was opened. @throws AppError 404 for a guest of another event */
export async function readDevices(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<ListedDevice[]> {
  return listedIn(await authorizeMember(ctx, caller, deviceReads(ctx.db, { eventId: caller.eventId, guestId })));
}

/** What is read to list a guest's devices. */
export function deviceReads(db: Database, guest: { eventId: string; guestId: string }) {
  return {
    answered: findAnsweringDevice(db, guest),
    accesses: listDeviceAccesses(db, guest),
    known: listKnown(db, guest),
  };
}

/** The devices in the results of `deviceReads`. @throws AppError 404 for a guest of another event */
export function listedIn({
  answered: [answered],
  accesses,
  known,
}: BatchResults<ReturnType<typeof deviceReads>>): ListedDevice[] {
  if (answered === undefined) throw notFound();
  return listedDevices(accesses, { answered, known });
}

/** The accesses of a guest's devices, newest first, without those of programs. */
function listDeviceAccesses(db: Database, { eventId, guestId }: GuestKey) {
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
function findAnsweringDevice(db: Database, { eventId, guestId }: GuestKey) {
  return db
    .select({ id: guests.id, device: rsvps.device, userAgent: rsvps.userAgent, submittedAt: rsvps.submittedAt })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

/** What is known of a guest's devices. */
function listKnown(db: Database, { eventId, guestId }: GuestKey) {
  return db
    .select({ device: guestDevices.device, provedAt: guestDevices.provedAt, endedAt: guestDevices.endedAt })
    .from(guestDevices)
    .where(and(eq(guestDevices.eventId, eventId), eq(guestDevices.guestId, guestId)));
}
