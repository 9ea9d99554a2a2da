/** What a copy may take along besides the settings. */
export const INCLUDED = ["guests", "branding", "messages", "questions", "texts"] as const;
