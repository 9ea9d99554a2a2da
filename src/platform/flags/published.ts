/** KV key of the flags at the edge: `[[key, percentage], …]`, sorted by key. */
export const FLAGS_KV_KEY = "flags";

/** A flag and the percentage of users for whom it is on. */
export interface FlagState {
  key: string;
  percentage: number;
}

/** What lies in KV for these flags. Whoever publishes writes the same text, so that nothing changed reads as nothing new. */
export function publishedText(flags: readonly FlagState[]): string {
  return JSON.stringify(flags.map(({ key, percentage }) => [key, percentage]).sort());
}

/** The percentages by key that such a text holds, or null for anything else. */
export function readPublishedText(text: string | null): Map<string, number> | null {
  if (text === null) return null;
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) && entries.every(isEntry) ? new Map(entries) : null;
  } catch {
    return null;
  }
}

function isEntry(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "number";
}
