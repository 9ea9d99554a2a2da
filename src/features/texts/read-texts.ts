import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { findTexts } from "./queries.ts";
import { OUR_WORDS, type SavedWords } from "./words.ts";

/** The host's own words of an event. */
export async function readTexts(ctx: RequestContext, caller: EventCaller): Promise<SavedWords> {
  const { texts } = await authorizeMember(ctx, caller, { texts: findTexts(ctx.db, caller.eventId) });
  return texts[0] ?? OUR_WORDS;
}
