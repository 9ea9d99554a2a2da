import type { AuditRecord } from "@usher/client";
import type { Key } from "../../i18n/areas.ts";

type Value = string | number | boolean;

/** A changed field; null if it had or has no value. */
export interface Change {
  field: string;
  before: Value | null;
  after: Value | null;
}

/** A value for people: a text of the catalogue, a time, languages, the recipients of a message, or itself. */
export type Shown =
  | { kind: "words"; key: Key<"log"> }
  | { kind: "time"; at: string }
  | { kind: "languages"; tags: string[] }
  | { kind: "audience"; audience: string }
  | { kind: "text"; text: string };

/** Names with a text of this prefix: `event_date` for the key `field-event_date`. */
type NameOf<Prefix extends string> =
  Key<"log"> extends infer Known ? (Known extends `${Prefix}-${infer Name}` ? Name : never) : never;

/** Fields with a name in the catalogue. Others are shown under their API name. */
const FIELDS: readonly NameOf<"field">[] = [
  "address_form",
  "answers_lowered",
  "arrival_count",
  "audience",
  "block",
  "cancel_message",
  "channel",
  "companion_names",
  "default_party_size",
  "door_opens_at",
  "end_time",
  "event_date",
  "font",
  "high",
  "ip_cidr",
  "locale",
  "lost_links",
  "medium",
  "not_invited",
  "offer_hours",
  "own_confirmation_body",
  "own_invitation_body",
  "own_reminder_footer",
  "party_size",
  "plus_ones",
  "primary_color",
  "response",
  "require_second_factor",
  "rsvp_deadline",
  "send_at",
  "sms_countries",
  "step_up_from",
  "timezone",
];
const VALUES: readonly NameOf<"value">[] = [
  "attending",
  "declined",
  "maybe",
  "false",
  "true",
  "low",
  "medium",
  "high",
  "block",
  "never",
  "off",
  "formal",
  "informal",
  "email",
  "sms",
  "include",
  "skip",
];
/** IDs, which mean nothing to people. */
const ID = /(^|_)ids?$|_by$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Returns the fields that differ, in the order of the newer state, without IDs. */
export function changesOf({ before, after }: Pick<AuditRecord, "before" | "after">): Change[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...names]
    .filter((name) => !ID.test(name))
    .map((field) => ({ field, before: given(before?.[field]), after: given(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

/** Returns the text with a field's name, or the API name as words. */
export function fieldName(field: string): Shown {
  const named = FIELDS.find((name) => name === field);
  if (named !== undefined) return { kind: "words", key: `field-${named}` };
  const words = field.replaceAll("_", " ");
  return { kind: "text", text: words.charAt(0).toUpperCase() + words.slice(1) };
}

/** Returns how to show a value. Text that people wrote, such as a name, is never taken for an enum value. */
export function shownValue(field: string, value: Value): Shown {
  if (field === "languages" || field === "locale") {
    return { kind: "languages", tags: String(value).split(", ") };
  }
  if (field === "audience") return { kind: "audience", audience: String(value) };
  const word = WRITTEN.has(field) ? undefined : VALUES.find((name) => name === String(value));
  if (word !== undefined) return { kind: "words", key: `value-${word}` };
  if (typeof value === "string" && TIME.test(value) && !WRITTEN.has(field)) return { kind: "time", at: value };
  return { kind: "text", text: String(value) };
}

const WRITTEN: ReadonlySet<string> = new Set([
  "name",
  "venue",
  "description",
  "subject",
  "note",
  "table",
  "cancel_message",
  "invitation_subject",
  "questions",
  "tags_added",
  "tags_removed",
]);

/** Treats an empty text as no value, such as an empty list of languages. */
function given(value: Value | null | undefined): Value | null {
  return value === undefined || value === "" ? null : value;
}
