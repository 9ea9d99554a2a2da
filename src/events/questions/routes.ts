import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { readQuestions, replaceQuestions } from "./questions.ts";
import { PutQuestions, Questions } from "./schemas.ts";

const path = "/events/{eventId}/questions";

const questionGroup = routes({ tag: "Events", access: role("viewer", "events:read"), limits: [perUser("events")] });
export const questionRoutes = questionGroup.app;

questionGroup.get(path, {
  name: "readQuestions",
  summary: forDocs("List questions"),
  description: forDocs("Returns the questions that the event asks its guests, and the removed ones."),
  response: [200, Questions, forDocs("The questions, and those that were removed")],
  run: (ctx, caller) => readQuestions(ctx, caller),
});

questionGroup.put(path, {
  name: "replaceQuestions",
  summary: forDocs("Replace questions"),
  description: forDocs(
    "Replaces the questions of the event, at most 20, in the order in which they are asked. A question with its `id` keeps its answers; its kind cannot change. An omitted question is no longer asked; its answers stay with the RSVPs and in exports. An RSVP that is submitted during the change is validated against the new questions. With `expected_updated_at`, questions that changed since return 409 `questions_changed` with the current `questions`.",
  ),
  access: role("editor", "events:write"),
  body: PutQuestions,
  response: [200, Questions, forDocs("The new questions")],
  errors: ["questions_changed"],
  run: (ctx, caller, { body }) => replaceQuestions(ctx, caller, body),
});
