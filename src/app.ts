import { OpenAPIHono } from "@hono/zod-openapi";
import { cors } from "hono/cors";
import { isDatabaseDown } from "./db/failures.ts";
import { ConfigError } from "./env.ts";
import { accessRoutes } from "./features/access/routes.ts";
import { accountSecurityRoutes } from "./features/account-security/routes.ts";
import { authRoutes } from "./features/accounts/routes.ts";
import { alertRoutes } from "./features/alerts/routes.ts";
import { analyticsRoutes } from "./features/analytics/routes.ts";
import { apiKeyRoutes } from "./features/api-keys/routes.ts";
import { attentionRoutes } from "./features/attention/routes.ts";
import { auditRoutes } from "./features/audit/routes.ts";
import { billingRoutes } from "./features/billing/routes.ts";
import { brandingRoutes } from "./features/branding/routes.ts";
import { challengeRoutes } from "./features/challenges/routes.ts";
import { arrivalRoutes } from "./features/checkin/arrival-routes.ts";
import { doorCodeRoutes } from "./features/checkin/door-code-routes.ts";
import { doorListRoutes } from "./features/checkin/door-list-routes.ts";
import { checkInRoutes } from "./features/checkin/routes.ts";
import { inviteRoutes } from "./features/collaborators/invite-routes.ts";
import { collaboratorRoutes } from "./features/collaborators/routes.ts";
import { deliveryReportRoutes } from "./features/delivery-reports/routes.ts";
import { guestDeviceRoutes } from "./features/devices/routes.ts";
import { doorDeviceRoutes } from "./features/door-devices/routes.ts";
import { eventCopyRoutes } from "./features/event-copies/routes.ts";
import { cancellationRoutes } from "./features/events/cancellation-routes.ts";
import { eventRoutes } from "./features/events/routes.ts";
import { guestBulkRoutes } from "./features/guests/bulk-routes.ts";
import { guestCountRoutes } from "./features/guests/count-routes.ts";
import { guestFileRoutes } from "./features/guests/file-routes.ts";
import { guestRoutes } from "./features/guests/routes.ts";
import { invitationPreviewRoutes } from "./features/invitation-previews/routes.ts";
import { invitationRoutes } from "./features/invitations/routes.ts";
import { lostLinkRoutes } from "./features/lost-links/routes.ts";
import { meRoutes } from "./features/me/routes.ts";
import { guestMessageRoutes } from "./features/messages/guest-message-routes.ts";
import { oneMessageRoutes } from "./features/messages/one-message-routes.ts";
import { messageRoutes } from "./features/messages/routes.ts";
import { monitorRoutes } from "./features/monitor/routes.ts";
import { notifierRoutes } from "./features/notifier/routes.ts";
import { privacyRoutes } from "./features/privacy/routes.ts";
import { questionRoutes } from "./features/questions/routes.ts";
import { recoveryRoutes } from "./features/recovery/routes.ts";
import { riskRoutes } from "./features/risk/routes.ts";
import { securityRoutes } from "./features/risk/security-routes.ts";
import { rsvpRoutes } from "./features/rsvp/routes.ts";
import { seatRoutes } from "./features/seats/routes.ts";
import { factorRoutes } from "./features/second-factors/factor-routes.ts";
import { passkeyRoutes } from "./features/second-factors/passkey-routes.ts";
import { totpRoutes } from "./features/second-factors/totp-routes.ts";
import { sessionRoutes } from "./features/sessions/routes.ts";
import { textRoutes } from "./features/texts/routes.ts";
import { timelineRoutes } from "./features/timeline/routes.ts";
import { uploadRoutes } from "./features/uploads/routes.ts";
import { webhookDeliveryRoutes } from "./features/webhooks/delivery-routes.ts";
import { webhookRoutes } from "./features/webhooks/routes.ts";
import { AfterResponse } from "./http/after-response.ts";
import type { AppEnv } from "./http/app-env.ts";
import { DividedRouter } from "./http/divided-router.ts";
import { errorResponse } from "./http/error-response.ts";
import { unmatched } from "./http/method-not-allowed.ts";
import { requestFacts } from "./http/request-facts.ts";
import { requestId } from "./http/request-id.ts";
import { requestLog } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { serverTiming } from "./http/server-timing.ts";
import { refuseInvalid } from "./http/validate.ts";
import { AppError } from "./kernel/errors.ts";
import { log } from "./kernel/log.ts";
import { docsRoutes } from "./pages/reference/routes.ts";
import { pageRoutes } from "./pages/routes.ts";
import { pagesForBrowsers } from "./pages/unknown-page.ts";
import { healthRoutes } from "./platform/health/routes.ts";
import { recordKeyUses } from "./platform/key-uses/record-key-uses.ts";
import { createRequestContext } from "./request-context.ts";

/** What a page of an allowed origin may read beside the body. */
const READABLE_HEADERS = [
  ...["Content-Disposition", "Idempotency-Replayed", "RateLimit", "RateLimit-Policy", "Retry-After"],
  ...["Usher-Device", "X-Cache", "X-Request-Id"],
];

export const app = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid, router: new DividedRouter() });

app.use(requestId(), requestLog(), securityHeaders(), serverTiming());
app.use(async function provideServices(c, next) {
  const later = new AfterResponse(c.executionCtx);
  const ctx = createRequestContext(c.env, (work) => later.add(work), c.get("requestId"));
  ctx.facts = () => requestFacts(c);
  c.set("ctx", ctx);
  await next();
  recordKeyUses(c.get("ctx"));
  later.start();
});
app.use(async function allowOrigins(c, next) {
  const origins = c.get("ctx").config.CORS_ORIGINS;
  return origins.length === 0 ? next() : cors({ origin: origins, exposeHeaders: READABLE_HEADERS })(c, next);
});

app.route("/", healthRoutes);
app.route("/", pageRoutes);
app.route("/", authRoutes);
app.route("/", recoveryRoutes);
app.route("/", factorRoutes);
app.route("/", passkeyRoutes);
app.route("/", totpRoutes);
app.route("/", meRoutes);
app.route("/", sessionRoutes);
app.route("/", accountSecurityRoutes);
app.route("/", apiKeyRoutes);
// Before the events, whose paths would take `attention` for an id.
app.route("/", attentionRoutes);
app.route("/", eventRoutes);
app.route("/", cancellationRoutes);
app.route("/", eventCopyRoutes);
app.route("/", alertRoutes);
app.route("/", collaboratorRoutes);
app.route("/", inviteRoutes);
// Before the guests, whose paths would take `template` for an id.
app.route("/", guestFileRoutes);
app.route("/", guestCountRoutes);
app.route("/", guestBulkRoutes);
app.route("/", timelineRoutes);
app.route("/", guestDeviceRoutes);
app.route("/", guestRoutes);
app.route("/", invitationRoutes);
app.route("/", invitationPreviewRoutes);
app.route("/", accessRoutes);
app.route("/", challengeRoutes);
app.route("/", rsvpRoutes);
app.route("/", seatRoutes);
app.route("/", privacyRoutes);
app.route("/", billingRoutes);
app.route("/", riskRoutes);
app.route("/", securityRoutes);
app.route("/", textRoutes);
app.route("/", messageRoutes);
app.route("/", guestMessageRoutes);
app.route("/", oneMessageRoutes);
app.route("/", monitorRoutes);
app.route("/", checkInRoutes);
app.route("/", arrivalRoutes);
app.route("/", doorListRoutes);
app.route("/", doorCodeRoutes);
app.route("/", doorDeviceRoutes);
app.route("/", analyticsRoutes);
app.route("/", auditRoutes);
app.route("/", brandingRoutes);
app.route("/", questionRoutes);
app.route("/", uploadRoutes);
app.route("/", notifierRoutes);
app.route("/", lostLinkRoutes);
app.route("/", deliveryReportRoutes);
app.route("/", webhookRoutes);
app.route("/", webhookDeliveryRoutes);
app.route("/", docsRoutes);

app.notFound(pagesForBrowsers(unmatched(app)));

/** The error to respond with, where an error that was not thrown for a client has a code. */
function expected(error: Error): Error {
  if (error instanceof ConfigError) return new AppError("misconfigured", {}, error.message);
  return isDatabaseDown(error) ? new AppError("database_unavailable") : error;
}

app.onError((error, c) => {
  const response = errorResponse(c, expected(error));
  // An invalid configuration has been logged once.
  if (response.status >= 500 && !(error instanceof ConfigError)) {
    log("error", "request_failed", { request_id: c.get("requestId") }, error);
  }
  return response;
});
