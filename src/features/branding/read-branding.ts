import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type BrandingState, findBranding } from "./queries.ts";

/** An event that nobody gave a look has this one. */
export const NO_BRANDING: BrandingState = { primaryColor: null, font: null, logoUrl: null, coverUrl: null };

/** How an event looks. */
export async function readBranding(ctx: RequestContext, caller: EventCaller): Promise<BrandingState> {
  const {
    stored: [stored],
  } = await authorizeMember(ctx, caller, { stored: findBranding(ctx.db, caller.eventId) });
  return stored ?? NO_BRANDING;
}
