import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import { uuid, wireMoment } from "../../src/http/fields.ts";
import { WebhookTest } from "../../src/live/webhooks/schemas.ts";
import { TEST_TYPE, WEBHOOK_EVENTS } from "../../src/live/webhooks/vocabulary.ts";

const HEADERS = z.object({
  "webhook-id": z.string().meta({ description: "The same for every try: handle each id once" }),
  "webhook-timestamp": z.string().meta({ description: "When it was sent, in seconds since the epoch" }),
  "webhook-signature": z.string().meta({
    description:
      "`v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced",
  }),
});

const WHEN: Readonly<Record<string, string>> = {
  "access.scored": "A guest's link was opened or used, and the access has its score",
  "rsvp.submitted": "A guest answered",
  "rsvp.updated": "An answer was changed",
  "check_in.recorded": "A guest was checked in",
  "check_in.arrived": "More people of a party arrived",
  "check_in.undone": "A check-in was undone",
  "waitlist.offered": "A waiting party was offered its seats",
  "challenge.sent": "A guest was sent a code",
  "challenge.passed": "A guest typed the code: the device is proved",
  "challenge.failed": "Somebody typed wrong codes until none could be tried any more",
  "access.reported": "A guest said that an access was somebody else's",
  "event.updated": "The event was changed, or is on again",
  "event.cancelled": "The event was cancelled",
  "guest.created": "A guest was put on the list",
  "guest.updated": "A guest's details were changed",
  "guest.deleted": "A guest was erased. Erase them, too",
  "invitation.sent": "An invitation was handed to the mail server",
  "invitation.delivered": "An invitation reached the mailbox",
  "invitation.bounced": "An invitation was refused or came back",
  "invitation.opened": "A person opened an invitation for the first time",
};

/** `onRsvpSubmitted` for `rsvp.submitted`. */
function operationIdOf(type: string): string {
  return `on${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
}

/** The calls that webhook endpoints get, for `webhooks` of the OpenAPI document. */
export function describedWebhooks(): object {
  const described = new OpenAPIHono();
  const { openAPIRegistry: registry } = described;
  const describe = (type: string, summary: string, payload: z.ZodType): void => {
    registry.registerWebhook({
      method: "post",
      path: type,
      operationId: operationIdOf(type),
      security: [],
      tags: ["Webhooks"],
      summary,
      request: { headers: HEADERS, body: { required: true, content: { "application/json": { schema: payload } } } },
      responses: {
        "2XX": {
          description: "You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds.",
        },
      },
    });
  };
  for (const { shape } of WEBHOOK_EVENTS) {
    const { type, at: _, ...facts } = shape;
    const data = z.object({ event_id: uuid, sequence: z.int(), ...facts });
    describe(type.value, WHEN[type.value] ?? type.value, z.object({ type, timestamp: wireMoment, data }));
  }
  describe(TEST_TYPE, "You asked for a test", WebhookTest);
  return described.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "" } }).webhooks ?? {};
}
