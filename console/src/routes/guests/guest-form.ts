import type { ChangeGuest, Guest } from "@usher/client";

/** The empty form of a guest. Companions have one name per line, and commas separate tags. */
export const NO_VALUES = {
  name: "",
  email: "",
  phone: "",
  party_size: "",
  companions: "",
  tags: "",
  table: "",
  notes: "",
  external_id: "",
  locale: "",
  greeting: "",
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
    ...(party_size === undefined ? {} : { party_size: partySizeOf(party_size) }),
    ...(companions === undefined ? {} : { companions: entriesOf(companions, /\n/).map((entry) => ({ name: entry })) }),
    ...(tags === undefined ? {} : { tags: entriesOf(tags, /[,;\n]/) }),
  };
}

/**
 * Returns a typed party size; null if it is empty. A text without a number stays a text: the API rejects it, and JSON would
 * turn the number into null, which removes the limit.
 */
export function partySizeOf(text: string): number | null {
  const size = Number(text);
  if (text.trim() === "") return null;
  return Number.isNaN(size) ? (text as unknown as number) : size;
}

export function newGuestOf(values: GuestValues) {
  return { ...changesOf(values), name: values.name.trim() };
}

function entriesOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
