import * as z from "zod";
import { download } from "../../http/download.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { shownTo } from "../../platform/authorization/api-key.ts";
import { EventPath } from "../../platform/authorization/schemas.ts";
import { exportAnalytics, readAnalytics, readArrivals } from "./read-analytics.ts";
import { Analytics, AnalyticsQuery, ArrivalCounts } from "./schemas.ts";

const tag = "Analytics";
const limits = [perUser("events")];

const analyticsGroup = routes({
  tag,
  access: role("viewer", "analytics:read"),
  limits,
});
export const analyticsRoutes = analyticsGroup.app;

analyticsRoutes.openapi(
  endpoint({
    name: "readAnalytics",
    tag,
    method: "get",
    path: "/events/{eventId}/analytics",
    summary: forDocs("Get analytics"),
    description: forDocs(
      "Returns counts of the event's invitations, RSVPs and check-ins. They are at most 60 seconds old; the header `X-Cache` says whether they were cached.",
    ),
    access: role("viewer", "analytics:read"),
    limits,
    params: EventPath,
    query: AnalyticsQuery,
    responses: {
      200: {
        ...json(Analytics, forDocs("The analytics")),
        headers: {
          "X-Cache": {
            description: forDocs("`miss`: counted for this response; `hit`: cached"),
            schema: { type: "string" },
          },
        },
      },
    },
  }),
  async (c) => {
    const { days } = c.req.valid("query");
    const caller = eventCallerOf(c);
    const { analytics, cached } = await readAnalytics(c.var.ctx, caller, days);
    const shown = shownTo(caller.session, Analytics, analytics);
    return c.json(shown, 200, { "X-Cache": cached ? "hit" : "miss" });
  },
);

analyticsGroup.get("/events/{eventId}/analytics/arrivals", {
  name: "readArrivals",
  summary: forDocs("Count arrivals"),
  description: forDocs("Returns how many guests and people arrived in each quarter of an hour."),
  response: [200, ArrivalCounts, forDocs("The arrivals")],
  isPresented: true,
  run: (ctx, caller) => readArrivals(ctx, caller),
});

analyticsRoutes.openapi(
  endpoint({
    name: "exportAnalytics",
    tag,
    method: "get",
    path: "/events/{eventId}/analytics/export.csv",
    summary: forDocs("Export analytics as CSV"),
    description: forDocs(
      "Returns one row per guest with the invitation, the RSVP and the arrival. The file is UTF-8 with a byte order mark. Times are in UTC and, in columns that end in `_local`, in the event's time zone. For an API key without `guests:read`, the cells of `name`, `email` and `phone` are empty. A cell that a spreadsheet would run as a formula starts with an apostrophe.",
    ),
    access: role("viewer", "analytics:read"),
    limits,
    params: EventPath,
    responses: { 200: { description: forDocs("One row per guest"), content: { "text/csv": { schema: z.string() } } } },
  }),
  async (c) => {
    return download(c, {
      ...(await exportAnalytics(c.var.ctx, eventCallerOf(c))),
      mediaType: "text/csv; charset=utf-8",
    });
  },
);
