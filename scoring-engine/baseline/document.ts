import { deviceOfLine } from "../device.ts";
import type { ProviderKind } from "../provider.ts";
import { isWhole } from "./access-log.ts";
import type {
  AccessLog,
  DeviceRecord,
  GuestBaseline,
  NetworkRecord,
  Origin,
  PackedPlace,
  PendingRecord,
  PlaceRecord,
  TokenRecord,
} from "./guest.ts";

/**
 * A guest's document is read and written with every access, so that its text is made to be read and written fast: a
 * line of JSON with rows instead of objects, a line for each device, and the answers to accesses as they are. Times are
 * milliseconds since the first access, because small numbers are read faster. Documents of events are plain JSON.
 */
interface Head extends PackedLog {
  /** What is known of a device beside its own line. */
  readonly devices: readonly (readonly [
    trust: number,
    flagged: Bit,
    lastAt: number,
    trustedAt: number,
    toldAccess: Bit,
    toldForm: Bit,
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
  readonly pending: readonly PendingRecord[];
  readonly evictedUpTo: string;
}

type Bit = 0 | 1;

/** A log without its answers. */
interface PackedLog {
  readonly origins: readonly (readonly [
    kind: Origin["kind"] | null,
    device: number,
    model: number,
    prefix: string | null,
    place: PackedPlace | null,
    country: string | null,
    believable: Bit,
  ])[];
  /** The time that all others are counted from. Epoch milliseconds. */
  readonly start: number;
  /** The time of each access. */
  readonly at: readonly number[];
  readonly from: string;
  readonly standings: string;
}

const LINE_END = "\n";
const bit = (value: boolean): Bit => (value ? 1 : 0);

function packedLog({ origins, at, from, standings }: AccessLog, start: number): PackedLog {
  return {
    origins: origins.map(({ kind, device, model, prefix, place, country, believable }) => [
      kind ?? null,
      device,
      model,
      prefix,
      place ?? null,
      country ?? null,
      bit(believable === true),
    ]),
    start,
    at: at.map((time) => time - start),
    from,
    standings,
  };
}

/** @throws RangeError when its columns do not fit each other */
function unpackedLog({ origins, start, at, from, standings }: PackedLog, answers: string): AccessLog {
  const log: AccessLog = {
    origins: origins.map((row) => ({
      kind: row[0] ?? undefined,
      device: row[1],
      model: row[2],
      prefix: row[3],
      place: row[4] ?? undefined,
      country: row[5] ?? undefined,
      believable: row[6] === 1 ? true : undefined,
    })),
    at: at.map((time) => start + time),
    from,
    standings,
    answers,
  };
  if (!isWhole(log)) throw new RangeError("a log that is not whole");
  return log;
}

function headOf({ devices, networks, places, tokens, pending, accesses, evictedUpTo }: GuestBaseline): Head {
  const start = accesses.at[0] ?? 0;
  return {
    devices: devices.map(({ trust, flagged, lastAt, trustedAt, told }) => [
      trust,
      bit(flagged),
      lastAt - start,
      trustedAt - start,
      bit(told.access),
      bit(told.form),
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
    ...packedLog(accesses, start),
  };
}

// Rows are read by index: taking them apart by a pattern makes an iterator for each, which costs more than all the rest.
function baselineOf(head: Head, devices: readonly DeviceRecord[], answers: string): GuestBaseline {
  const { start, pending, evictedUpTo } = head;
  return {
    devices,
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
    accesses: unpackedLog(head, answers),
    evictedUpTo,
    tokens: head.tokens.map((row): TokenRecord => ({ id: row[0], since: start + row[1] })),
    pending,
  };
}

/** Reads the lines behind a head: one for each device, then the answers. */
function unpackedBaseline(head: Head, lines: string): GuestBaseline {
  const { start } = head;
  let lineEnd = 0;
  const devices = head.devices.map((row): DeviceRecord => {
    const lineStart = lineEnd + 1;
    lineEnd = lines.indexOf(LINE_END, lineStart);
    if (lineEnd === -1) lineEnd = lines.length;
    return {
      device: deviceOfLine(lines.slice(lineStart, lineEnd)),
      trust: row[0],
      flagged: row[1] === 1,
      lastAt: start + row[2],
      trustedAt: start + row[3],
      told: { access: row[4] === 1, form: row[5] === 1 },
    };
  });
  return baselineOf(head, devices, lines.slice(lineEnd));
}

function has<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === "object" && value !== null && key in value;
}

/** The text of a document. */
export function formatDocument(value: unknown): string {
  if (has(value, "accesses")) {
    const baseline = value as GuestBaseline;
    let text = JSON.stringify(headOf(baseline));
    for (const { device } of baseline.devices) text += LINE_END + device.line;
    return text + baseline.accesses.answers;
  }
  if (has(value, "answers")) {
    const log = value as AccessLog;
    return JSON.stringify(packedLog(log, log.at[0] ?? 0)) + log.answers;
  }
  return JSON.stringify(value);
}

/** A document that cannot be read is one history lost, not an error. */
export function parseDocument(text: string): unknown {
  const end = text.indexOf(LINE_END);
  const lines = end === -1 ? "" : text.slice(end);
  try {
    const value: unknown = JSON.parse(end === -1 ? text : text.slice(0, end));
    if (has(value, "devices")) return unpackedBaseline(value as Head, lines);
    return has(value, "standings") ? unpackedLog(value as PackedLog, lines) : value;
  } catch {
    return undefined;
  }
}
