import * as z from "zod";
import { page } from "../http/endpoint.ts";
import { pageQuery } from "../http/fields.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { markAccess } from "./mark-access.ts";
import { accessLogOf, feedbackOf } from "./present.ts";
import { readAccessLogs, readFeedback } from "./read-access-logs.ts";
import { AccessLog, AccessLogQuery, Feedback, MarkAccess } from "./schemas.ts";

const riskGroup = routes({ tag: "Risk", access: role("viewer", "guests:read"), limits: [perUser("events")] });
export const riskRoutes = riskGroup.app;

riskGroup.get("/events/{eventId}/access-logs", {
  name: "readAccessLogs",
  summary: forDocs("List accesses"),
  description: forDocs("Returns each use of a guest's link with its score, risk band and reasons, newest first."),
  query: AccessLogQuery,
  response: [200, page(AccessLog), forDocs("A page of accesses")],
  run: async (ctx, caller, { query }) => {
    const { rows, nextCursor } = await readAccessLogs(ctx, caller, query);
    return { items: rows.map(accessLogOf), nextCursor };
  },
});

riskGroup.post("/events/{eventId}/access-logs/{logId}/feedback", {
  name: "markAccess",
  summary: forDocs("Give a verdict on an access"),
  description: forDocs(
    "Stores whether an access was the guest's, and trains the scoring engine. `legitimate` makes the device and network the guest's own and verifies the device; `suspicious` undoes both. A second verdict replaces the first. The access keeps its score and band. Any other value returns 400 `invalid_verdict`.",
  ),
  access: role("editor", "guests:write"),
  body: MarkAccess,
  response: [200, Feedback, forDocs("The current verdict")],
  errors: ["invalid_verdict"],
  run: async (ctx, caller, { params, body }) => feedbackOf(await markAccess(ctx, caller, params.logId, body)),
});

riskGroup.get("/events/{eventId}/security/feedback", {
  name: "readFeedback",
  summary: forDocs("List verdicts"),
  description: forDocs(
    "Returns the verdicts on the event's accesses, newest first. A verdict that is replaced while you page moves to the top.",
  ),
  query: z.object(pageQuery),
  response: [200, page(Feedback), forDocs("A page of verdicts")],
  run: async (ctx, caller, { query }) => {
    const { rows, nextCursor } = await readFeedback(ctx, caller, query);
    return { items: rows.map(feedbackOf), nextCursor };
  },
});
