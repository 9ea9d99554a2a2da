import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { eventBranding } from "../../db/schema/events.ts";
import { BRANDING } from "../../db/selected-columns.ts";

/** The branding of an event; null renders with the default. */
export interface BrandingState {
  primaryColor: string | null;
  font: string | null;
  logoUrl: string | null;
  coverUrl: string | null;
  theme: string | null;
}

/** An event's branding; no row before its first change. */
export function findBranding(db: Database, eventId: string) {
  const { updatedAt } = eventBranding;
  return db
    .select({ ...BRANDING, updatedAt })
    .from(eventBranding)
    .where(eq(eventBranding.eventId, eventId))
    .limit(1);
}
