import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { english } from "../../i18n/english.ts";
import { AlertsUnsubscribe } from "../../live/alerts/schemas.ts";
import { pageOfJson, wantsMailPage } from "../page-of-json.ts";
import { problemsAsPages } from "../problem-page.tsx";
import { brokenLinkPage } from "../unsubscribe/unsubscribe-page.tsx";
import { alertsPage } from "./alerts-page.tsx";

/** The page behind the unsubscribe link of an alert. It needs no script. */
export const alertsPages = new Hono<AppEnv>().use(
  "/alerts/unsubscribe",
  pageOfJson(AlertsUnsubscribe, {
    isWanted: wantsMailPage,
    problems: problemsAsPages(() => null),
    page: (c, state) => alertsPage(state, c.req.query("token") ?? ""),
    brokenLink: () => brokenLinkPage(english()),
  }),
);
