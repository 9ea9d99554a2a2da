/** Placeholders of a text, written `{{name}}`. The API fills them in for each guest. */
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

/** Returns the first unknown placeholder of a text, or null. */
export function unknownPlaceholder(text: string): string | null {
  const names = Array.from(text.matchAll(/\{\{([^{}]*)\}\}/g), ([, name = ""]) => name.trim());
  return names.find((name) => !(PLACEHOLDERS as readonly string[]).includes(name)) ?? null;
}
