import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { UnsubscribeState } from "../../sending/unsubscribe/schemas.ts";
import { pageOfJson, wantsMailPage } from "../page-of-json.ts";
import { problemsAsPages } from "../problem-page.tsx";
import { textsFor } from "../reader-language.ts";
import { brokenLinkPage, changedPage, unsubscribePage } from "./unsubscribe-page.tsx";

/** The page for the unsubscribe link of an email. It needs no script. */
export const unsubscribePages = new Hono<AppEnv>().use(
  "/unsubscribe",
  pageOfJson(UnsubscribeState, {
    isWanted: wantsMailPage,
    problems: problemsAsPages(() => null, { texts: textsFor }),
    async page(c, state) {
      const show = c.req.method === "GET" ? unsubscribePage : changedPage;
      return show(await textsFor(c), state, c.req.query("token") ?? "");
    },
    brokenLink: async (c) => brokenLinkPage(await textsFor(c)),
  }),
);
