import { parseDeviceLine } from "../device.ts";
import type { ProviderKind } from "../provider.ts";
import { isConsistent } from "./access-log.ts";
import type {
  AccessLog,
  DeviceIdRecord,
  DeviceRecord,
  GuestBaseline,
  NetworkRecord,
  Origin,
  PackedPlace,
  PendingConfirmation,
  PlaceRecord,
  TokenRecord,
} from "./guest-baseline.ts";

/**
 * Text format of documents. A guest's is read and written with every access and optimised for that: a line of JSON with
 * arrays instead of objects, a line for each device, and the results of accesses as stored. Times are milliseconds since
 * the first access, because small numbers parse faster. Documents of events are plain JSON. The property names here are
 * part of the stored format.
 */
interface Head extends PackedLog {
  /** Properties of a device record beside the device's line. */
  readonly devices: readonly (readonly [
    trust: number,
    flagged: Bit,
    lastAt: number,
    trustedAt: number,
    reportedOnAccess: Bit,
    reportedOnForm: Bit,
  ])[];
  /** Absent without device ids, and in documents that are older than those. */
  readonly deviceIds?: readonly (readonly [
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

type Bit = 0 | 1;

/** An access log without its results. */
interface PackedLog {
  readonly origins: readonly (readonly [
    kind: Origin["kind"] | null,
    device: number,
    model: number,
    prefix: string | null,
    place: PackedPlace | null,
    country: string | null,
    trustedFix: Bit,
    deviceId?: number,
  ])[];
  /** The time to which all others are relative. Epoch milliseconds. */
  readonly start: number;
  /** Times of the accesses, relative to `start`. */
  readonly at: readonly number[];
  readonly from: string;
  readonly standings: string;
}

const LINE_END = "\n";
const toBit = (value: boolean): Bit => (value ? 1 : 0);

function packLog({ origins, at, originCodes, statuses }: AccessLog, start: number): PackedLog {
  return {
    origins: origins.map(({ kind, device, model, deviceId, prefix, place, country, trustedFix }) => {
      const fix = toBit(trustedFix === true);
      const row = [kind ?? null, device, model, prefix, place ?? null, country ?? null, fix] as const;
      return deviceId === undefined ? row : ([...row, deviceId] as const);
    }),
    start,
    at: at.map((time) => time - start),
    from: originCodes,
    standings: statuses,
  };
}

/** @throws RangeError when the columns are inconsistent */
function unpackLog({ origins, start, at, from, standings }: PackedLog, results: string): AccessLog {
  const log: AccessLog = {
    origins: origins.map((row) => ({
      kind: row[0] ?? undefined,
      device: row[1],
      model: row[2],
      prefix: row[3],
      place: row[4] ?? undefined,
      country: row[5] ?? undefined,
      trustedFix: row[6] === 1 ? true : undefined,
      deviceId: row[7],
    })),
    at: at.map((time) => start + time),
    originCodes: from,
    statuses: standings,
    results,
  };
  if (!isConsistent(log)) throw new RangeError("access log: inconsistent columns");
  return log;
}

function packHead({
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
  return {
    devices: devices.map(({ trust, flagged, lastAt, trustedAt, reportedHardware }) => [
      trust,
      toBit(flagged),
      lastAt - start,
      trustedAt - start,
      toBit(reportedHardware.access),
      toBit(reportedHardware.form),
    ]),
    ...(deviceIds.length > 0 && {
      deviceIds: deviceIds.map(
        ({ key, trust, flagged, confirmed, returned, firstScore, firstAt, lastAt, trustedAt }) => [
          key,
          trust,
          toBit(flagged),
          toBit(confirmed),
          toBit(returned),
          firstScore,
          firstAt - start,
          lastAt - start,
          trustedAt - start,
        ],
      ),
    }),
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
    ...packLog(accesses, start),
  };
}

// Rows are read by index: destructuring an array creates an iterator, which costs more than the rest of the function.
function unpackHead(head: Head, devices: readonly DeviceRecord[], results: string): GuestBaseline {
  const { start, pending, evictedUpTo } = head;
  return {
    devices,
    deviceIds: (head.deviceIds ?? []).map(
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

/** Parses the lines after the head: one for each device, then the results. */
function unpackBaseline(head: Head, lines: string): GuestBaseline {
  const { start } = head;
  let lineEnd = 0;
  const devices = head.devices.map((row): DeviceRecord => {
    const lineStart = lineEnd + 1;
    lineEnd = lines.indexOf(LINE_END, lineStart);
    if (lineEnd === -1) lineEnd = lines.length;
    return {
      device: parseDeviceLine(lines.slice(lineStart, lineEnd)),
      trust: row[0],
      flagged: row[1] === 1,
      lastAt: start + row[2],
      trustedAt: start + row[3],
      reportedHardware: { access: row[4] === 1, form: row[5] === 1 },
    };
  });
  return unpackHead(head, devices, lines.slice(lineEnd));
}

function has<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === "object" && value !== null && key in value;
}

/** Serialises a document. */
export function formatDocument(value: unknown): string {
  if (has(value, "accesses")) {
    const baseline = value as GuestBaseline;
    let text = JSON.stringify(packHead(baseline));
    for (const { device } of baseline.devices) text += LINE_END + device.line;
    return text + baseline.accesses.results;
  }
  if (has(value, "results")) {
    const log = value as AccessLog;
    return JSON.stringify(packLog(log, log.at[0] ?? 0)) + log.results;
  }
  return JSON.stringify(value);
}

/** Parses a document; an unreadable one is undefined, which costs its history and fails no call. */
export function parseDocument(text: string): unknown {
  const end = text.indexOf(LINE_END);
  const lines = end === -1 ? "" : text.slice(end);
  try {
    const value: unknown = JSON.parse(end === -1 ? text : text.slice(0, end));
    if (has(value, "devices")) return unpackBaseline(value as Head, lines);
    return has(value, "standings") ? unpackLog(value as PackedLog, lines) : value;
  } catch {
    return undefined;
  }
}
