import { OpenAPIHono } from "@hono/zod-openapi";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json, jsonOrPage } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { EventPath } from "../../platform/authorization/schemas.ts";
import { changeAlerts, readAlerts } from "./change-alerts.ts";
import { Alerts, AlertsTokenQuery, AlertsUnsubscribe, ChangeAlerts } from "./schemas.ts";
import { previewAlertsLink, turnAlertsOff } from "./turn-alerts-off.ts";

const tag = "Alerts";
const limits = [perUser("events")];

export const alertRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

alertRoutes.openapi(
  endpoint({
    name: "readAlerts",
    tag,
    method: "get",
    path: "/events/{eventId}/alerts",
    summary: "Read what you are told of an event by mail",
    description:
      "Your own settings. Without a choice, the event's host gets a daily digest, blocked accesses and the waitlist, and other members nothing.",
    access: role("viewer"),
    limits,
    params: EventPath,
    answers: { 200: json(Alerts, "Your settings.") },
  }),
  async (c) => c.json(await readAlerts(c.var.ctx, eventCallerOf(c)), 200),
);

alertRoutes.openapi(
  endpoint({
    name: "changeAlerts",
    tag,
    method: "put",
    path: "/events/{eventId}/alerts",
    summary: "Choose what you are told of an event by mail",
    description: "Your own settings; those of other members stay. Mails go to your confirmed address alone.",
    access: role("viewer"),
    limits,
    params: EventPath,
    body: ChangeAlerts,
    answers: { 200: json(Alerts, "Your settings.") },
  }),
  async (c) => c.json(await changeAlerts(c.var.ctx, eventCallerOf(c), c.req.valid("json")), 200),
);

alertRoutes.openapi(
  endpoint({
    name: "previewAlertsLink",
    tag,
    method: "get",
    path: "/alerts/unsubscribe",
    summary: "What the unsubscribe link of an alert is about",
    description: "Changes nothing. A client that does not accept JSON gets a page with a button.",
    access: PUBLIC,
    query: AlertsTokenQuery,
    ignoresUnknownParameters: true,
    answers: { 200: jsonOrPage(AlertsUnsubscribe, "The event, and whether its alerts are off") },
    refusals: ["invalid_token"],
  }),
  async (c) => c.json(present(await previewAlertsLink(c.var.ctx, c.req.valid("query").token)), 200),
);

alertRoutes.openapi(
  endpoint({
    name: "turnAlertsOff",
    tag,
    method: "post",
    path: "/alerts/unsubscribe",
    summary: "Turn all alerts of an event off",
    description:
      "The one-click target of the `List-Unsubscribe` header (RFC 8058) of alerts; the body is not read. Idempotent. Only POST turns them off, so that link scanners do not. A browser gets a page.",
    access: PUBLIC,
    query: AlertsTokenQuery,
    ignoresUnknownParameters: true,
    answers: { 200: jsonOrPage(AlertsUnsubscribe, "The event, whose alerts are off") },
    refusals: ["invalid_token"],
  }),
  async (c) => c.json(present(await turnAlertsOff(c.var.ctx, c.req.valid("query").token)), 200),
);

function present({ eventName, isOff }: Awaited<ReturnType<typeof previewAlertsLink>>) {
  return { event_name: eventName, off: isOff };
}
