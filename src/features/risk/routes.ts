import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../env.ts";
import { endpoint, json, page } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { perUser } from "../accounts/user-limit.ts";
import { EventPath } from "../events/schemas.ts";
import { eventCallerOf, role } from "../members/require-role.ts";
import { presentAccessLog } from "./present.ts";
import { readAccessLogs } from "./read-access-logs.ts";
import { AccessLog, AccessLogQuery } from "./schemas.ts";

export const riskRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

riskRoutes.openapi(
  endpoint({
    name: "readAccessLogs",
    tag: "Risk",
    method: "get",
    path: "/events/{eventId}/access-logs",
    summary: "Who opened which invitation, how risky it looked and why; newest first",
    access: role("viewer"),
    limits: [perUser("events")],
    params: EventPath,
    query: AccessLogQuery,
    answers: { 200: json(page(AccessLog), "A page of accesses") },
  }),
  async (c) => {
    const { rows, nextCursor } = await readAccessLogs(c.var.services, eventCallerOf(c), c.req.valid("query"));
    return c.json({ items: rows.map(presentAccessLog), next_cursor: nextCursor }, 200);
  },
);
