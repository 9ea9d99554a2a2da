import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../src/http/app-env.ts";
import { problemExamples } from "../../src/http/problem.ts";
import { RESPONSE_HEADERS } from "../../src/http/response-headers.ts";
import { SESSION_COOKIE } from "../../src/identity/accounts/session-token.ts";
import { describedWebhooks } from "./describe-webhooks.ts";
import { forGenerators } from "./for-generators.ts";

const DESCRIPTION = `Create events, invite guests by personal links, collect their RSVPs, and check them in at the door.

Hosts sign in and send their access token as a bearer token; programs send an API key. Guests have no account: their routes accept the token of
the guest's personal link. Every error is a problem document (RFC 9457) with a stable code in \`error\`.`;

/** In the order in which a host needs them; the chapters of `/docs`. */
const TAGS = [
  { name: "Authentication", description: "Sign up, sign in, refresh and end sessions, passkeys and second factors" },
  { name: "Account", description: "Your account: name, password, sessions, passkeys, authenticator app and data" },
  { name: "API keys", description: "Keys with which programs act for you, limited to the scopes you choose" },
  { name: "Events", description: "Create, update, copy, cancel and delete events, and their questions" },
  { name: "Collaborators", description: "Members of an event, and invites to become one" },
  { name: "Guests", description: "The guest list: single guests, bulk changes and files; RSVPs and seats" },
  { name: "Invitations", description: "Personal links of guests" },
  {
    name: "Guest",
    description: "Operations of a guest with the personal link: view the invitation, submit and update the RSVP",
  },
  { name: "Messages", description: "Messages from hosts to guests, and automatic reminders" },
  { name: "Door", description: "Check-in, walk-ins, and devices at the door" },
  { name: "Monitor", description: "Activity of an event, as a list and live" },
  { name: "Webhooks", description: "Calls to your own server for each activity, and their outcome" },
  { name: "Risk", description: "Risk scores of accesses, and the event's rules for them" },
  { name: "Branding", description: "Colours, fonts and images of invitations" },
  { name: "Analytics", description: "Counts of opened invitations, RSVPs and arrivals" },
  { name: "Alerts", description: "Emails to members about their event" },
  { name: "Audit", description: "Audit log of an event" },
  { name: "Billing", description: "Plans and payments" },
  { name: "Service", description: "Health of the service, and webhooks for providers" },
];

const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "Access token of a signed-in user" },
  cookie: {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
    description:
      "For web apps on the origin of the service. A sign-in with the header `Usher-Session: cookie` returns 204 and sets this cookie, which scripts cannot read. Requests with the cookie need the same header, no `Authorization`, and the same origin. The cookie is valid as long as the session: 30 days, extended by use up to 90. An invalid cookie is cleared.",
  },
  api_key: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "usk_…",
    description:
      "API key with the scope of the operation; create it with `POST /api-keys`. A key is `usk_`, 32 random characters of base 62, and 6 characters with their CRC-32, so that secret scanners recognise it. A valid key without the scope gets 403 `insufficient_scope` with the `missing` scope. Rate limits count each key separately.",
  },
  scanner: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "Scanner ticket of the event; see `POST /events/{eventId}/scanner-ticket`",
  },
} as const;

/** The OpenAPI 3.1 document of every route of the app, which was loaded with `DESCRIBES_API` set. */
export function openApiDocument(app: OpenAPIHono<AppEnv>, serverUrl: string) {
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Usher",
      version: "1",
      description: DESCRIPTION,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: serverUrl }],
    tags: TAGS,
  });
  const components = {
    ...document.components,
    headers: RESPONSE_HEADERS,
    examples: problemExamples(),
    securitySchemes: SECURITY_SCHEMES,
  };
  return forGenerators({ ...document, webhooks: describedWebhooks(), components });
}
