import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json, page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { EventPath } from "../../platform/authorization/schemas.ts";
import { presentRecord, presentVerification } from "./present.ts";
import { readAudit, verifyAudit } from "./read-audit.ts";
import { AuditRecord, AuditVerification, NotedHead } from "./schemas.ts";

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

auditRoutes.openapi(
  endpoint({
    name: "verifyAudit",
    tag: "Audit",
    method: "get",
    path: "/events/{eventId}/audit/verify",
    summary: "Recompute the chain of the audit records",
    description:
      "Each record carries a hash that covers the hash before it, so that a record that was changed, removed, inserted or moved in the database is found. With `sequence` and `head` of an earlier answer, it also says whether that head is still part of the chain.",
    access: role("owner"),
    limits: [perUser("events")],
    params: EventPath,
    query: NotedHead,
    answers: { 200: json(AuditVerification, "Whether the chain is intact, and its head") },
  }),
  async (c) => {
    const { sequence, head } = c.req.valid("query");
    const noted = sequence === undefined || head === undefined ? null : { sequence, hash: head };
    return c.json(presentVerification(await verifyAudit(c.var.ctx, eventCallerOf(c), noted)), 200);
  },
);
