import { aliased } from "../db/aliased.ts";
import { guests } from "../db/schema/guests.ts";
import { type Camel, camelName } from "../kernel/case.ts";

/** Details that are one line of text. */
export const TEXT_DETAILS = ["table", "external_id", "locale", "greeting"] as const;

/** The details of a guest in addition to the contact, in the order of their columns in files. */
export const DETAILS = ["tags", "table", "external_id", "companions", "locale", "greeting"] as const;

export type Detail = (typeof DETAILS)[number];

/** The columns of the details. An RSVP has companions, too. */
export const DETAIL_COLUMNS = {
  tags: guests.tags,
  table: guests.table,
  externalId: guests.externalId,
  companions: aliased(guests.companions, "guest.companions"),
  locale: guests.locale,
  greeting: guests.greeting,
};

/** The details in a guest's row. */
export type GuestDetails = Pick<typeof guests.$inferSelect, Camel<Detail>>;

/** Returns a value for each of some details, under its name in a guest's row. */
export function detailValues<D extends Detail, V>(
  details: readonly D[],
  value: (key: Camel<D>, detail: D) => V,
): Record<Camel<D>, V> {
  const entries = details.map((detail) => {
    const key = camelName(detail) as Camel<D>;
    return [key, value(key, detail)];
  });
  // Same rule as the type.
  return Object.fromEntries(entries) as Record<Camel<D>, V>;
}
