/** What the text of a mail may contain as `{{name}}`; the API fills it in for each guest. */
export const PLACEHOLDERS = [
  "first_name",
  "guest_name",
  "event_name",
  "event_date",
  "days_away",
  "reply_by",
  "venue",
  "rsvp_link",
] as const;

/** The first placeholder of a text that does not exist, as it was written; null if there is none. */
export function unknownPlaceholder(text: string): string | null {
  const names = Array.from(text.matchAll(/\{\{([^{}]*)\}\}/g), ([, name = ""]) => name.trim());
  return names.find((name) => !(PLACEHOLDERS as readonly string[]).includes(name)) ?? null;
}
