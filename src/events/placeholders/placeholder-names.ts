/** Placeholders for the text of a message, written `{{name}}`. They are filled in for each recipient on sending. */
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
