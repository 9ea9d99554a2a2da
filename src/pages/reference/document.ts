import type { OpenAPIHono } from "@hono/zod-openapi";
import { SESSION_COOKIE } from "../../features/accounts/session-cookie.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { forGenerators } from "../../http/openapi/for-generators.ts";
import { problemExamples } from "../../http/problem.ts";
import { RESPONSE_HEADERS } from "../../http/response-headers.ts";

const DESCRIPTION = `Invitations, RSVPs and access risk at the edge.

Hosts sign in and send their access token as a bearer. Guests have no account: their routes take the token of the
guest's personal link. Every error is a problem document (RFC 9457) whose \`error\` is a stable code.`;

const TAGS = [
  { name: "Guest", description: "A guest's invitation and answer, by the personal link" },
  { name: "Account", description: "Signing up, signing in, and your own account" },
  { name: "Events", description: "Events" },
  { name: "Collaborators", description: "The members of an event, and the invites to become one" },
  { name: "Guests", description: "The guest list" },
  { name: "Invitations", description: "Personal links" },
  { name: "Messages", description: "Messages of hosts to their guests, and reminders" },
  { name: "Risk", description: "Scored accesses, and the thresholds of an event" },
  { name: "Door", description: "Check-in, walk-ins and scanner tickets" },
  { name: "Monitor", description: "The activity of an event, as a list and live" },
  { name: "Branding", description: "Colours, fonts and images of an event" },
  { name: "Analytics", description: "Figures of an event's invitations" },
  { name: "Audit", description: "The audit log of an event" },
  { name: "Billing", description: "Tiers and payments" },
  { name: "Service", description: "Health of the service" },
];

const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "The access token of a signed-in user" },
  cookie: {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
    description:
      "For web apps on the service's own origin. A sign-in with the header `Usher-Session: cookie` answers 204 and sets this cookie, which scripts cannot read; requests with it need the same header, no `Authorization`, and come from the same origin. It lasts as long as the session: 30 days, extended by use up to 90. A cookie that is refused is cleared.",
  },
  scanner: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "A scanner ticket of the event" },
} as const;

/** The OpenAPI 3.1 document of every route of the app. Building it takes as long as serving 100 requests. */
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
  return forGenerators({ ...document, components });
}
