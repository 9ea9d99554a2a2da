import type { ProviderKind } from "../provider.ts";
import type {
  DeviceIdRecord,
  DeviceRecord,
  GuestBaseline,
  NetworkRecord,
  PackedPlace,
  PendingConfirmation,
  PlaceRecord,
  TokenRecord,
} from "./guest-baseline.ts";
import { type Bit, type PackedLog, packLog, toBit, unpackLog } from "./packed-log.ts";

/**
 * The first line of a guest's document: arrays instead of objects, and times as milliseconds since the first access, because
 * small numbers parse faster. The property names are part of the stored format.
 */
export interface Head extends PackedLog {
  /** Properties of a device record beside the device's line. */
  readonly devices: readonly (readonly [
    trust: number,
    flagged: Bit,
    lastAt: number,
    trustedAt: number,
    reportedOnAccess: Bit,
    reportedOnForm: Bit,
  ])[];
  readonly deviceIds: readonly (readonly [
    key: number,
    trust: number,
    flagged: Bit,
    confirmed: Bit,
    returned: Bit,
    firstScore: number,
    firstAt: number,
    lastAt: number,
    trustedAt: number,
  ])[];
  readonly networks: readonly (readonly [
    prefix: string,
    asn: number | null,
    kind: ProviderKind,
    country: string | null,
    trust: number,
    lastAt: number,
    trustedAt: number,
  ])[];
  readonly places: readonly (readonly [...PackedPlace, from: number, to: number])[];
  readonly tokens: readonly (readonly [id: string, since: number])[];
  readonly pending: readonly PendingConfirmation[];
  readonly evictedUpTo: string;
}

/** The first line of a baseline. */
export function packHead({
  devices,
  deviceIds,
  networks,
  places,
  tokens,
  pending,
  accesses,
  evictedUpTo,
}: GuestBaseline): Head {
  const start = accesses.at[0] ?? 0;
  const { origins, at, from, standings } = packLog(accesses, start);
  return {
    devices: devices.map(({ trust, flagged, lastAt, trustedAt, reportedHardware }) => [
      trust,
      toBit(flagged),
      lastAt - start,
      trustedAt - start,
      toBit(reportedHardware.access),
      toBit(reportedHardware.form),
    ]),
    deviceIds: deviceIds.map(({ key, trust, flagged, confirmed, returned, firstScore, firstAt, lastAt, trustedAt }) => [
      key,
      trust,
      toBit(flagged),
      toBit(confirmed),
      toBit(returned),
      firstScore,
      firstAt - start,
      lastAt - start,
      trustedAt - start,
    ]),
    networks: networks.map(({ prefix, asn, kind, country, trust, lastAt, trustedAt }) => [
      prefix,
      asn,
      kind,
      country,
      trust,
      lastAt - start,
      trustedAt - start,
    ]),
    places: places.map(({ lat, lon, radius, city, country, from, to }) => [
      lat,
      lon,
      radius,
      city,
      country,
      from - start,
      to - start,
    ]),
    tokens: tokens.map(({ id, since }) => [id, since - start]),
    pending,
    evictedUpTo,
    // Named one by one: spreading the log costs as much as packing it.
    origins,
    start,
    at,
    from,
    standings,
  };
}

/**
 * A baseline from its first line.
 * @param devices its device records, which have lines of their own
 * @param results the column of results; see `AccessLog`
 */
// Rows are read by index: destructuring an array creates an iterator, which costs more than the rest of the function.
export function unpackHead(head: Head, devices: readonly DeviceRecord[], results: string): GuestBaseline {
  const { start, pending, evictedUpTo } = head;
  return {
    devices,
    deviceIds: head.deviceIds.map(
      (row): DeviceIdRecord => ({
        key: row[0],
        trust: row[1],
        flagged: row[2] === 1,
        confirmed: row[3] === 1,
        returned: row[4] === 1,
        firstScore: row[5],
        firstAt: start + row[6],
        lastAt: start + row[7],
        trustedAt: start + row[8],
      }),
    ),
    networks: head.networks.map(
      (row): NetworkRecord => ({
        prefix: row[0],
        asn: row[1],
        kind: row[2],
        country: row[3],
        trust: row[4],
        lastAt: start + row[5],
        trustedAt: start + row[6],
      }),
    ),
    places: head.places.map(
      (row): PlaceRecord => ({
        lat: row[0],
        lon: row[1],
        radius: row[2],
        city: row[3],
        country: row[4],
        from: start + row[5],
        to: start + row[6],
      }),
    ),
    accesses: unpackLog(head, results),
    evictedUpTo,
    tokens: head.tokens.map((row): TokenRecord => ({ id: row[0], since: start + row[1] })),
    pending,
  };
}
