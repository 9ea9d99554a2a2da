import type { Companion } from "../db/schema/rsvps.ts";

/** The names of the companions who are coming. A companion whom nobody has named yet has none. */
export function namesOf(companions: readonly Companion[] | null): string[] {
  return (companions ?? []).flatMap(({ attending, name }) => (attending && name ? [name] : []));
}
