import { eq } from "drizzle-orm";
import type * as z from "zod";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { eventBranding } from "../../db/schema/events.ts";
import { BRANDING } from "../../db/selected-columns.ts";
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

export async function readBranding(ctx: RequestContext, caller: EventCaller): Promise<BrandingState> {
  const {
    stored: [stored],
  } = await authorizeMember(ctx, caller, { stored: findBranding(ctx.db, caller.eventId) });
  return stored ?? DEFAULT_BRANDING;
}

/** The branding of an event; null renders with the default. */
export type BrandingState = Pick<
  typeof eventBranding.$inferSelect,
  "primaryColor" | "font" | "logoUrl" | "coverUrl" | "theme"
>;

/** An event's branding; no row before its first change. */
export function findBranding(db: Database, eventId: string) {
  const { updatedAt } = eventBranding;
  return db
    .select({ ...BRANDING, updatedAt })
    .from(eventBranding)
    .where(eq(eventBranding.eventId, eventId))
    .limit(1);
}

/** The wire form of branding, also used in audit records. */
export function presentBranding(state: BrandingState): z.output<typeof Branding> {
  return {
    primary_color: state.primaryColor,
    font: state.font,
    logo_url: state.logoUrl,
    cover_url: state.coverUrl,
    theme: themeNamed(state.theme),
  };
}
