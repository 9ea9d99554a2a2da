import { Hono } from "hono";
import { AlertsUnsubscribe } from "../../features/alerts/schemas.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { english } from "../../i18n/english.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { brokenLinkPage } from "../unsubscribe/unsubscribe-page.tsx";
import { alertsPage } from "./alerts-page.tsx";

/** The page behind the unsubscribe link of an alert. It needs no script. */
export const alertsPages = new Hono<AppEnv>();

const asPage = problemsAsPages(() => null);

/** As for guests: GET responds with a page unless the client accepts JSON, POST with JSON unless it accepts HTML. */
alertsPages.use("/alerts/unsubscribe", async function showAlerts(c, next) {
  const accept = c.req.header("accept") ?? "";
  const isPage = c.req.method === "GET" ? !accept.includes("application/json") : accept.includes("text/html");
  if (!isPage) {
    await next();
  } else {
    await asPage(c, async () => {
      await next();
      if (c.res.status === 400) c.res = respond(c, brokenLinkPage(english()), 400);
      if (!c.res.ok) return;
      const state = AlertsUnsubscribe.parse(await c.res.json());
      c.res = respond(c, alertsPage(state, c.req.query("token") ?? ""));
    });
  }
  c.header("Vary", "Accept", { append: true });
});
