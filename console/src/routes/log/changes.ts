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

/** What the catalogue has a text for that begins so: `event_date` of `field-event_date`. */
type NameOf<Prefix extends string> =
  Key<"log"> extends infer Known ? (Known extends `${Prefix}-${infer Name}` ? Name : never) : never;

/** The fields whose names are texts of the catalogue; any other is shown as the API calls it. */
const FIELDS: readonly NameOf<"field">[] = [
  ...(["answers_lowered", "arrival_count", "block", "cancel_message", "companion_names"] as const),
  ...(["door_opens_at", "end_time", "event_date", "font", "high", "ip_cidr", "locale", "lost_links"] as const),
  ...(["medium", "offer_hours", "own_confirmation_body", "own_invitation_body"] as const),
  ...(["own_reminder_footer", "party_size", "plus_ones", "primary_color", "response"] as const),
  ...(["require_second_factor", "rsvp_deadline", "send_at", "sms_countries", "step_up_from", "timezone"] as const),
];
/** The words for values of which there are a few. */
const VALUES: readonly NameOf<"value">[] = [
  ...(["attending", "declined", "maybe", "false", "true"] as const),
  ...(["low", "medium", "high", "block", "never", "off"] as const),
];
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
  const named = FIELDS.find((name) => name === field);
  if (named !== undefined) return { kind: "words", key: `field-${named}` };
  const words = field.replaceAll("_", " ");
  return { kind: "text", text: words.charAt(0).toUpperCase() + words.slice(1) };
}

/** How a value is shown. What a person wrote, such as a name, is never taken for one of the words. */
export function shownValue(field: string, value: Value): Shown {
  if (field === "languages" || field === "locale") {
    return { kind: "languages", tags: String(value).split(", ") };
  }
  const word = WRITTEN.has(field) ? undefined : VALUES.find((name) => name === String(value));
  if (word !== undefined) return { kind: "words", key: `value-${word}` };
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
