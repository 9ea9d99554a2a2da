import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../src/http/app-env.ts";
import { problemExamples } from "../../src/http/problem.ts";
import { RESPONSE_HEADERS } from "../../src/http/response-headers.ts";
import { SESSION_COOKIE } from "../../src/identity/accounts/session-token.ts";
import { describedWebhooks } from "./describe-webhooks.ts";
import { forGenerators } from "./for-generators.ts";

const DESCRIPTION = `Create events, invite guests by personal links, collect their RSVPs, and check them in at the door.

Hosts sign in and send their access token as a bearer; their programs send an API key. Guests have no account: their routes take the token of the
guest's personal link. Every error is a problem document (RFC 9457) whose \`error\` is a stable code.`;

/** In the order in which a host needs them; the chapters of `/docs`. */
const TAGS = [
  { name: "Authentication", description: "Sign up, sign in, refresh and end sessions, passkeys and second factors" },
  { name: "Account", description: "Your own account: name, password, sessions, authenticator app, data" },
  { name: "API keys", description: "Keys by which programs act for you, with the scopes that you choose" },
  { name: "Events", description: "Create, change, copy, cancel and delete events" },
  { name: "Collaborators", description: "The members of an event, and the invites to become one" },
  { name: "Guests", description: "The guest list: one by one, in bulk and from files; answers and seats" },
  { name: "Invitations", description: "The personal links of guests" },
  { name: "Guest", description: "What guests do with their personal link: open it, answer, change the answer" },
  { name: "Messages", description: "What hosts write to guests, and automatic reminders" },
  { name: "Door", description: "Check-in, walk-ins, and the devices at the door" },
  { name: "Monitor", description: "What happens at an event, as a list and live" },
  { name: "Webhooks", description: "Calls to your own programs when something happens, and what became of them" },
  { name: "Risk", description: "How risky each access looked, and what the event does about it" },
  { name: "Branding", description: "Colours, fonts and images of an event" },
  { name: "Analytics", description: "Figures of an event: opened, answered, arrived" },
  { name: "Alerts", description: "What members of an event are told by mail" },
  { name: "Audit", description: "The audit log of an event" },
  { name: "Billing", description: "Plans and payments" },
  { name: "Service", description: "Health of the service, and webhooks of providers" },
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
  api_key: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "usk_…",
    description:
      "An API key with the scope that the operation names; see /api-keys. `usk_`, 32 random characters of base 62, and the CRC-32 of these in 6 more: a secret scanner recognises it, and a mistyped one is refused without a lookup. A valid key without the scope gets 403 `insufficient_scope` with the `missing` one. Limits count each key apart.",
  },
  scanner: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "A scanner ticket of the event" },
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
