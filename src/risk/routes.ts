import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json, page } from "../http/endpoint.ts";
import { pageQuery } from "../http/fields.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { EventPath } from "../platform/authorization/schemas.ts";
import { markAccess } from "./mark-access.ts";
import { presentAccessLog, presentFeedback } from "./present.ts";
import { readAccessLogs, readFeedback } from "./read-access-logs.ts";
import { AccessLog, AccessLogPath, AccessLogQuery, Feedback, MarkAccess } from "./schemas.ts";

export const riskRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

riskRoutes.openapi(
  endpoint({
    name: "readAccessLogs",
    tag: "Risk",
    method: "get",
    path: "/events/{eventId}/access-logs",
    summary: "List accesses with score, band and reasons, newest first",
    access: role("viewer", "guests:read"),
    limits: [perUser("events")],
    params: EventPath,
    query: AccessLogQuery,
    answers: { 200: json(page(AccessLog), "A page of accesses") },
  }),
  async (c) => {
    const { rows, nextCursor } = await readAccessLogs(c.var.ctx, eventCallerOf(c), c.req.valid("query"));
    return c.json({ items: rows.map(presentAccessLog), next_cursor: nextCursor }, 200);
  },
);

riskRoutes.openapi(
  endpoint({
    name: "markAccess",
    tag: "Risk",
    method: "post",
    path: "/events/{eventId}/access-logs/{logId}/feedback",
    summary: "Mark an access as the guest's or as suspicious",
    description:
      "The engine learns from it: `legitimate` makes the device and network the guest's own, `suspicious` undoes that; the device needs no code any more, or again. A second verdict replaces the first. The access keeps its score and band. Any other word is refused with `invalid_verdict`.",
    access: role("editor", "guests:write"),
    limits: [perUser("events")],
    params: AccessLogPath,
    body: MarkAccess,
    answers: { 200: json(Feedback, "The current verdict") },
    refusals: ["invalid_verdict"],
  }),
  async (c) => {
    const { logId } = c.req.valid("param");
    return c.json(presentFeedback(await markAccess(c.var.ctx, eventCallerOf(c), logId, c.req.valid("json"))), 200);
  },
);

riskRoutes.openapi(
  endpoint({
    name: "readFeedback",
    tag: "Risk",
    method: "get",
    path: "/events/{eventId}/security/feedback",
    summary: "List the verdicts on an event's accesses, newest first",
    access: role("viewer", "guests:read"),
    limits: [perUser("events")],
    params: EventPath,
    query: z.object(pageQuery),
    answers: { 200: json(page(Feedback), "A page of verdicts") },
  }),
  async (c) => {
    const { rows, nextCursor } = await readFeedback(c.var.ctx, eventCallerOf(c), c.req.valid("query"));
    return c.json({ items: rows.map(presentFeedback), next_cursor: nextCursor }, 200);
  },
);
