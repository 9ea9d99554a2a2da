import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { serveScript } from "../assets.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { textsFor } from "../reader-language.ts";
import { scanPage } from "./scan-page.tsx";

/** The service worker only fetches the page and its script. */
const OFFLINE_POLICY = "default-src 'none'; connect-src 'self'";

export const doorPages = new Hono<AppEnv>();

doorPages.use(
  "/scan",
  problemsAsPages(() => null, { texts: textsFor }),
);

/** The same page for every event: the ticket follows the `#` of the address, which browsers do not send. */
doorPages.get("/scan", async (c) => respond(c, scanPage(await textsFor(c))));

/** The service worker of the scanner. At the root, because its scope is its own folder. */
doorPages.get("/scan-offline.js", async (c) => {
  const script = await serveScript(c, "scan-offline.js");
  script.headers.set("Content-Security-Policy", OFFLINE_POLICY);
  return script;
});
