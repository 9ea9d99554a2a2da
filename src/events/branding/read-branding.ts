import { eq } from "drizzle-orm";
import type * as z from "zod";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { eventBranding } from "../../db/schema/events.ts";
import { BRANDING } from "../../db/selected-columns.ts";
import { toWireOrNull } from "../../kernel/clock.ts";
import { themeNamed } from "../../kernel/themes.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import type { Branding } from "./schemas.ts";

/** The branding of an event before its first change. */
export const DEFAULT_BRANDING: BrandingState = {
  primaryColor: null,
  font: null,
  logoUrl: null,
  coverUrl: null,
  theme: null,
};

export async function readBranding(ctx: RequestContext, caller: EventCaller): Promise<SavedBranding> {
  const { stored } = await authorizeMember(ctx, caller, { stored: one(findBranding(ctx.db, caller.eventId)) });
  return stored ?? { ...DEFAULT_BRANDING, updatedAt: null };
}

/** The branding of an event; null renders with the default. */
export type BrandingState = Pick<
  typeof eventBranding.$inferSelect,
  "primaryColor" | "font" | "logoUrl" | "coverUrl" | "theme"
>;

/** The branding with its version; null: it was never changed. */
export type SavedBranding = BrandingState & { updatedAt: number | null };

/** An event's branding; no row before its first change. */
export function findBranding(db: Database, eventId: string) {
  const { updatedAt } = eventBranding;
  return db
    .select({ ...BRANDING, updatedAt })
    .from(eventBranding)
    .where(eq(eventBranding.eventId, eventId))
    .limit(1);
}

/** The wire form of branding. */
export function presentBranding(state: SavedBranding): z.output<typeof Branding> {
  return { ...auditedBranding(state), updated_at: toWireOrNull(state.updatedAt) };
}

/** The fields of branding in audit records. */
export function auditedBranding(state: BrandingState): Omit<z.output<typeof Branding>, "updated_at"> {
  return {
    primary_color: state.primaryColor,
    font: state.font,
    logo_url: state.logoUrl,
    cover_url: state.coverUrl,
    theme: themeNamed(state.theme),
  };
}
