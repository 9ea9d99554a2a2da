import { Hono } from "hono";
import { UnsubscribeState } from "../../features/notifier/schemas.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { textsFor } from "../reader-language.ts";
import { brokenLinkPage, changedPage, unsubscribePage } from "./unsubscribe-page.tsx";

/** The page behind the unsubscribe link of a mail. It needs no script. */
export const unsubscribePages = new Hono<AppEnv>();

const asPage = problemsAsPages(() => null, { texts: textsFor });

/**
 * GET responds with a page unless the client accepts JSON, and POST with JSON unless it accepts HTML: mail programs that
 * unsubscribe with one click (RFC 8058) send no `Accept` for either.
 */
unsubscribePages.use("/unsubscribe", async function showUnsubscribe(c, next) {
  const accept = c.req.header("accept") ?? "";
  const isPage = c.req.method === "GET" ? !accept.includes("application/json") : accept.includes("text/html");
  if (!isPage) {
    await next();
  } else {
    await asPage(c, async () => {
      await next();
      const texts = await textsFor(c);
      if (c.res.status === 400) c.res = respond(c, brokenLinkPage(texts), 400);
      if (!c.res.ok) return;
      const state = UnsubscribeState.parse(await c.res.json());
      const token = c.req.query("token") ?? "";
      const page = c.req.method === "GET" ? unsubscribePage(texts, state, token) : changedPage(texts, state, token);
      c.res = respond(c, page);
    });
  }
  c.header("Vary", "Accept", { append: true });
});
