import type { ChangeGuest, Guest } from "@usher/client";

/** The details of a guest as a form has them: texts. */
export interface GuestValues {
  name: string;
  email: string;
  phone: string;
  party_size: string;
  /** One name a line. */
  companions: string;
  /** Separated by commas. */
  tags: string;
  table: string;
  notes: string;
  external_id: string;
  locale: string;
}
export type GuestField = keyof GuestValues;

export const NO_VALUES: GuestValues = {
  ...{ name: "", email: "", phone: "", party_size: "", companions: "" },
  ...{ tags: "", table: "", notes: "", external_id: "", locale: "" },
};

export function valuesOf(guest: Guest): GuestValues {
  const { name, email, phone, party_size, companions, tags, table, notes, external_id, locale } = guest;
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
  };
}

/** The given fields as the API takes them; an empty text clears a field. A size that is no number is left for the API to refuse. */
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

/** A new guest as the API takes it. */
export function newGuestOf(values: GuestValues) {
  return { ...changesOf(values), name: values.name.trim() };
}

/** Those of the fields that are not as they were. */
export function editedFields(before: GuestValues, edits: Partial<GuestValues>): GuestField[] {
  return (Object.keys(edits) as GuestField[]).filter((field) => edits[field] !== before[field]);
}

/** The edits that were typed after others were sent: they are not saved yet. */
export function editsSince(sent: Partial<GuestValues>, typed: Partial<GuestValues>): Partial<GuestValues> {
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => value !== sent[field as GuestField]));
}

/** A field that two hosts have changed to different values. */
export interface FieldConflict {
  field: GuestField;
  mine: string;
  theirs: string;
}

/** What two hosts have done to the same guest since it was read. */
export interface Merge {
  /** Changed by both, differently: somebody has to choose. */
  conflicts: FieldConflict[];
  /** Changed by the other alone: it stays. */
  theirs: GuestField[];
}

/**
 * Compares edits with what another host has made of the guest meanwhile.
 * @param before the guest as it was read before the edits
 * @param now the guest as the other host left it
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
