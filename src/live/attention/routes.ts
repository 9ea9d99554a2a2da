import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { callerOf, session } from "../../identity/accounts/session.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { EventPath } from "../../platform/authorization/schemas.ts";
import { presentAttention } from "./present.ts";
import { readAllAttention, readAttention } from "./read-attention.ts";
import { Attention } from "./schemas.ts";

const tag = "Events";
const limits = [perUser("events")];

export const attentionRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

attentionRoutes.openapi(
  endpoint({
    name: "listAttention",
    tag,
    method: "get",
    path: "/events/attention",
    summary: "List what needs you, by event",
    description: "Of the events to come on which you have a role. Events of which nothing needs you are left out.",
    access: session("events:read"),
    limits,
    answers: { 200: json(z.object({ items: z.array(Attention) }).openapi("AttentionList"), "The counts, by event.") },
  }),
  async (c) => c.json({ items: (await readAllAttention(c.var.ctx, callerOf(c))).map(presentAttention) }, 200),
);

attentionRoutes.openapi(
  endpoint({
    name: "readAttention",
    tag,
    method: "get",
    path: "/events/{eventId}/attention",
    summary: "Read what of an event needs you",
    access: role("viewer", "events:read"),
    limits,
    params: EventPath,
    answers: { 200: json(Attention, "The counts.") },
  }),
  async (c) => c.json(presentAttention(await readAttention(c.var.ctx, eventCallerOf(c))), 200),
);
