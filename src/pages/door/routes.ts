import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { serveWorker } from "../assets.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { textsFor } from "../reader-language.ts";
import { scanPage } from "./scan-page.tsx";

export const doorPages = new Hono<AppEnv>();

doorPages.use(
  "/scan",
  problemsAsPages(() => null, { texts: textsFor }),
);

/** One page for every event: the ticket is in the URL's fragment, which browsers do not send. */
doorPages.get("/scan", async (c) => respond(c, scanPage(await textsFor(c))));

/** The service worker of the scanner. At the root, because its scope is its own folder. */
doorPages.get("/scan-offline.js", (c) => serveWorker(c, "scan-offline.js"));
