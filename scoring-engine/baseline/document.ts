import { parseDevice } from "../device.ts";
import { splitLines, timeIn } from "./access-columns.ts";
import type {
  AccessLog,
  DeviceIdRecord,
  DeviceRecord,
  GuestBaseline,
  NetworkRecord,
  Origin,
  PendingConfirmation,
  PlaceRecord,
  TokenRecord,
} from "./guest-baseline.ts";

/**
 * The stored text of documents. A guest's documents are written with every access, so their records are stored as arrays without
 * property names, which halves the time of formatting (`docs/decisions/0042-engine-documents.md`). All other documents are JSON of
 * their objects.
 */

/** Flags as bits, the first one in the lowest bit. */
function bitsOf(...flags: readonly boolean[]): number {
  let bits = 0;
  for (let index = 0; index < flags.length; index += 1) if (flags[index]) bits += 2 ** index;
  return bits;
}

const hasBit = (bits: number, index: number): boolean => (bits & (1 << index)) !== 0;

const deviceRow = ({ device, trust, flagged, lastAt, trustedAt, reportedHardware }: DeviceRecord) =>
  [device.text, trust, bitsOf(flagged, reportedHardware.access, reportedHardware.form), lastAt, trustedAt] as const;

function deviceOf([device, trust, bits, lastAt, trustedAt]: ReturnType<typeof deviceRow>): DeviceRecord {
  const reportedHardware = { access: hasBit(bits, 1), form: hasBit(bits, 2) };
  return { device: parseDevice(device), trust, flagged: hasBit(bits, 0), lastAt, trustedAt, reportedHardware };
}

const deviceIdRow = (record: DeviceIdRecord) =>
  [
    record.key,
    record.trust,
    bitsOf(record.flagged, record.confirmed, record.returned, record.sentRsvp),
    record.firstScore,
    record.firstAt,
    record.lastAt,
    record.trustedAt,
  ] as const;

function deviceIdOf([key, trust, bits, firstScore, firstAt, lastAt, trustedAt]: ReturnType<
  typeof deviceIdRow
>): DeviceIdRecord {
  const flags = {
    flagged: hasBit(bits, 0),
    confirmed: hasBit(bits, 1),
    returned: hasBit(bits, 2),
    sentRsvp: hasBit(bits, 3),
  };
  return { key, trust, ...flags, firstScore, firstAt, lastAt, trustedAt };
}

const networkRow = ({ prefix, asn, kind, country, trust, lastAt, trustedAt }: NetworkRecord) =>
  [prefix, asn, kind, country, trust, lastAt, trustedAt] as const;

function networkOf([prefix, asn, kind, country, trust, lastAt, trustedAt]: ReturnType<
  typeof networkRow
>): NetworkRecord {
  return { prefix, asn, kind, country, trust, lastAt, trustedAt };
}

const placeRow = ({ lat, lon, radius, city, country, from, to }: PlaceRecord) =>
  [lat, lon, radius, city, country, from, to] as const;

function placeOf([lat, lon, radius, city, country, from, to]: ReturnType<typeof placeRow>): PlaceRecord {
  return { lat, lon, radius, city, country, from, to };
}

const originRow = ({ device, model, deviceId, prefix, kind, country, trustedFix, place }: Origin) =>
  [
    device,
    model,
    deviceId ?? null,
    prefix,
    kind ?? null,
    country ?? null,
    trustedFix ? 1 : 0,
    place === undefined ? null : ([place.lat, place.lon, place.radius, place.city, place.country] as const),
  ] as const;

function originOf([device, model, deviceId, prefix, kind, country, trustedFix, place]: ReturnType<
  typeof originRow
>): Origin {
  const [lat, lon, radius, city, placeCountry] = place ?? [];
  const isKnown = lat !== undefined && lon !== undefined && radius !== undefined;
  return {
    kind: kind ?? undefined,
    device,
    model,
    deviceId: deviceId ?? undefined,
    prefix,
    place: isKnown ? { lat, lon, radius, city: city ?? "", country: placeCountry ?? "" } : undefined,
    country: country ?? undefined,
    trustedFix: trustedFix ? true : undefined,
  };
}

/** The times are in the lines of the results. */
const logRow = ({ origins, originCodes, statuses, results }: AccessLog) =>
  [origins.map(originRow), originCodes, statuses, results] as const;

function logOf([origins, originCodes, statuses, results]: ReturnType<typeof logRow>): AccessLog {
  return { origins: origins.map(originOf), at: splitLines({ results }).map(timeIn), originCodes, statuses, results };
}

const tokenRow = ({ id, since }: TokenRecord) => [id, since] as const;

const pendingRow = ({ id, by }: PendingConfirmation) => [id, by] as const;

const guestRow = (guest: GuestBaseline) =>
  [
    guest.devices.map(deviceRow),
    guest.deviceIds.map(deviceIdRow),
    guest.networks.map(networkRow),
    guest.places.map(placeRow),
    guest.tokens.map(tokenRow),
    guest.pending.map(pendingRow),
    guest.evictedUpTo,
    logRow(guest.accesses),
  ] as const;

function guestOf([devices, deviceIds, networks, places, tokens, pending, evictedUpTo, log]: ReturnType<
  typeof guestRow
>): GuestBaseline {
  return {
    devices: devices.map(deviceOf),
    deviceIds: deviceIds.map(deviceIdOf),
    networks: networks.map(networkOf),
    places: places.map(placeOf),
    accesses: logOf(log),
    evictedUpTo,
    tokens: tokens.map(([id, since]) => ({ id, since })),
    pending: pending.map(([id, by]) => ({ id, by })),
  };
}

/** A document of rows: a guest's baseline, or the accesses that were evicted from it. */
interface Rows {
  readonly guest?: ReturnType<typeof guestRow>;
  readonly overflow?: ReturnType<typeof logRow>;
}

/** The text of a document of any kind. */
export function formatDocument(value: unknown): string {
  const { accesses, originCodes } = value as Partial<GuestBaseline & AccessLog>;
  if (accesses !== undefined) return JSON.stringify({ guest: guestRow(value as GuestBaseline) } satisfies Rows);
  if (originCodes !== undefined) return JSON.stringify({ overflow: logRow(value as AccessLog) } satisfies Rows);
  return JSON.stringify(value);
}

/** Parses a stored document; an unreadable one is undefined, which costs its history and fails no call. */
export function parseDocument(text: string): unknown {
  try {
    const stored: unknown = JSON.parse(text);
    const { guest, overflow } = stored as Rows;
    if (guest !== undefined) return guestOf(guest);
    return overflow === undefined ? stored : logOf(overflow);
  } catch {
    return undefined;
  }
}
