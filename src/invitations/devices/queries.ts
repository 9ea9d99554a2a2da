import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { events } from "../../db/schema/events.ts";
import { guestDevices } from "../../db/schema/guest-devices.ts";
import { accessTokens } from "../../db/schema/guests.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { isCodeAsked } from "../../guests/queries.ts";
import type { StepUpBand } from "../../platform/risk-bands/bands.ts";
import { deleteSecrets } from "../../platform/secrets/queries.ts";

/** A device of a guest. */
export interface DeviceOfGuest {
  eventId: string;
  guestId: string;
  /** Its hash. */
  device: string;
}

/** When something became known of a device, and how long it is kept: epoch milliseconds, see `deviceExpiry`. */
interface Noted extends DeviceOfGuest {
  at: number;
  expiresAt: number;
}

const KEY = [guestDevices.eventId, guestDevices.guestId, guestDevices.device];

/**
 * Notes that the device's user has proved to read the guest's mail or texts, if the guard holds. A device that has ended does
 * not count again. Violates a foreign key for a guest who is gone.
 */
export function proveDevice(db: Database, { at, ...device }: Noted, guard: SQL = sql`true`) {
  return insertWhere(db, guestDevices, { ...device, provedAt: at }, guard).onConflictDoUpdate({
    target: KEY,
    set: { provedAt: sql`coalesce(${guestDevices.provedAt}, excluded.proved_at)` },
  });
}

/** A device whose request carried a valid edit nonce. Times in epoch milliseconds. */
export interface NonceUse {
  nonceHash: string;
  /** Hash of the device ID. */
  device: string;
  at: number;
  /** See `deviceExpiry`. */
  expiresAt: number;
}

/**
 * Verifies devices whose requests carried valid edit nonces. Skips a device whose link or nonce was revoked since, and whose guest
 * was deleted.
 */
export function proveDevicesByNonce(db: Database, uses: readonly NonceUse[]) {
  const field = (name: keyof NonceUse) => sql.raw(`used.value ->> '$.${name}'`);
  return db
    .insert(guestDevices)
    .select(sql`select ${accessTokens.eventId}, ${accessTokens.guestId}, ${field("device")}, ${field("at")}, null, ${field("expiresAt")}
      from json_each(${JSON.stringify(uses)}) as used
      inner join ${secrets} on ${secrets.hash} = ${field("nonceHash")}
      inner join ${accessTokens} on ${eq(accessTokens.id, secrets.tokenId)}
      where ${isNull(accessTokens.revokedAt)}`)
    .onConflictDoUpdate({
      target: KEY,
      set: { provedAt: sql`coalesce(${guestDevices.provedAt}, excluded.proved_at)` },
    });
}

/** Revokes the edit nonces of a guest, if the guard holds: a device could verify itself with one again. */
export function revokeEditNonces(db: Database, { eventId, guestId }: Omit<DeviceOfGuest, "device">, guard: SQL) {
  const ofGuest = sql`select ${accessTokens.id} from ${accessTokens}
    where ${and(eq(accessTokens.eventId, eventId), eq(accessTokens.guestId, guestId))}`;
  return deleteSecrets(db, and(sql`${secrets.tokenId} in (${ofGuest})`, guard));
}

/** From which band on a guest is asked for a code: by the event, or always while the host wants this guest to be asked. */
export function stepUpFrom() {
  return sql<StepUpBand>`iif(${isCodeAsked()}, 'low', ${events.stepUpFrom})`;
}

/** Takes that back, if the guard holds: the device is asked for a code like any other. */
export function unproveDevice(db: Database, { eventId, guestId, device }: DeviceOfGuest, guard: SQL) {
  const { eventId: event, guestId: guest, device: hash, endedAt } = guestDevices;
  return db
    .delete(guestDevices)
    .where(and(eq(event, eventId), eq(guest, guestId), eq(hash, device), isNull(endedAt), guard));
}

/** Ends a device, if the guard holds: its next request gets a new id. Idempotent; returns no row if the guard does not hold. */
export function endDevice(db: Database, { device, ...noted }: Noted, guard: SQL = sql`true`) {
  return endDevices(db, { ...noted, devices: [device] }, guard);
}

/** The same of several devices of a guest. */
export function endDevices(
  db: Database,
  { eventId, guestId, devices, at, expiresAt }: Omit<Noted, "device"> & { devices: readonly string[] },
  guard: SQL,
) {
  return db
    .insert(guestDevices)
    .select(sql`select ${eventId}, ${guestId}, value, null, ${at}, ${expiresAt}
      from json_each(${JSON.stringify(devices)}) where ${guard}`)
    .onConflictDoUpdate({
      target: KEY,
      set: { endedAt: sql`coalesce(${guestDevices.endedAt}, excluded.ended_at)` },
    })
    .returning({ device: guestDevices.device });
}
