import { PUBLIC } from "../../http/access.ts";
import { routes } from "../../http/routes.ts";
import { MAIL_LINK_LIMITS, perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { changeAlerts, readAlerts } from "./change-alerts.ts";
import { Alerts, AlertsTokenQuery, AlertsUnsubscribe, ChangeAlerts } from "./schemas.ts";
import { previewAlertsLink, turnAlertsOff } from "./turn-alerts-off.ts";

const alertGroup = routes({ tag: "Alerts", access: role("viewer"), limits: [perUser("events")] });
export const alertRoutes = alertGroup.app;

alertGroup.get("/events/{eventId}/alerts", {
  name: "readAlerts",
  summary: forDocs("Get your alert settings"),
  description: forDocs(
    "Returns your email alerts for this event. By default the host gets a daily digest, blocked accesses and waitlist alerts; other members get none.",
  ),
  response: [200, Alerts, forDocs("Your settings")],
  run: (ctx, caller) => readAlerts(ctx, caller),
});

alertGroup.put("/events/{eventId}/alerts", {
  name: "changeAlerts",
  summary: forDocs("Update your alert settings"),
  description: forDocs(
    "Replaces your email alerts for this event; other members keep theirs. Alerts go only to your verified address. With `expected_updated_at`, settings that you changed since return 409 `alerts_changed` with the current `alerts`.",
  ),
  body: ChangeAlerts,
  response: [200, Alerts, forDocs("Your settings")],
  errors: ["alerts_changed"],
  run: (ctx, caller, { body }) => changeAlerts(ctx, caller, body),
});

alertGroup.get("/alerts/unsubscribe", {
  name: "previewAlertsLink",
  summary: forDocs("Preview an alert unsubscribe link"),
  description: forDocs(
    "Returns the event that the link is about, and changes nothing. A client that does not accept JSON gets a page with a button.",
  ),
  access: PUBLIC,
  limits: MAIL_LINK_LIMITS,
  query: AlertsTokenQuery,
  ignoresUnknownParameters: true,
  response: [200, AlertsUnsubscribe, forDocs("The event, and whether its alerts are off")],
  hasPage: true,
  errors: ["invalid_token"],
  run: async (ctx, _, { query }) => present(await previewAlertsLink(ctx, query.token)),
});

alertGroup.post("/alerts/unsubscribe", {
  name: "turnAlertsOff",
  summary: forDocs("Unsubscribe from an event's alerts"),
  description: forDocs(
    "Turns off all your alerts of the event. This is the one-click target of the `List-Unsubscribe` header (RFC 8058) of alerts, and the body is ignored. Repeating the request changes nothing. GET does not unsubscribe, so that link scanners cannot. A browser gets a page.",
  ),
  access: PUBLIC,
  limits: MAIL_LINK_LIMITS,
  query: AlertsTokenQuery,
  ignoresUnknownParameters: true,
  response: [200, AlertsUnsubscribe, forDocs("The event, whose alerts are off")],
  hasPage: true,
  errors: ["invalid_token"],
  run: async (ctx, _, { query }) => present(await turnAlertsOff(ctx, query.token)),
});

function present({ eventName, isOff }: Awaited<ReturnType<typeof previewAlertsLink>>) {
  return { eventName, off: isOff };
}
