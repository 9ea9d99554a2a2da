import { OpenAPIHono } from "@hono/zod-openapi";
import { cors } from "hono/cors";
import { TrieRouter } from "hono/router/trie-router";
import { replyNetworkRoutes } from "./access/networks/routes.ts";
import { accessRoutes } from "./access/routes.ts";
import { billingRoutes } from "./billing/routes.ts";
import { isDatabaseDown } from "./db/failures.ts";
import { arrivalRoutes } from "./door/arrival-routes.ts";
import { doorDeviceRoutes } from "./door/devices/routes.ts";
import { doorCodeRoutes } from "./door/door-code-routes.ts";
import { doorListRoutes } from "./door/door-list-routes.ts";
import { checkInRoutes } from "./door/routes.ts";
import { ConfigError } from "./env.ts";
import { brandingRoutes } from "./events/branding/routes.ts";
import { cancellationRoutes } from "./events/cancellation-routes.ts";
import { eventCopyRoutes } from "./events/copies/routes.ts";
import { uploadRoutes } from "./events/images/routes.ts";
import { questionRoutes } from "./events/questions/routes.ts";
import { eventRoutes } from "./events/routes.ts";
import { seatRoutes } from "./events/seats/routes.ts";
import { guestBulkRoutes } from "./guests/bulk-routes.ts";
import { guestCountRoutes } from "./guests/count-guests.ts";
import { guestFileRoutes } from "./guests/file-routes.ts";
import { guestRoutes } from "./guests/routes.ts";
import type { AppEnv } from "./http/app-env.ts";
import { errorResponse } from "./http/error-response.ts";
import { unmatched } from "./http/method-not-allowed.ts";
import { mount } from "./http/mount.ts";
import { requestFacts } from "./http/request-facts.ts";
import { requestId } from "./http/request-id.ts";
import { AfterResponse, requestLog, serverTiming } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { refuseInvalid } from "./http/validate.ts";
import { authRoutes } from "./identity/accounts/routes.ts";
import { signedInUserId } from "./identity/accounts/session-cookie-guard.ts";
import { apiKeyRoutes } from "./identity/api-keys/routes.ts";
import { meRoutes } from "./identity/profile/routes.ts";
import { recoveryRoutes } from "./identity/recovery/routes.ts";
import { factorRoutes } from "./identity/second-factors/factor-routes.ts";
import { passkeyRoutes } from "./identity/second-factors/passkey-routes.ts";
import { totpRoutes } from "./identity/second-factors/totp-routes.ts";
import { sessionRoutes } from "./identity/sessions/routes.ts";
import { analyticsRoutes } from "./insights/analytics/routes.ts";
import { auditRoutes } from "./insights/audit/routes.ts";
import { timelineRoutes } from "./insights/timeline/routes.ts";
import { guestDeviceRoutes } from "./invitations/devices/routes.ts";
import { lostLinkRoutes } from "./invitations/lost-links/routes.ts";
import { invitationRoutes } from "./invitations/routes.ts";
import { AppError } from "./kernel/errors.ts";
import { log } from "./kernel/log.ts";
import { alertRoutes } from "./live/alerts/routes.ts";
import { attentionRoutes } from "./live/attention/routes.ts";
import { monitorRoutes } from "./live/routes.ts";
import { webhookDeliveryRoutes } from "./live/webhooks/delivery-routes.ts";
import { webhookRoutes } from "./live/webhooks/routes.ts";
import { deliveryReportRoutes } from "./mail/reports/routes.ts";
import { guestMessageRoutes } from "./messaging/guest-message-routes.ts";
import { oneMessageRoutes } from "./messaging/one-message-routes.ts";
import { messageRoutes } from "./messaging/routes.ts";
import { textRoutes } from "./messaging/texts/routes.ts";
import { invitationPreviewRoutes } from "./pages/previews/routes.ts";
import { docsRoutes } from "./pages/reference/routes.ts";
import { pageRoutes } from "./pages/routes.ts";
import { pagesForBrowsers } from "./pages/unknown-page.ts";
import { healthRoutes } from "./platform/health/routes.ts";
import { recordKeyUses } from "./platform/key-uses/key-uses.ts";
import { accountSecurityRoutes } from "./privacy/account-security/routes.ts";
import { privacyRoutes } from "./privacy/routes.ts";
import { createRequestContext } from "./request-context.ts";
import { challengeRoutes } from "./risk/challenges/routes.ts";
import { riskRoutes } from "./risk/routes.ts";
import { securityRoutes } from "./risk/security-routes.ts";
import { rsvpRoutes } from "./rsvp/routes.ts";
import { notifierRoutes } from "./sending/unsubscribe/routes.ts";
import { inviteRoutes } from "./team/invite-routes.ts";
import { collaboratorRoutes } from "./team/routes.ts";

/** The response headers that a page of an allowed origin may read. */
const READABLE_HEADERS = [
  "Content-Disposition",
  "Idempotency-Replayed",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Usher-Device",
  "X-Cache",
  "X-Request-Id",
];

/** The routes of all areas, in any order: `mount` sorts them. */
export const ROUTES = [
  healthRoutes,
  pageRoutes,
  authRoutes,
  recoveryRoutes,
  factorRoutes,
  passkeyRoutes,
  totpRoutes,
  meRoutes,
  sessionRoutes,
  accountSecurityRoutes,
  apiKeyRoutes,
  attentionRoutes,
  eventRoutes,
  cancellationRoutes,
  eventCopyRoutes,
  alertRoutes,
  collaboratorRoutes,
  inviteRoutes,
  guestFileRoutes,
  guestCountRoutes,
  guestBulkRoutes,
  timelineRoutes,
  guestDeviceRoutes,
  guestRoutes,
  invitationRoutes,
  invitationPreviewRoutes,
  replyNetworkRoutes,
  accessRoutes,
  challengeRoutes,
  rsvpRoutes,
  seatRoutes,
  privacyRoutes,
  billingRoutes,
  riskRoutes,
  securityRoutes,
  textRoutes,
  messageRoutes,
  guestMessageRoutes,
  oneMessageRoutes,
  monitorRoutes,
  checkInRoutes,
  arrivalRoutes,
  doorListRoutes,
  doorCodeRoutes,
  doorDeviceRoutes,
  analyticsRoutes,
  auditRoutes,
  brandingRoutes,
  questionRoutes,
  uploadRoutes,
  notifierRoutes,
  lostLinkRoutes,
  deliveryReportRoutes,
  webhookRoutes,
  webhookDeliveryRoutes,
  docsRoutes,
];

// Routes have names next to parameters, which Hono's `RegExpRouter` rejects: trying it first would cost each isolate
// its time.
export const app = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid, router: new TrieRouter() });

app.use(requestId(), requestLog(), securityHeaders(), serverTiming());
app.use(async function provideServices(c, next) {
  const later = new AfterResponse(c.executionCtx);
  const ctx = createRequestContext(c.env, (work) => later.add(work), c.get("requestId"));
  ctx.facts = () => requestFacts(c);
  ctx.signedInUserId = () => signedInUserId(c);
  c.set("ctx", ctx);
  await next();
  recordKeyUses(c.get("ctx"));
  later.start();
});
app.use(async function allowOrigins(c, next) {
  const origins = c.get("ctx").config.CORS_ORIGINS;
  return origins.length === 0 ? next() : cors({ origin: origins, exposeHeaders: READABLE_HEADERS })(c, next);
});

mount(app, ROUTES);

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
