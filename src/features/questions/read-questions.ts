import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { findQuestions } from "./queries.ts";
import type { QuestionList } from "./replaced-questions.ts";

/** The questions that an event asks its guests, and those that it has asked before. */
export async function readQuestions(ctx: RequestContext, caller: EventCaller): Promise<QuestionList> {
  const {
    stored: [stored],
  } = await authorizeMember(ctx, caller, { stored: findQuestions(ctx.db, caller.eventId) });
  return stored ?? { items: [], removed: [] };
}
