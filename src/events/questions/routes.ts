import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { EventPath } from "../../platform/authorization/schemas.ts";
import { readQuestions, replaceQuestions } from "./questions.ts";
import { PutQuestions, Questions } from "./schemas.ts";

const tag = "Events";
const path = "/events/{eventId}/questions";
const limits = [perUser("events")];

export const questionRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

questionRoutes.openapi(
  endpoint({
    name: "readQuestions",
    tag,
    method: "get",
    path,
    summary: "List the questions that an event asks its guests",
    access: role("viewer", "events:read"),
    limits,
    params: EventPath,
    answers: { 200: json(Questions, "The questions, and those that were removed.") },
  }),
  async (c) => {
    const { items, removed } = await readQuestions(c.var.ctx, eventCallerOf(c));
    return c.json({ items, removed }, 200);
  },
);

questionRoutes.openapi(
  endpoint({
    name: "replaceQuestions",
    tag,
    method: "put",
    path,
    summary: "Replace the questions that an event asks its guests",
    description:
      "At most 20, in the order in which they are asked. A question that keeps its `id` keeps its answers; its kind can't change. One that is left out is asked no more: the answers that were given stay with the guests' RSVPs and in exports. An answer that is on its way while the questions change is judged by the new ones.",
    access: role("editor", "events:write"),
    limits,
    params: EventPath,
    body: PutQuestions,
    answers: { 200: json(Questions, "The new questions.") },
    refusals: ["questions_changed"],
  }),
  async (c) => {
    const { items, removed } = await replaceQuestions(c.var.ctx, eventCallerOf(c), c.req.valid("json").items);
    return c.json({ items, removed }, 200);
  },
);
