import type { RequestContext } from "../../context.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { type BrandingState, findBranding } from "./queries.ts";

/** The branding of an event before its first change. */
export const DEFAULT_BRANDING: BrandingState = {
  primaryColor: null,
  font: null,
  logoUrl: null,
  coverUrl: null,
  theme: null,
};

/** The branding of an event. */
export async function readBranding(ctx: RequestContext, caller: EventCaller): Promise<BrandingState> {
  const {
    stored: [stored],
  } = await authorizeMember(ctx, caller, { stored: findBranding(ctx.db, caller.eventId) });
  return stored ?? DEFAULT_BRANDING;
}
