import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { BatchResults } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { ANSWER_OF_GUEST } from "../../db/joins.ts";
import { one } from "../../db/one.ts";
import { accessLogs, fraudFeedback } from "../../db/schema/access.ts";
import { guestDevices } from "../../db/schema/guest-devices.ts";
import { guests } from "../../db/schema/guests.ts";
import { type GuestKey, rsvps } from "../../db/schema/rsvps.ts";
import { devicePartsOf } from "../../identity/accounts/device.ts";
import { addressBlock } from "../../kernel/cidr.ts";
import { notFound } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";

export type DeviceAccess = Pick<
  typeof accessLogs.$inferSelect,
  "at" | "userAgent" | "risk" | "geoCity" | "geoCountry" | "ipAddress" | "count" | "lastAt"
> & {
  device: string;
  verdict: string | null;
};

/** Further facts about a guest's devices. */
export interface KnownDevices {
  answered: { device: string | null; userAgent: string | null; submittedAt: number | null };
  known: readonly { device: string; provedAt: number | null; endedAt: number | null }[];
}

export const DEVICE_STATUSES = ["answered", "proved", "known", "new", "blocked"] as const;

/** A device as hosts see it. */
export interface ListedDevice {
  /** Hash of the device ID. */
  id: string;
  /** All hashes that it came with, this one included. */
  ids: string[];
  /** `iPhone · Safari`; null if the user agent names neither. */
  label: string | null;
  /** Epoch milliseconds. */
  firstSeen: number;
  lastSeen: number;
  /** Of the last access: a city, or else the network. */
  place: string | null;
  status: (typeof DEVICE_STATUSES)[number];
  accesses: number;
}

/**
 * Returns a guest's devices, last seen first. A private window, or a browser without cookies, gets a new ID each time,
 * so IDs that were seen once count as one device per user agent. Omits forgotten devices.
 * @param accesses newest first
 */
export function listedDevices(accesses: readonly DeviceAccess[], others: KnownDevices): ListedDevice[] {
  const ended = new Set(others.known.flatMap(({ device, endedAt }) => (endedAt === null ? [] : [device])));
  const byDevice = Map.groupBy(
    accesses.filter(({ device }) => !ended.has(device)),
    ({ device }) => device,
  );
  const items = Map.groupBy([...byDevice.values()], ([last, ...earlier]) =>
    earlier.length > 0 ? last?.device : `agent ${last?.userAgent ?? ""}`,
  );
  const listed = [...items.values()].map((sameDevice) => listedDevice(sameDevice.flat(), others));
  return [...listed, ...answeredUnseen(byDevice, ended, others)].sort((one, other) => other.lastSeen - one.lastSeen);
}

/** @param accesses of one device, newest first */
function listedDevice(accesses: readonly DeviceAccess[], others: KnownDevices): ListedDevice {
  const [last] = accesses;
  if (last === undefined) throw new Error("a device without an access");
  return {
    id: last.device,
    ids: [...new Set(accesses.map(({ device }) => device))],
    label: deviceLabel(last.userAgent ?? ""),
    firstSeen: Math.min(...accesses.map(({ at }) => at)),
    lastSeen: Math.max(...accesses.map(({ at, lastAt }) => lastAt ?? at)),
    place: placeOf(last),
    status: statusOf(accesses, others),
    accesses: countOf(accesses),
  };
}

function statusOf(accesses: readonly DeviceAccess[], { answered, known }: KnownDevices): ListedDevice["status"] {
  const ids = new Set(accesses.map(({ device }) => device));
  const lastBand = accesses.find(({ risk }) => risk !== null)?.risk;
  if (lastBand === "block" || accesses.some(({ verdict }) => verdict === "suspicious")) return "blocked";
  if (answered.device !== null && ids.has(answered.device)) return "answered";
  if (known.some(({ device, provedAt }) => provedAt !== null && ids.has(device))) return "proved";
  return ids.size < countOf(accesses) ? "known" : "new";
}

/** The accesses of rows. */
function countOf(rows: readonly DeviceAccess[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the submitting device, if its accesses are too old to be in the log. */
function answeredUnseen(
  seen: ReadonlyMap<string, unknown>,
  ended: ReadonlySet<string>,
  { answered: { device, userAgent, submittedAt } }: KnownDevices,
): ListedDevice[] {
  if (device === null || submittedAt === null || seen.has(device) || ended.has(device)) return [];
  const times = { firstSeen: submittedAt, lastSeen: submittedAt, place: null, accesses: 0 };
  return [{ id: device, ids: [device], label: deviceLabel(userAgent ?? ""), ...times, status: "answered" }];
}

/** `iPhone · Safari`, of what the user agent says. */
export function deviceLabel(userAgent: string): string | null {
  const { browser, system, program } = devicePartsOf(userAgent);
  const parts = [system, browser].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(" · ") : program;
}

function placeOf({ geoCity, geoCountry, ipAddress }: DeviceAccess): string | null {
  const known = [geoCity, geoCountry].filter((part) => part !== null && part !== "");
  if (known.length > 0) return known.join(", ");
  return ipAddress === null || ipAddress === "" ? null : addressBlock(ipAddress);
}

/** Accesses beyond the newest are not looked at. */
const MAX_ACCESSES = 1_000;

/** The devices on which a guest's link was opened. @throws AppError 404 for a guest of another event */
export async function readDevices(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<ListedDevice[]> {
  return listedIn(await authorizeMember(ctx, caller, deviceReads(ctx.db, { eventId: caller.eventId, guestId })));
}

/** The reads that list a guest's devices. */
export function deviceReads(db: Database, guest: GuestKey) {
  return {
    answered: one(findAnsweringDevice(db, guest)),
    accesses: listDeviceAccesses(db, guest),
    known: listKnown(db, guest),
  };
}

/** The devices in the results of `deviceReads`. @throws AppError 404 for a guest of another event */
export function listedIn({ answered, accesses, known }: BatchResults<ReturnType<typeof deviceReads>>): ListedDevice[] {
  if (answered === undefined) throw notFound();
  return listedDevices(accesses, { answered, known });
}

/** The accesses of a guest's devices, newest first. Omits automated accesses. */
function listDeviceAccesses(db: Database, { eventId, guestId }: GuestKey) {
  const { device, at, userAgent, risk, geoCity, geoCountry, ipAddress, count, lastAt } = accessLogs;
  return db
    .select({
      device: sql<string>`${device}`.as("device"),
      at,
      userAgent,
      risk,
      geoCity,
      geoCountry,
      ipAddress,
      count,
      lastAt,
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

/** Selects a guest with the submitting device. Returns no row for a guest of another event. */
function findAnsweringDevice(db: Database, { eventId, guestId }: GuestKey) {
  return db
    .select({ id: guests.id, device: rsvps.device, userAgent: rsvps.userAgent, submittedAt: rsvps.submittedAt })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

function listKnown(db: Database, { eventId, guestId }: GuestKey) {
  return db
    .select({ device: guestDevices.device, provedAt: guestDevices.provedAt, endedAt: guestDevices.endedAt })
    .from(guestDevices)
    .where(and(eq(guestDevices.eventId, eventId), eq(guestDevices.guestId, guestId)));
}
