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
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3] && a[4] === b[4];
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
  return { device, model, prefix, place, country, believable };
}

function restOf({ kind, judged, reasons, evidence }: AccessRecord): Rest | null {
  if (kind === undefined && judged === undefined && reasons === undefined && evidence === undefined) return null;
  return { kind, judged, reasons, evidence };
}

/** A `PackedAccess` as text: it is made for every record of every document, and its parts are numbers and known words. */
function formatAccess(record: AccessRecord, after: number, origin: number): string {
  const { id, at, standing, score, scoredAt } = record;
  const rest = restOf(record);
  const tail = rest === null ? "" : `,${JSON.stringify(rest)}`;
  return `[${JSON.stringify(id)},${after},${origin},"${standing}",${score},${scoredAt - at}${tail}]`;
}

/** The text of a `PackedBaseline`. */
function formatBaseline({ devices, networks, places, accesses, tokens, pending }: GuestBaseline): string {
  const origins: Origin[] = [];
  const packed: string[] = [];
  let before = 0;
  let latest = 0;
  for (const record of accesses) {
    const known = origins[latest];
    if (known === undefined || !isSameOrigin(known, record)) {
      latest = origins.findIndex((origin) => isSameOrigin(origin, record));
      if (latest === -1) latest = origins.push(originOf(record)) - 1;
    }
    packed.push(formatAccess(record, record.at - before, latest));
    before = record.at;
  }
  const others = JSON.stringify({ devices, networks, places, tokens, pending, origins });
  return `${others.slice(0, -1)},"packed":[${packed.join(",")}]}`;
}

function unpack({ origins, packed, devices, networks, places, tokens, pending }: PackedBaseline): GuestBaseline {
  let at = 0;
  const accesses = packed.map(([id, after, index, standing, score, scoredAfter, rest]): AccessRecord => {
    const origin = origins[index];
    if (origin === undefined) throw new RangeError("an access without its origin");
    at += after;
    return {
      id,
      at,
      kind: rest?.kind,
      device: origin.device,
      model: origin.model,
      prefix: origin.prefix,
      place: origin.place,
      country: origin.country,
      believable: origin.believable,
      standing,
      judged: rest?.judged,
      score,
      reasons: rest?.reasons,
      evidence: rest?.evidence,
      scoredAt: at + scoredAfter,
    };
  });
  return { devices, networks, places, accesses, tokens, pending };
}

/** The text of a document. A guest's is written with every access and is mostly accesses, so those are packed. */
export function formatDocument(value: unknown): string {
  const isBaseline = typeof value === "object" && value !== null && "accesses" in value;
  return isBaseline ? formatBaseline(value as GuestBaseline) : JSON.stringify(value);
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
