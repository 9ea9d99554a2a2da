import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { respond } from "../page.tsx";
import { textsFor } from "../reader-language.ts";
import { privacyPage } from "./privacy-page.tsx";

/** The privacy page for guests. Every invitation links to it. */
export const privacyPages = new Hono<AppEnv>();

privacyPages.get("/privacy", async (c) => respond(c, privacyPage(await textsFor(c), c.var.ctx.config.ACCESS_LOG_DAYS)));
