import { newId } from "../../kernel/ids.ts";
import type { RequestContext } from "../../request-context.ts";
import type { PresentedView } from "../access/schemas.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { mergeBranding } from "../branding/change-branding.ts";
import { DEFAULT_BRANDING } from "../branding/read-branding.ts";
import { draftView } from "./draft-view.ts";
import type { NewEventDraft } from "./schemas.ts";

/** The invitation to an event that is not created yet, as its guests would see it. Writes nothing. */
export async function previewNewEvent(
  ctx: RequestContext,
  caller: Caller,
  { event, branding = {} }: NewEventDraft,
): Promise<PresentedView> {
  const { user } = await authorizeUser(ctx, caller, {});
  return draftView({
    event: { ...event, id: newId(ctx.clock.now()), cancelledAt: null, cancelMessage: null },
    branding: mergeBranding(DEFAULT_BRANDING, branding),
    hostName: user.name,
    questions: null,
    guest: null,
  });
}
