import { type Context, Hono } from "hono";
import { languagesOf } from "../../access/known-languages.ts";
import { type ReportedFacts, readReport } from "../../access/reports/read-report.ts";
import { reportAccess } from "../../access/reports/report-access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { SECRET_LIMITS } from "../../identity/accounts/limits.ts";
import { reportPath } from "../../invitations/report-link.ts";
import { limitForm } from "../form-body.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { setReaderHints, textsFor } from "../reader-language.ts";
import { notMePage, reportedPage } from "./not-me-page.tsx";

/** The page for "It wasn't me" in guests' emails. It needs no script. */
export const notMePages = new Hono<AppEnv>();

notMePages.use(
  "/not-me/:token",
  problemsAsPages(() => null, {
    texts: textsFor,
    headings: { invalid_token: "unsubscribe.broken-title", report_expired: "problem.link-expired-title" },
    messages: { invalid_token: "problem.link-incomplete" },
  }),
  rateLimit(SECRET_LIMITS),
);

notMePages.get("/not-me/:token", async (c) => {
  const token = c.req.param("token");
  const { found } = await readReport(c.var.ctx, token, readerOf(c));
  const texts = await textsFor(c);
  if (found.report !== null) {
    return respond(c, reportedPage(texts, { found, answer: found.report.answer, isNew: false }));
  }
  return respond(c, notMePage(texts, found, reportPath(token)));
});

notMePages.post("/not-me/:token", limitForm, async (c) => {
  const reported = await reportAccess(c.var.ctx, c.req.param("token"), readerOf(c));
  return respond(c, reportedPage(await textsFor(c), reported));
});

/** All pages of a report are for its guest. */
function readerOf(c: Context<AppEnv>) {
  return (found: ReportedFacts) => setReaderHints(c, languagesOf(found));
}
