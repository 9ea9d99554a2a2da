import { and, eq, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { insertFrom } from "../../db/inserts.ts";
import { events } from "../../db/schema/events.ts";
import { guestDevices } from "../../db/schema/guest-devices.ts";
import { accessTokens } from "../../db/schema/guests.ts";
import type { GuestKey } from "../../db/schema/rsvps.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { isCodeAsked } from "../../guests/queries.ts";
import { fromBase64Url, toBase64Url } from "../../kernel/bytes.ts";
import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import { decryptText, encryptText } from "../../kernel/encrypted-text.ts";
import { type EventTimes, eventWindow } from "../../kernel/event-window.ts";
import type { Keyring } from "../../kernel/keyring.ts";
import { flushAfterResponse, pending } from "../../platform/flush-after-response/flush-after-response.ts";
import type { EffectKind } from "../../platform/flush-after-response/flush-queue.ts";
import type { StepUpBand } from "../../platform/risk-bands/bands.ts";
import { deleteSecrets } from "../../platform/secrets/queries.ts";

export type DeviceOfGuest = Pick<typeof guestDevices.$inferSelect, "eventId" | "guestId" | "device">;

/** A fact about a device, with its time and expiry in epoch milliseconds; see `deviceExpiry`. */
interface Noted extends DeviceOfGuest {
  at: number;
  expiresAt: number;
}

const KEY = [guestDevices.eventId, guestDevices.guestId, guestDevices.device];

/**
 * Marks a device as verified: its user has entered a code from the guest's email or phone. Does not change a revoked
 * device. Violates a foreign key for a deleted guest.
 */
export function verifyDevice(db: Database, { at, ...device }: Noted) {
  return db
    .insert(guestDevices)
    .values({ ...device, provedAt: at })
    .onConflictDoUpdate({
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
  const { eventId, guestId } = accessTokens;
  const device = { device: field("device"), provedAt: field("at"), endedAt: null, expiresAt: field("expiresAt") };
  return insertFrom(
    db,
    guestDevices,
    { eventId, guestId, ...device },
    sql`from json_each(${JSON.stringify(uses)}) as used
      inner join ${secrets} on ${secrets.hash} = ${field("nonceHash")}
      inner join ${accessTokens} on ${eq(accessTokens.id, secrets.tokenId)}
      where ${isNull(accessTokens.revokedAt)}`,
  ).onConflictDoUpdate({
    target: KEY,
    set: { provedAt: sql`coalesce(${guestDevices.provedAt}, excluded.proved_at)` },
  });
}

/** Revokes the edit nonces of a guest: a device could verify itself with one again. */
export function revokeEditNonces(db: Database, { eventId, guestId }: GuestKey) {
  const ofGuest = sql`select ${accessTokens.id} from ${accessTokens}
    where ${and(eq(accessTokens.eventId, eventId), eq(accessTokens.guestId, guestId))}`;
  return deleteSecrets(db, sql`${secrets.tokenId} in (${ofGuest})`);
}

/**
 * SQL for the lowest band in which the guest needs a code: the event's, or every band while the host requires a code of
 * this guest.
 */
export function stepUpFrom() {
  return sql<StepUpBand>`iif(${isCodeAsked()}, 'low', ${events.stepUpFrom})`;
}

/** Undoes `verifyDevice`: the device needs a code like any other. */
export function unverifyDevice(db: Database, { eventId, guestId, device }: DeviceOfGuest) {
  const { eventId: event, guestId: guest, device: hash, endedAt } = guestDevices;
  return db.delete(guestDevices).where(and(eq(event, eventId), eq(guest, guestId), eq(hash, device), isNull(endedAt)));
}

/** Ends a device: its next request gets a new ID. Idempotent. */
export function endDevice(db: Database, { device, ...noted }: Noted) {
  return endDevices(db, { ...noted, devices: [device] });
}

/** Ends several devices of a guest. */
export function endDevices(
  db: Database,
  { eventId, guestId, devices, at, expiresAt }: Omit<Noted, "device"> & { devices: readonly string[] },
) {
  const cells = { eventId, guestId, device: sql`value`, provedAt: null, endedAt: at, expiresAt };
  return insertFrom(
    db,
    guestDevices,
    cells,
    sql`from json_each(${JSON.stringify(devices)}) where true`,
  ).onConflictDoUpdate({
    target: KEY,
    set: { endedAt: sql`coalesce(${guestDevices.endedAt}, excluded.ended_at)` },
  });
}

/** Time after the event for which a device is known. */
const KEPT_AFTER_EVENT_MS = 30 * DAY_MS;

/** Minimum lifetime of a device ID, for guests who open the invitation late. */
const MIN_KEPT_MS = DAY_MS;

/** An ID is re-encrypted when the event has moved by more than this. */
const RENEWED_FROM_MS = DAY_MS;

/** The encrypted ID of a device has about 100 characters. A longer value is ignored. */
const MAX_VALUE_LENGTH = 160;

const ID_BYTES = 16;

/** Length of the truncated hash, equal to the length of the ID. */
const HASH_BYTES = 16;

/**
 * The client of a request on a guest's link, known by a random ID: in a cookie of a browser, or a header of an API
 * client. The ID is encrypted for the link that it was issued with. It therefore reveals nothing about the browser at
 * another link, and a replaced link has no devices yet.
 */
export interface GuestDevice {
  /** Hash of the ID, 22 characters. The database, the log and the engine store only this. */
  hash: string;
  /** The ID itself. Only `deviceValue` reads it. */
  id: string;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** Issued with the response to this request: the request had none, or none that counts. */
  isNew: boolean;
  /**
   * Whether the device is evidence about the guest. False for the new ID of an API client, because such a client may
   * not store IDs. True for browsers: a missing cookie means another browser or blocked cookies.
   */
  isEvidence: boolean;
  /** The value that the client sent, and until when it is valid; null for a new device, or an earlier secret's value. */
  sent: { value: string; expiresAt: number } | null;
}

/** A request's device with what the database knows of it. */
export interface KnownDevice extends GuestDevice {
  /** Its user has entered a code, or used an edit link, that was sent to the guest. */
  isDeviceVerified: boolean;
}

type Context = Pick<RequestContext, "keyring" | "clock">;

/**
 * The device of a request, or a new one: where the client sent nothing, or a value that is malformed, altered, of another
 * link or expired. No I/O.
 * @param carrier how clients of the route keep the value
 */
export async function deviceOfRequest(
  { keyring, clock }: Context,
  tokenId: string,
  value: string | undefined,
  carrier: "cookie" | "header",
): Promise<GuestDevice> {
  const now = clock.now();
  const known = value === undefined ? null : await openValue(keyring, tokenId, value, now);
  return known ?? newDevice(now, carrier === "cookie");
}

/** A device that was never used before. */
export async function newDevice(now: number, isEvidence: boolean): Promise<GuestDevice> {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return { hash: await hashOf(bytes), id: toBase64Url(bytes), issuedAt: now, isNew: true, isEvidence, sent: null };
}

/** Returns the time until which devices are known, for an event that ends at `endsAt`. Epoch milliseconds. */
export function deviceExpiry(endsAt: number, now: number): number {
  return Math.max(endsAt + KEPT_AFTER_EVENT_MS, now + MIN_KEPT_MS);
}

/** The value for the client to keep until `expiresAt`: the one that it sent, as long as that is good enough. */
export async function deviceValue(
  { keyring }: Pick<Context, "keyring">,
  tokenId: string,
  { id, issuedAt, sent }: GuestDevice,
  expiresAt: number,
): Promise<string> {
  if (sent !== null && Math.abs(sent.expiresAt - expiresAt) < RENEWED_FROM_MS) return sent.value;
  const text = [id, ...[issuedAt, expiresAt].map((moment) => Math.floor(moment / SECOND_MS))].join(" ");
  return encryptText(await keyring.keysFor("guest_device"), text, tokenId);
}

async function openValue(keyring: Keyring, tokenId: string, value: string, now: number): Promise<GuestDevice | null> {
  if (value.length > MAX_VALUE_LENGTH) return null;
  const opened = await decryptText(await keyring.keysFor("guest_device"), value, tokenId);
  if (opened === null) return null;
  const [id = "", issued, expires] = opened.text.split(" ");
  const bytes = fromBase64Url(id);
  const expiresAt = Number(expires) * SECOND_MS;
  if (bytes === null || !(expiresAt > now)) return null;
  return {
    hash: await hashOf(bytes),
    id,
    issuedAt: Number(issued) * SECOND_MS,
    isNew: false,
    isEvidence: true,
    sent: opened.isOutdated ? null : { value, expiresAt },
  };
}

async function hashOf(id: Uint8Array<ArrayBuffer>): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", id)).subarray(0, HASH_BYTES));
}

/** Returns the fingerprint entries about a device. Empty for a device that is not evidence. */
export function deviceFacts(device: GuestDevice & Partial<KnownDevice>, now: number): Record<string, string> {
  if (!device.isEvidence) return {};
  const { hash, isNew, issuedAt, isDeviceVerified = false } = device;
  // 0 is the age of a new one.
  const age = isNew ? 0 : Math.max(1, Math.floor((now - issuedAt) / SECOND_MS));
  return {
    edge_device: hash,
    edge_device_age: String(age),
    ...(isDeviceVerified ? { edge_device_proved: "true" } : {}),
  };
}

/** Returns the device for an access log. Null for a device that is not evidence. */
export function loggedDevice({ hash, isEvidence }: GuestDevice): string | null {
  return isEvidence ? hash : null;
}

const PROVED: EffectKind<NonceUse> = { statements: (db, uses) => [proveDevicesByNonce(db, uses)] };

/** Values that were read for a request on a guest's link. */
interface Opened {
  event: EventTimes;
  device: KnownDevice;
  /** Hash of the request's edit nonce, if that is valid. */
  nonceHash: string | null;
}

/**
 * Verifies, after the response, the device of a request that carried a valid edit nonce, as entering a code does. Call it for a
 * request that was neither automated nor refused. Does nothing for a client without a device ID, which repeats the nonce.
 */
export function proveByNonce(ctx: RequestContext, { event, device, nonceHash }: Opened): void {
  if (nonceHash === null || device.isDeviceVerified || !device.isEvidence) return;
  const at = ctx.clock.now();
  const use = { nonceHash, device: device.hash, at, expiresAt: deviceExpiry(eventWindow(event).endsAt, at) };
  flushAfterResponse(ctx, { outboxRows: [], effects: [pending(PROVED, use)] });
}
