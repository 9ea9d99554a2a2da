import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { eventBranding } from "../../db/schema/events.ts";

/** What a host chooses; null is the default. */
export interface BrandingState {
  primaryColor: string | null;
  font: string | null;
  logoUrl: string | null;
  coverUrl: string | null;
}

/** An event's branding: no row when nobody ever chose anything. */
export function findBranding(db: Database, eventId: string) {
  return db
    .select({
      primaryColor: eventBranding.primaryColor,
      font: eventBranding.font,
      logoUrl: eventBranding.logoUrl,
      coverUrl: eventBranding.coverUrl,
    })
    .from(eventBranding)
    .where(eq(eventBranding.eventId, eventId))
    .limit(1);
}

/**
 * Whether an event's branding is as it was read, and its reader may still change it: the condition of a change and of
 * its record.
 * @param standing whether the reader may, as `hasStanding` asks
 * @param asRead null: there was none
 */
export function mayReplace(roleCondition: SQL, eventId: string, asRead: BrandingState | null): SQL {
  return sql`${roleCondition} and ${isAsRead(eventId, asRead)}`;
}

function isAsRead(eventId: string, asRead: BrandingState | null): SQL {
  const stored = eq(eventBranding.eventId, eventId);
  if (asRead === null) return sql`not exists (select 1 from ${eventBranding} where ${stored})`;
  const same = and(
    stored,
    sql`${eventBranding.primaryColor} is ${asRead.primaryColor}`,
    sql`${eventBranding.font} is ${asRead.font}`,
    sql`${eventBranding.logoUrl} is ${asRead.logoUrl}`,
    sql`${eventBranding.coverUrl} is ${asRead.coverUrl}`,
  );
  return sql`exists (select 1 from ${eventBranding} where ${same})`;
}

/** Writes an event's branding, whether it had one or not, if the guard holds; returns no row when it does not. */
export function putBranding(db: Database, eventId: string, state: BrandingState, updatedAt: number, guard: SQL) {
  const { primaryColor, font, logoUrl, coverUrl } = state;
  return db
    .insert(eventBranding)
    .select(sql`select ${eventId}, ${primaryColor}, ${font}, ${logoUrl}, ${coverUrl}, ${updatedAt} where ${guard}`)
    .onConflictDoUpdate({ target: eventBranding.eventId, set: { ...state, updatedAt } })
    .returning({ eventId: eventBranding.eventId });
}
