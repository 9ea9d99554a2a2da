import { Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { perNetwork } from "../../identity/accounts/limits.ts";
import { limitForm } from "../form-body.ts";
import { REPORTS_PATH } from "../page-policy.ts";

/** The directives of our policies that a report can name. Any other is counted as `other`. */
const DIRECTIVES = new Set([
  "connect-src",
  "default-src",
  "font-src",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "img-src",
  "manifest-src",
  "base-uri",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
  "worker-src",
]);
const MAX_REPORTS = 100;

/** A body of the Reporting API, https://www.w3.org/TR/CSP3/#reporting. Addresses in it are not read: a guest's link is one. */
const Reports = z
  .array(z.object({ type: z.string(), body: z.object({ effectiveDirective: z.string() }) }))
  .max(MAX_REPORTS);

const LIMITS = [perNetwork("policy-reports", 60)];

/** Counts violations of the pages' Content-Security-Policy, by directive. Does not store or log the reports. */
export const policyReportRoutes = new Hono<AppEnv>();

policyReportRoutes.post(REPORTS_PATH, limitForm, rateLimit(LIMITS), async (c) => {
  const reports = Reports.safeParse(await c.req.json().catch(() => null)).data ?? [];
  for (const { type, body } of reports) {
    const directive = DIRECTIVES.has(body.effectiveDirective) ? body.effectiveDirective : "other";
    if (type === "csp-violation") c.var.ctx.counters.count("policy_violation", directive);
  }
  return c.body(null, 204);
});
