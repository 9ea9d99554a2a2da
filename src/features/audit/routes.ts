import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json, page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { perUser } from "../accounts/user-limit.ts";
import { eventCallerOf, role } from "../members/role-guard.ts";
import { EventPath } from "../members/schemas.ts";
import { presentRecord } from "./present.ts";
import { readAudit } from "./read-audit.ts";
import { AuditRecord } from "./schemas.ts";

export const auditRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

auditRoutes.openapi(
  endpoint({
    name: "readAudit",
    tag: "Audit",
    method: "get",
    path: "/events/{eventId}/audit",
    summary: "List the audit records of an event, newest first",
    description: "Each record has the actor and the state before and after the change, without secrets.",
    access: role("owner"),
    limits: [perUser("events")],
    params: EventPath,
    query: z.object(pageQuery),
    answers: { 200: json(page(AuditRecord), "A page of audit records.") },
  }),
  async (c) => {
    const { rows, nextCursor } = await readAudit(c.var.ctx, eventCallerOf(c), c.req.valid("query"));
    return c.json({ items: rows.map(presentRecord), next_cursor: nextCursor }, 200);
  },
);
