import type { AccessRecord, GuestBaseline, Standing } from "./guest.ts";

/** Where an access came from. A guest's accesses mostly share one, so that it is written once. */
type Origin = Pick<AccessRecord, "device" | "model" | "prefix" | "place" | "country" | "believable">;

/** What few accesses have. */
type Rest = Pick<AccessRecord, "kind" | "judged" | "reasons" | "evidence">;

/**
 * An access as it is written: without names, its origin by number, its time counted from the access before it, and when
 * it was scored counted from when it was. Small numbers are written faster, too.
 */
type PackedAccess = readonly [
  id: string,
  after: number,
  origin: number,
  standing: Standing,
  score: number,
  scoredAfter: number,
  rest?: Rest,
];

interface PackedBaseline extends Omit<GuestBaseline, "accesses"> {
  readonly origins: readonly Origin[];
  readonly packed: readonly PackedAccess[];
}

function isSamePlace(a: Origin["place"], b: Origin["place"]): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.every((part, index) => part === b[index]);
}

function isSameOrigin(a: Origin, b: Origin): boolean {
  return (
    a.device === b.device &&
    a.model === b.model &&
    a.prefix === b.prefix &&
    a.country === b.country &&
    a.believable === b.believable &&
    isSamePlace(a.place, b.place)
  );
}

function originOf({ device, model, prefix, place, country, believable }: AccessRecord): Origin {
  return {
    device,
    model,
    prefix,
    ...(place !== undefined && { place }),
    ...(country !== undefined && { country }),
    ...(believable !== undefined && { believable }),
  };
}

function restOf({ kind, judged, reasons, evidence }: AccessRecord): Rest | null {
  if (kind === undefined && judged === undefined && reasons === undefined && evidence === undefined) return null;
  return {
    ...(kind !== undefined && { kind }),
    ...(judged !== undefined && { judged }),
    ...(reasons !== undefined && { reasons }),
    ...(evidence !== undefined && { evidence }),
  };
}

function packAccess(record: AccessRecord, after: number, origin: number): PackedAccess {
  const { id, at, standing, score, scoredAt } = record;
  const rest = restOf(record);
  const plain = [id, after, origin, standing, score, scoredAt - at] as const;
  return rest === null ? plain : [...plain, rest];
}

function pack({ accesses, ...others }: GuestBaseline): PackedBaseline {
  const origins: Origin[] = [];
  let before = 0;
  const packed = accesses.map((record) => {
    let index = origins.findIndex((origin) => isSameOrigin(origin, record));
    if (index === -1) index = origins.push(originOf(record)) - 1;
    const after = record.at - before;
    before = record.at;
    return packAccess(record, after, index);
  });
  return { ...others, origins, packed };
}

function unpack({ origins, packed, ...others }: PackedBaseline): GuestBaseline {
  let at = 0;
  const accesses = packed.map(([id, after, index, standing, score, scoredAfter, rest]) => {
    const origin = origins[index];
    if (origin === undefined) throw new RangeError("an access without its origin");
    at += after;
    return { id, at, ...origin, standing, score, scoredAt: at + scoredAfter, ...rest };
  });
  return { ...others, accesses };
}

/** The text of a document. A guest's is written with every access and is mostly accesses, so those are packed. */
export function formatDocument(value: unknown): string {
  const isBaseline = typeof value === "object" && value !== null && "accesses" in value;
  return JSON.stringify(isBaseline ? pack(value as GuestBaseline) : value);
}

/** A document that cannot be read is one history lost, not an error. */
export function parseDocument(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isPacked = typeof value === "object" && value !== null && "packed" in value;
    return isPacked ? unpack(value as PackedBaseline) : value;
  } catch {
    return undefined;
  }
}
