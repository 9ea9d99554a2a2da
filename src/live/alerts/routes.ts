import { PUBLIC } from "../../http/access.ts";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { changeAlerts, readAlerts } from "./change-alerts.ts";
import { Alerts, AlertsTokenQuery, AlertsUnsubscribe, ChangeAlerts } from "./schemas.ts";
import { previewAlertsLink, turnAlertsOff } from "./turn-alerts-off.ts";

const alertGroup = routes({ tag: "Alerts", access: role("viewer"), limits: [perUser("events")] });
export const alertRoutes = alertGroup.app;

alertGroup.get("/events/{eventId}/alerts", {
  name: "readAlerts",
  summary: "Read what you are told of an event by mail",
  description:
    "Your own settings. Without a choice, the event's host gets a daily digest, blocked accesses and the waitlist, and other members nothing.",
  response: [200, Alerts, "Your settings."],
  run: (ctx, caller) => readAlerts(ctx, caller),
});

alertGroup.put("/events/{eventId}/alerts", {
  name: "changeAlerts",
  summary: "Choose what you are told of an event by mail",
  description: "Your own settings; those of other members stay. Mails go to your confirmed address alone.",
  body: ChangeAlerts,
  response: [200, Alerts, "Your settings."],
  run: (ctx, caller, { body }) => changeAlerts(ctx, caller, body),
});

alertGroup.get("/alerts/unsubscribe", {
  name: "previewAlertsLink",
  summary: "What the unsubscribe link of an alert is about",
  description: "Changes nothing. A client that does not accept JSON gets a page with a button.",
  access: PUBLIC,
  limits: [],
  query: AlertsTokenQuery,
  ignoresUnknownParameters: true,
  response: [200, AlertsUnsubscribe, "The event, and whether its alerts are off"],
  hasPage: true,
  errors: ["invalid_token"],
  run: async (ctx, _, { query }) => present(await previewAlertsLink(ctx, query.token)),
});

alertGroup.post("/alerts/unsubscribe", {
  name: "turnAlertsOff",
  summary: "Turn all alerts of an event off",
  description:
    "The one-click target of the `List-Unsubscribe` header (RFC 8058) of alerts; the body is not read. Idempotent. Only POST turns them off, so that link scanners do not. A browser gets a page.",
  access: PUBLIC,
  limits: [],
  query: AlertsTokenQuery,
  ignoresUnknownParameters: true,
  response: [200, AlertsUnsubscribe, "The event, whose alerts are off"],
  hasPage: true,
  errors: ["invalid_token"],
  run: async (ctx, _, { query }) => present(await turnAlertsOff(ctx, query.token)),
});

function present({ eventName, isOff }: Awaited<ReturnType<typeof previewAlertsLink>>) {
  return { eventName, off: isOff };
}
