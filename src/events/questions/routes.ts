import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { readQuestions, replaceQuestions } from "./questions.ts";
import { PutQuestions, Questions } from "./schemas.ts";

const path = "/events/{eventId}/questions";

const questionGroup = routes({ tag: "Events", access: role("viewer", "events:read"), limits: [perUser("events")] });
export const questionRoutes = questionGroup.app;

questionGroup.get(path, {
  name: "readQuestions",
  summary: "List the questions that an event asks its guests",
  response: [200, Questions, "The questions, and those that were removed."],
  run: async (ctx, caller) => {
    const { items, removed } = await readQuestions(ctx, caller);
    return { items, removed };
  },
});

questionGroup.put(path, {
  name: "replaceQuestions",
  summary: "Replace the questions that an event asks its guests",
  description:
    "At most 20, in the order in which they are asked. A question that keeps its `id` keeps its answers; its kind can't change. One that is left out is asked no more: the answers that were given stay with the guests' RSVPs and in exports. An answer that is on its way while the questions change is judged by the new ones.",
  access: role("editor", "events:write"),
  body: PutQuestions,
  response: [200, Questions, "The new questions."],
  errors: ["questions_changed"],
  run: async (ctx, caller, { body }) => {
    const { items, removed } = await replaceQuestions(ctx, caller, body.items);
    return { items, removed };
  },
});
