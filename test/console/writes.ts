import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const CONSOLE = fileURLToPath(new URL("../../console/src/", import.meta.url));
const CALL = /\bapi\s*\.(POST|PUT|PATCH|DELETE)\(\s*"([^"]+)"/g;
/** Uploads by XMLHttpRequest, which reports progress. */
const UPLOAD = /\brequest\.open\("(POST)", ["`]([^"`?$]+)/g;
/** POST requests that only look things up, and the ticket of the live socket, which retries automatically. */
const LOOK_UPS = /\/(preview|recipient-count|ws-ticket)$/;

export function isLookUp(path: string): boolean {
  return LOOK_UPS.test(path);
}

/** True for a request that changes something. */
export function isWrite(method: string, pathname: string): boolean {
  return method !== "GET" && !isLookUp(pathname);
}

/** Returns every write in the console's code, such as `POST /events/{}/copy`. */
export function writesInCode(): string[] {
  const writes = globSync("**/*.{ts,tsx}", { cwd: CONSOLE }).flatMap((file) => {
    const code = readFileSync(CONSOLE + file, "utf8");
    return [...code.matchAll(CALL), ...code.matchAll(UPLOAD)].map(([, method, path]) => ({ method, path: path ?? "" }));
  });
  return [
    ...new Set(
      writes
        .filter(({ path }) => !isLookUp(path))
        .map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`),
    ),
  ].sort();
}

/** Writes of the console, by the screen on which `pressScreens` triggers them (`visit-screens.ts`). */
export const PRESSED_ON: Record<string, string[]> = {
  "/sign-in": ["POST /auth/login"],
  "/sign-up": ["POST /auth/signup"],
  "/": ["POST /events/{}/copy"],
  "/account": ["PATCH /me", "POST /me/email"],
  "/account/security": ["DELETE /me/sessions", "DELETE /me/sessions/{}", "POST /me/password", "POST /me/totp"],
  "/account/webhooks": [
    "POST /webhook-endpoints",
    "PATCH /webhook-endpoints/{}",
    "DELETE /webhook-endpoints/{}",
    "POST /webhook-endpoints/{}/rotate-secret",
    "POST /webhook-endpoints/{}/test",
  ],
  "/account/keys": ["POST /api-keys", "POST /api-keys/{}/rotate", "DELETE /api-keys/{}"],
  "/account/data": ["DELETE /me"],
  "/events/$eventId/guests": ["POST /events/{}/guests", "POST /events/{}/guests/invitations/bulk"],
  "/events/$eventId/guests/$guestId": [
    "PATCH /events/{}/guests/{}",
    "DELETE /events/{}/guests/{}",
    "PUT /events/{}/guests/{}/rsvp",
    "DELETE /events/{}/guests/{}/devices/{}",
    "POST /events/{}/guests/{}/messages",
    "POST /events/{}/tokens",
    "POST /events/{}/tokens/rotate",
  ],
  "/events/$eventId/send": ["POST /events/{}/texts/test"],
  "/events/$eventId/messages": ["PATCH /events/{}/messages/{}"],
  "/events/$eventId/messages/new": ["POST /events/{}/messages", "POST /events/{}/messages/test"],
  "/events/$eventId/messages/$messageId": ["PATCH /events/{}/messages/{}", "DELETE /events/{}/messages/{}"],
  "/events/$eventId/door": [
    "POST /events/{}/door-devices",
    "DELETE /events/{}/door-devices/{}",
    "DELETE /events/{}/check-ins/{}",
  ],
  "/events/$eventId/safety": [
    "POST /events/{}/security/allowlist",
    "DELETE /events/{}/security/allowlist",
    "PUT /events/{}/security/thresholds",
  ],
  "/events/$eventId/look": ["PUT /events/{}/branding"],
  "/events/$eventId/team": ["DELETE /events/{}/collaborators/pending"],
  "/events/$eventId/settings": [
    "PATCH /events/{}",
    "DELETE /events/{}",
    "POST /events/{}/cancel",
    "POST /events/{}/copy",
  ],
  "/events/$eventId/settings/seats": ["PATCH /events/{}"],
  "/events/$eventId/settings/alerts": ["PUT /events/{}/alerts"],
};

/**
 * Writes that `pressScreens` does not reach, because it fails every write: they follow another write, or need a file, an
 * authenticator, or an event or account in another state. A test in the file named here does each by keyboard alone, with
 * `did("POST /events")` of keyboard-alone.ts.
 */
export const OUT_OF_REACH = {
  "DELETE /events/{}/collaborators/me": "door.test.ts",
  "DELETE /events/{}/collaborators/{}": "door.test.ts",
  "DELETE /events/{}/reply-networks/{}/code-rule": "reply-networks.test.ts",
  "DELETE /me/passkeys/{}": "account.test.ts",
  "DELETE /me/security/{}/{}": "account.test.ts",
  "DELETE /me/totp": "account.test.ts",
  "PATCH /events/{}/collaborators/{}": "door.test.ts",
  "PATCH /events/{}/guests": "guests.test.ts",
  "POST /auth/login/factor": "account.test.ts",
  "POST /auth/passkeys/authenticate": "account.test.ts",
  "POST /auth/passkeys/authentication-options": "account.test.ts",
  "POST /auth/passkeys/register": "account.test.ts",
  "POST /auth/passkeys/registration-options": "account.test.ts",
  "POST /auth/step-up": "account.test.ts",
  "POST /auth/verify-email/resend": "send.test.ts",
  "POST /billing/checkout-session": "plan.test.ts",
  "POST /billing/portal": "plan.test.ts",
  "POST /events": "first-invitation.test.ts",
  "POST /events/{}/access-logs/{}/feedback": "safety.test.ts",
  "POST /events/{}/collaborators": "door.test.ts",
  "POST /events/{}/guests/delete": "guests.test.ts",
  "POST /events/{}/guests/import": "import.test.ts",
  "POST /events/{}/guests/{}/offer": "guests.test.ts",
  "POST /events/{}/messages/{}/send-now": "messages.test.ts",
  "POST /events/{}/reinstate": "settings.test.ts",
  "POST /events/{}/reply-networks/{}/accept": "reply-networks.test.ts",
  "POST /events/{}/reply-networks/{}/trust": "reply-networks.test.ts",
  "POST /events/{}/reply-networks/{}/undo": "reply-networks.test.ts",
  "POST /me/recovery-codes": "account.test.ts",
  "POST /me/totp/confirm": "account.test.ts",
  "POST /uploads/image": "event-home.test.ts",
  "POST /webhook-endpoints/{}/deliveries/{}/redeliver": "webhooks.test.ts",
  "PUT /events/{}/questions": "settings.test.ts",
  "PUT /events/{}/texts": "send.test.ts",
} as const;
export type OutOfReach = keyof typeof OUT_OF_REACH;

/** Returns writes that their file does not do by keyboard alone. */
export function notByKeyboard(): string[] {
  return Object.entries(OUT_OF_REACH)
    .filter(([write, file]) => !readFileSync(new URL(file, import.meta.url), "utf8").includes(`did("${write}"`))
    .map(([write, file]) => `${file}: ${write}`);
}
