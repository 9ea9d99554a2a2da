import type { AccessLog, GuestBaseline } from "./guest.ts";

/**
 * A log as JSON, without its answers: they follow behind it as they are. They are most of a document, and of those that
 * are read with it hardly one is looked at. Each time is counted from the one before: small numbers are read faster.
 */
interface PackedLog extends Omit<AccessLog, "at" | "answers"> {
  /** Of the first access, epoch milliseconds; apart, because numbers of one kind are written and read faster. */
  readonly start: number;
  readonly after: readonly number[];
}

interface PackedBaseline extends Omit<GuestBaseline, "accesses"> {
  readonly log: PackedLog;
}

function packed({ origins, at, from, standings }: AccessLog): PackedLog {
  const start = at[0] ?? 0;
  return { origins, start, after: at.map((time, index) => time - (at[index - 1] ?? start)), from, standings };
}

/** @throws RangeError when its columns do not fit each other */
function unpacked({ origins, start, after, from, standings }: PackedLog, answers: string): AccessLog {
  const isWhole = from.length === after.length && standings.length === after.length;
  if (!isWhole || from.some((index) => origins[index] === undefined)) throw new RangeError("a log that is not whole");
  let time = start;
  const at = after.map((since) => {
    time += since;
    return time;
  });
  return { origins, at, from, standings, answers };
}

function has<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === "object" && value !== null && key in value;
}

/** The text of a document. Compact JSON is one line; what follows it are a log's answers. */
export function formatDocument(value: unknown): string {
  if (has(value, "accesses")) {
    const { accesses, ...rest } = value as GuestBaseline;
    return JSON.stringify({ ...rest, log: packed(accesses) } satisfies PackedBaseline) + accesses.answers;
  }
  if (has(value, "answers")) {
    const log = value as AccessLog;
    return JSON.stringify(packed(log)) + log.answers;
  }
  return JSON.stringify(value);
}

/** A document that cannot be read is one history lost, not an error. */
export function parseDocument(text: string): unknown {
  const end = text.indexOf("\n");
  const answers = end === -1 ? "" : text.slice(end);
  try {
    const value: unknown = JSON.parse(end === -1 ? text : text.slice(0, end));
    if (has(value, "log")) {
      const { log, ...rest } = value as PackedBaseline;
      return { ...rest, accesses: unpacked(log, answers) } satisfies GuestBaseline;
    }
    return has(value, "standings") ? unpacked(value as PackedLog, answers) : value;
  } catch {
    return undefined;
  }
}
