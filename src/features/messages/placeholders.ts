/** What a message may leave open; each recipient's own words are put in when it is sent. */
export const PLACEHOLDERS = ["guest_name", "event_name", "event_date", "venue", "rsvp_link"] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];

/** A comma before a placeholder goes with it: without a venue, "on Friday, {{venue}}." is "on Friday." */
const PATTERN = /(, )?\{\{([^{}]*)\}\}/g;

/** The placeholders in a text that there are not, as they were written. */
export function unknownPlaceholders(text: string): string[] {
  const named = Array.from(text.matchAll(PATTERN), ([, , name = ""]) => name.trim());
  return [...new Set(named.filter((name) => !isPlaceholder(name)))];
}

/**
 * Puts values in place of the placeholders, in one pass: a placeholder inside a value, such as a guest who is called
 * `{{rsvp_link}}`, stays what it is.
 */
export function fillPlaceholders(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(PATTERN, (whole: string, comma: string | undefined, inner: string) => {
    const name = inner.trim();
    if (!isPlaceholder(name)) return whole;
    const value = values[name];
    return value === "" ? "" : `${comma ?? ""}${value}`;
  });
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}
