import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { accountPages } from "./account/routes.ts";
import { alertsPages } from "./alerts/routes.ts";
import { assetRoutes } from "./assets.ts";
import { frameRoutes } from "./console/frame.ts";
import { consoleRoutes } from "./console/routes.ts";
import { doorPages } from "./door/routes.ts";
import { invitationPages } from "./guest/routes.ts";
import { tidyLink } from "./guest/tidy-link.ts";
import { homePages } from "./home/routes.ts";
import { invitePages } from "./invite/routes.ts";
import { languagePages } from "./language/routes.ts";
import { lostLinkPages } from "./lost-link/routes.ts";
import { notMePages } from "./not-me/routes.ts";
import { policyReportRoutes } from "./policy-reports/routes.ts";
import { privacyPages } from "./privacy/routes.ts";
import { replyToPages } from "./reply-to/routes.ts";
import { unsubscribePages } from "./unsubscribe/routes.ts";
import { wellKnownRoutes } from "./well-known/routes.ts";

/** The HTML pages and their scripts. */
export const pageRoutes = new Hono<AppEnv>();

pageRoutes.route("/", assetRoutes);
pageRoutes.route("/", homePages);
pageRoutes.route("/", wellKnownRoutes);
// Before the console, which has every other path below `/app`.
pageRoutes.route("/", frameRoutes);
pageRoutes.route("/", consoleRoutes);
pageRoutes.use("/i/*", tidyLink);
pageRoutes.route("/", invitationPages);
pageRoutes.route("/", doorPages);
pageRoutes.route("/", accountPages);
pageRoutes.route("/", invitePages);
pageRoutes.route("/", unsubscribePages);
pageRoutes.route("/", privacyPages);
pageRoutes.route("/", alertsPages);
pageRoutes.route("/", replyToPages);
pageRoutes.route("/", languagePages);
pageRoutes.route("/", lostLinkPages);
pageRoutes.route("/", notMePages);
pageRoutes.route("/", policyReportRoutes);
