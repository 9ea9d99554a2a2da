import { type ErrorCode, isUsherError } from "@usher/client";

/** Data with a version, which the API compares as `expected_updated_at`. */
export interface Versioned {
  updated_at: string | null;
}

/** A field that two hosts changed to different values. */
export interface FieldConflict<Field> {
  field: Field;
  mine: unknown;
  theirs: unknown;
}

/** The difference between this host's edits and another host's changes. */
export interface Merge<Field> {
  /** Changed by both to different values: the host has to choose. */
  conflicts: FieldConflict<Field>[];
  /** Changed only by the other host. */
  theirs: Field[];
}

/** Another host changed fields that this host edited. */
export class EditConflict<Stored, Field> extends Error {
  override readonly name = "EditConflict";
  readonly now: Stored;
  readonly merge: Merge<Field>;
  constructor(now: Stored, merge: Merge<Field>) {
    super("Two hosts have changed the same fields.");
    this.now = now;
    this.merge = merge;
  }
}

/** How data is saved that several hosts may edit. */
export interface Saving<Stored extends Versioned, Values extends object, Saved extends Stored = Stored> {
  /** The values that a form edits. */
  valuesOf: (stored: Stored) => Values;
  /** Sends edits with `expected_updated_at` of the data that they are based on. */
  send: (edits: Partial<Values>, base: Stored) => Promise<{ data: Saved }>;
  /** The API's error for outdated data, and its member with the current data. */
  outdated: { code: ErrorCode; member: string };
}

/** Retries while other hosts change other fields. */
const MAX_MERGES = 3;

/**
 * Saves edits. If another host has changed other fields, sends the edits again on top of those changes.
 * @returns the saved data, and the fields that the other host changed
 * @throws EditConflict if both hosts changed a field to different values; UsherError
 */
export async function saveMerged<Stored extends Versioned, Values extends object, Saved extends Stored = Stored>(
  base: Stored,
  edits: Partial<Values>,
  { valuesOf, send, outdated }: Saving<Stored, Values, Saved>,
): Promise<{ saved: Saved; theirs: (keyof Values)[] }> {
  const theirs = new Set<keyof Values>();
  let from = base;
  for (let attempt = 0; ; attempt++) {
    try {
      const { data } = await send(edits, from);
      return { saved: data, theirs: [...theirs] };
    } catch (error) {
      if (!isUsherError(error, outdated.code) || attempt === MAX_MERGES) throw error;
      const now: unknown = (error.problem as Record<string, unknown>)[outdated.member];
      if (!isVersioned<Stored>(now)) throw error;
      const merge = mergeOf(valuesOf(from), valuesOf(now), edits);
      if (merge.conflicts.length > 0) throw new EditConflict(now, merge);
      for (const field of merge.theirs) theirs.add(field);
      from = now;
    }
  }
}

function isVersioned<Stored extends Versioned>(value: unknown): value is Stored {
  return typeof value === "object" && value !== null && "updated_at" in value;
}

/**
 * Compares edits with another host's changes.
 * @param before the values that the edits began with
 * @param now the values with the other host's changes
 */
export function mergeOf<Values extends object>(
  before: Values,
  now: Values,
  edits: Partial<Values>,
): Merge<keyof Values> {
  const mine = new Set(editedFields(before, edits));
  const fields = [...new Set([...Object.keys(before), ...Object.keys(now)])] as (keyof Values)[];
  const changed = fields.filter((field) => !isEqual(before[field], now[field]));
  return {
    conflicts: changed
      .filter((field) => mine.has(field) && !isEqual(edits[field], now[field]))
      .map((field) => ({ field, mine: edits[field], theirs: now[field] })),
    theirs: changed.filter((field) => !mine.has(field)),
  };
}

export function editedFields<Values extends object>(before: Values, edits: Partial<Values>): (keyof Values)[] {
  return (Object.keys(edits) as (keyof Values)[]).filter((field) => !isEqual(edits[field], before[field]));
}

/** Returns the edits that were typed after a request was sent. */
export function editsSince<Values extends object>(sent: Partial<Values>, typed: Partial<Values>): Partial<Values> {
  const since = Object.entries(typed).filter(([field, value]) => !isEqual(value, sent[field as keyof Values]));
  return Object.fromEntries(since) as Partial<Values>;
}

/** Compares values as the API gets them. A field that is missing has no value. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
