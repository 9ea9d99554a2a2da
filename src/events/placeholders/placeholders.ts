/** What the text of a message may contain as `{{name}}`, filled in for each recipient when it is sent. */
export const PLACEHOLDERS = [
  "guest_name",
  "first_name",
  "event_name",
  "event_date",
  "days_away",
  "reply_by",
  "venue",
  "rsvp_link",
] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];

/** With the comma before it, which an empty value removes too: without a venue, "on Friday, {{venue}}." is "on Friday." */
const PATTERN = /(, )?\{\{([^{}]*)\}\}/g;

/** The placeholders in a text that do not exist, as they were written. */
export function unknownPlaceholders(text: string): string[] {
  const named = Array.from(text.matchAll(PATTERN), ([, , name = ""]) => name.trim());
  return [...new Set(named.filter((name) => !isPlaceholder(name)))];
}

/**
 * Replaces the placeholders by values, in one pass: a placeholder inside a value, such as the name of a guest who is
 * called `{{rsvp_link}}`, is not replaced.
 */
export function fillPlaceholders(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(PATTERN, (whole: string, comma: string | undefined, inner: string) => {
    const name = inner.trim();
    if (!isPlaceholder(name)) return whole;
    const value = values[name];
    return value === "" ? "" : `${comma ?? ""}${value}`;
  });
}

/**
 * As `fillPlaceholders`, in a text message: GSM-7 has one space and one apostrophe, and any other halves what fits into a segment.
 * The apostrophe is changed where it is ours: a person's name stays as it was written.
 */
export function fillTextMessage(text: string, values: Readonly<Record<Placeholder, string>>): string {
  const straight = (value: string) => value.replaceAll("’", "'");
  const { event_date, days_away, reply_by } = values;
  const ours = { event_date: straight(event_date), days_away: straight(days_away), reply_by: straight(reply_by) };
  const plain = { ...values, ...ours };
  return fillPlaceholders(text, plain).replace(/[\u00a0\u202f]/g, " ");
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}
