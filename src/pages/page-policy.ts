/** Placeholder for the response's nonce in a page that is a static file. */
export const NONCE = "__CSP_NONCE__";

/** The `Permissions-Policy` of a page that needs none. */
export const NO_PERMISSIONS = "camera=(), geolocation=(), microphone=()";

/** Endpoint for reports of policy violations, see pages/policy-reports. */
export const REPORTS_PATH = "/policy-reports";

/** The `Reporting-Endpoints` of a page with a policy that reports. */
export const REPORTING_ENDPOINTS = `csp="${REPORTS_PATH}"`;

/** The origin of Turnstile's script and of its iframe. */
const TURNSTILE = "https://challenges.cloudflare.com";

/** The Content-Security-Policy of a page, whose scripts and styles have the nonce. */
export function pagePolicy(nonce: string, publicUrl: string, hasTurnstile = false): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'${hasTurnstile ? ` ${TURNSTILE}` : ""}`,
    ...(hasTurnstile ? [`frame-src ${TURNSTILE}`] : []),
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    // In some browsers 'self' does not include WebSockets of this origin.
    `connect-src 'self' ${publicUrl.replace(/^http/, "ws")}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "report-to csp",
  ].join("; ");
}
