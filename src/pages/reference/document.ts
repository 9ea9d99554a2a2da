import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";

const DESCRIPTION = `Invitations, RSVPs and access risk at the edge.

Hosts sign in and send their access token as a bearer. Guests have no account: what opens a guest's routes is the value
in the guest's own link. Every refusal is a problem document (RFC 9457) whose \`error\` is a stable code.`;

const TAGS = [
  { name: "Guest", description: "What a guest does with a link" },
  { name: "Account", description: "Signing up, signing in, and one's own account" },
  { name: "Events", description: "Events and the people who work on them" },
  { name: "Collaborators", description: "Who works on an event, and who is asked to" },
  { name: "Guests", description: "The guest list" },
  { name: "Invitations", description: "Personal links" },
  { name: "Messages", description: "What hosts write to their guests, and the reminders" },
  { name: "Risk", description: "How accesses were scored, and how strict an event is" },
  { name: "Door", description: "Letting guests in" },
  { name: "Monitor", description: "What happens on an event" },
  { name: "Branding", description: "Colours, fonts and images of an event" },
  { name: "Analytics", description: "How the invitations of an event do" },
  { name: "Audit", description: "Who changed what on an event" },
  { name: "Billing", description: "Tiers and payments" },
  { name: "Service", description: "The service itself" },
];

const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "The access token of a signed-in user" },
  scanner: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "A scanner ticket of the event" },
} as const;

/** The OpenAPI 3.1 document of every route that the app has. Building it takes as long as serving 100 requests. */
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
  return { ...document, components: { ...document.components, securitySchemes: SECURITY_SCHEMES } };
}
