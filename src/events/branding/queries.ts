import { and, eq, type SQL, sql } from "drizzle-orm";
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
  return db.select(BRANDING).from(eventBranding).where(eq(eventBranding.eventId, eventId)).limit(1);
}

/**
 * Whether the branding is unchanged since it was read and the caller still has the role: the compare-and-swap condition
 * of a change and of its audit record.
 * @param roleCondition as `hasRole` builds it
 * @param expected the state that was read; null: no row
 */
export function replaceCondition(roleCondition: SQL, eventId: string, expected: BrandingState | null): SQL {
  return sql`${roleCondition} and ${isUnchanged(eventId, expected)}`;
}

function isUnchanged(eventId: string, expected: BrandingState | null): SQL {
  const stored = eq(eventBranding.eventId, eventId);
  if (expected === null) return sql`not exists (select 1 from ${eventBranding} where ${stored})`;
  const same = and(
    stored,
    sql`${eventBranding.primaryColor} is ${expected.primaryColor}`,
    sql`${eventBranding.font} is ${expected.font}`,
    sql`${eventBranding.logoUrl} is ${expected.logoUrl}`,
    sql`${eventBranding.coverUrl} is ${expected.coverUrl}`,
    sql`${eventBranding.theme} is ${expected.theme}`,
  );
  return sql`exists (select 1 from ${eventBranding} where ${same})`;
}

/** Upserts an event's branding if the guard holds; returns no row otherwise. */
export function putBranding(db: Database, eventId: string, state: BrandingState, updatedAt: number, guard: SQL) {
  const { primaryColor, font, logoUrl, coverUrl, theme } = state;
  return db
    .insert(eventBranding)
    .select(sql`select ${eventId}, ${primaryColor}, ${font}, ${logoUrl}, ${coverUrl}, ${updatedAt}, ${theme}
      where ${guard}`)
    .onConflictDoUpdate({ target: eventBranding.eventId, set: { ...state, updatedAt } })
    .returning({ eventId: eventBranding.eventId });
}
