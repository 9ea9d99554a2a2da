import type { AuditRecord } from "@usher/client";
import type { Key } from "../../i18n/areas.ts";

type Value = string | number | boolean;

/** One field that a change touched; null where there was or is nothing. */
export interface Change {
  field: string;
  before: Value | null;
  after: Value | null;
}

/** What a value says to a person: words of the catalogue, a moment, languages, or itself. */
export type Shown =
  | { kind: "words"; key: Key<"log"> }
  | { kind: "moment"; at: string }
  | { kind: "languages"; tags: string[] }
  | { kind: "text"; text: string };

/** The fields whose names are texts of the catalogue; any other is shown as the API calls it. */
const FIELDS: ReadonlyMap<string, Key<"log">> = new Map<string, Key<"log">>([
  ["answers_lowered", "field-answers_lowered"],
  ["arrival_count", "field-arrival_count"],
  ["block", "field-block"],
  ["cancel_message", "field-cancel_message"],
  ["companion_names", "field-companion_names"],
  ["door_opens_at", "field-door_opens_at"],
  ["end_time", "field-end_time"],
  ["event_date", "field-event_date"],
  ["font", "field-font"],
  ["high", "field-high"],
  ["ip_cidr", "field-ip_cidr"],
  ["locale", "field-locale"],
  ["lost_links", "field-lost_links"],
  ["medium", "field-medium"],
  ["offer_hours", "field-offer_hours"],
  ["own_confirmation_body", "field-own_confirmation_body"],
  ["own_invitation_body", "field-own_invitation_body"],
  ["own_reminder_footer", "field-own_reminder_footer"],
  ["party_size", "field-party_size"],
  ["plus_ones", "field-plus_ones"],
  ["primary_color", "field-primary_color"],
  ["response", "field-response"],
  ["rsvp_deadline", "field-rsvp_deadline"],
  ["send_at", "field-send_at"],
  ["step_up_from", "field-step_up_from"],
  ["timezone", "field-timezone"],
]);
/** The words for values of which there are a few. */
const VALUES: ReadonlyMap<string, Key<"log">> = new Map<string, Key<"log">>([
  ["attending", "value-attending"],
  ["block", "value-block"],
  ["declined", "value-declined"],
  ["false", "value-false"],
  ["high", "value-high"],
  ["low", "value-low"],
  ["maybe", "value-maybe"],
  ["medium", "value-medium"],
  ["never", "value-never"],
  ["off", "value-off"],
  ["true", "value-true"],
]);
/** Ids say nothing to a person, and the API has them. */
const ID = /(^|_)ids?$|_by$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** The fields in which a record's two states differ, in the order of the newer one, ids left out. */
export function changesOf({ before, after }: Pick<AuditRecord, "before" | "after">): Change[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...names]
    .filter((name) => !ID.test(name))
    .map((field) => ({ field, before: given(before?.[field]), after: given(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

/** The text with a field's name, or the name itself as words. */
export function fieldName(field: string): Shown {
  const key = FIELDS.get(field);
  if (key !== undefined) return { kind: "words", key };
  const words = field.replaceAll("_", " ");
  return { kind: "text", text: words.charAt(0).toUpperCase() + words.slice(1) };
}

/** How a value is shown. What a person wrote, such as a name, is never taken for one of the words. */
export function shownValue(field: string, value: Value): Shown {
  if (field === "languages" || field === "locale") {
    return { kind: "languages", tags: String(value).split(", ") };
  }
  const key = WRITTEN.has(field) ? undefined : VALUES.get(String(value));
  if (key !== undefined) return { kind: "words", key };
  if (typeof value === "string" && MOMENT.test(value) && !WRITTEN.has(field)) return { kind: "moment", at: value };
  return { kind: "text", text: String(value) };
}

/** Fields that hold what people wrote. */
const WRITTEN: ReadonlySet<string> = new Set([
  ...["name", "venue", "description", "subject", "note", "table", "cancel_message", "invitation_subject"],
  ...["questions", "tags_added", "tags_removed"],
]);

/** An empty text is nothing: a list of no languages, a note that was not given. */
function given(value: Value | null | undefined): Value | null {
  return value === undefined || value === "" ? null : value;
}
