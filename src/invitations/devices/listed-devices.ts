import { devicePartsOf } from "../../identity/accounts/device.ts";
import { addressBlock } from "../../kernel/cidr.ts";

/** An access of a device. */
export interface DeviceAccess {
  device: string;
  /** Epoch milliseconds. */
  at: number;
  userAgent: string | null;
  risk: string | null;
  verdict: string | null;
  geoCity: string | null;
  geoCountry: string | null;
  ipAddress: string | null;
}

/** What else is known of a guest's devices. */
export interface KnownDevices {
  answered: { device: string | null; userAgent: string | null; submittedAt: number | null };
  known: readonly { device: string; provedAt: number | null; endedAt: number | null }[];
}

/** What a device is to a guest. */
export const DEVICE_STATUSES = ["answered", "proved", "known", "new", "blocked"] as const;

/** A device as hosts see it. */
export interface ListedDevice {
  /** Its hash. */
  id: string;
  /** All hashes that it came with, this one included. */
  ids: string[];
  /** `iPhone · Safari`; null where the user agent says neither. */
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
 * A guest's devices, the one that was seen last first. A browser that keeps no cookies, or a private window, comes with
 * another id each time: ids that came once are one device where they have the same user agent. Ended ones are left out.
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
    lastSeen: last.at,
    place: placeOf(last),
    status: statusOf(accesses, others),
    accesses: accesses.length,
  };
}

function statusOf(accesses: readonly DeviceAccess[], { answered, known }: KnownDevices): ListedDevice["status"] {
  const ids = new Set(accesses.map(({ device }) => device));
  const lastBand = accesses.find(({ risk }) => risk !== null)?.risk;
  if (lastBand === "block" || accesses.some(({ verdict }) => verdict === "suspicious")) return "blocked";
  if (answered.device !== null && ids.has(answered.device)) return "answered";
  if (known.some(({ device, provedAt }) => provedAt !== null && ids.has(device))) return "proved";
  return ids.size < accesses.length ? "known" : "new";
}

/** The device that answered, if its accesses are too old to be in the log. */
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
