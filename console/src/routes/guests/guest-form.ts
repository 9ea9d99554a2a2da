import type { ChangeGuest, Guest } from "@usher/client";

/** The empty form of a guest. Companions have one name per line, and commas separate tags. */
export const NO_VALUES = {
  ...{ name: "", email: "", phone: "", party_size: "", companions: "" },
  ...{ tags: "", table: "", notes: "", external_id: "", locale: "", greeting: "" },
};
export type GuestValues = typeof NO_VALUES;
export type GuestField = keyof GuestValues;

export function valuesOf(guest: Guest): GuestValues {
  const { name, email, phone, party_size, companions, tags, table, notes, external_id, locale, greeting } = guest;
  return {
    name,
    email: email ?? "",
    phone: phone ?? "",
    party_size: party_size === null ? "" : String(party_size),
    companions: companions.map((companion) => companion.name).join("\n"),
    tags: tags.join(", "),
    table: table ?? "",
    notes: notes ?? "",
    external_id: external_id ?? "",
    locale: locale ?? "",
    greeting: greeting ?? "",
  };
}

/** Returns the API's change for these fields. An empty text clears a field. The API rejects an invalid party size. */
export function changesOf(values: Partial<GuestValues>): Omit<ChangeGuest, "adjust" | "expected_updated_at"> {
  const { party_size, companions, tags, name, ...texts } = values;
  const cleared = Object.entries(texts).map(([field, text]) => [field, text.trim() === "" ? null : text.trim()]);
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...Object.fromEntries(cleared),
    ...(party_size === undefined ? {} : { party_size: party_size.trim() === "" ? null : Number(party_size) }),
    ...(companions === undefined ? {} : { companions: entriesOf(companions, /\n/).map((entry) => ({ name: entry })) }),
    ...(tags === undefined ? {} : { tags: entriesOf(tags, /[,;\n]/) }),
  };
}

export function newGuestOf(values: GuestValues) {
  return { ...changesOf(values), name: values.name.trim() };
}

export function editedFields(before: GuestValues, edits: Partial<GuestValues>): GuestField[] {
  return (Object.keys(edits) as GuestField[]).filter((field) => edits[field] !== before[field]);
}

/** Returns the edits that were typed after a request was sent. */
export function editsSince(sent: Partial<GuestValues>, typed: Partial<GuestValues>): Partial<GuestValues> {
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => value !== sent[field as GuestField]));
}

/** A field that two hosts changed to different values. */
export interface FieldConflict {
  field: GuestField;
  mine: string;
  theirs: string;
}

/** The difference between this host's edits and another host's changes of a guest. */
export interface Merge {
  /** Changed by both to different values: the host has to choose. */
  conflicts: FieldConflict[];
  /** Changed only by the other host. */
  theirs: GuestField[];
}

/**
 * Compares edits with another host's changes.
 * @param before the guest that the edits began with
 * @param now the guest with the other host's changes
 */
export function mergeOf(before: GuestValues, now: GuestValues, edits: Partial<GuestValues>): Merge {
  const mine = new Set(editedFields(before, edits));
  const changed = (Object.keys(before) as GuestField[]).filter((field) => before[field] !== now[field]);
  return {
    conflicts: changed
      .filter((field) => mine.has(field) && edits[field] !== now[field])
      .map((field) => ({ field, mine: edits[field] ?? "", theirs: now[field] })),
    theirs: changed.filter((field) => !mine.has(field)),
  };
}

function entriesOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
