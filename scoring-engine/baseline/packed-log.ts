import { isConsistent } from "./access-columns.ts";
import type { AccessLog, Origin, PackedPlace } from "./guest-baseline.ts";

/** A boolean in a stored document. */
export type Bit = 0 | 1;

export const toBit = (value: boolean): Bit => (value ? 1 : 0);

/** An access log without its results, as documents store it. The property names are part of the stored format. */
export interface PackedLog {
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

/** @param start the time to which all others become relative, epoch milliseconds */
export function packLog({ origins, at, originCodes, statuses }: AccessLog, start: number): PackedLog {
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
export function unpackLog({ origins, start, at, from, standings }: PackedLog, results: string): AccessLog {
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
