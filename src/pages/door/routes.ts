import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { serveScript } from "../assets.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { scanPage } from "./scan-page.tsx";

/** The worker asks for the page and its script again, and for nothing else. */
const OFFLINE_POLICY = "default-src 'none'; connect-src 'self'";

export const doorPages = new Hono<AppEnv>();

doorPages.use(
  "/scan",
  problemsAsPages(() => null),
);

/** The same for everybody: the ticket stands behind the `#` of the address and never reaches the server. */
doorPages.get("/scan", (c) => respond(c, scanPage()));

/** Keeps the scanner at hand without a network. At the root, because a worker rules over what lies below it. */
doorPages.get("/scan-offline.js", async (c) => {
  const script = await serveScript(c, "scan-offline.js");
  script.headers.set("Content-Security-Policy", OFFLINE_POLICY);
  return script;
});
