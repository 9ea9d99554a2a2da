import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { assetRoutes } from "./assets.ts";
import { invitationPages } from "./invitation/routes.ts";

/** What people open in a browser. */
export const pageRoutes = new Hono<AppEnv>();

pageRoutes.route("/", assetRoutes);
pageRoutes.route("/", invitationPages);
