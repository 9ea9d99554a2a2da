import { Hono } from "hono";
import { readReport } from "../../features/access-reports/read-report.ts";
import { reportAccess } from "../../features/access-reports/report-access.ts";
import { reportPath } from "../../features/access-reports/report-link.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { limitForm } from "../form-body.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { textsFor } from "../reader-language.ts";
import { notMePage, reportedPage } from "./not-me-page.tsx";

/** The page behind "It wasn't me" in guests' mails. It needs no script. */
export const notMePages = new Hono<AppEnv>();

notMePages.use(
  "/not-me/:token",
  problemsAsPages(() => null, {
    texts: textsFor,
    headings: { invalid_token: "unsubscribe.broken-title", report_expired: "problem.link-expired-title" },
  }),
);

notMePages.get("/not-me/:token", async (c) => {
  const token = c.req.param("token");
  const { found } = await readReport(c.var.ctx, token);
  const texts = await textsFor(c);
  if (found.report !== null) {
    return respond(c, reportedPage(texts, { found, answer: found.report.answer, isNew: false }));
  }
  return respond(c, notMePage(texts, found, reportPath(token)));
});

notMePages.post("/not-me/:token", limitForm, async (c) => {
  const reported = await reportAccess(c.var.ctx, c.req.param("token"));
  return respond(c, reportedPage(await textsFor(c), reported));
});
