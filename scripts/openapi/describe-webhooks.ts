import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import { uuid, wireMoment } from "../../src/http/fields.ts";
import { WebhookTest } from "../../src/live/webhooks/schemas.ts";
import { TEST_TYPE, WEBHOOK_EVENTS } from "../../src/live/webhooks/vocabulary.ts";

const HEADERS = z.object({
  "webhook-id": z
    .string()
    .meta({ description: "Unique ID of the delivery, equal for all its tries: process each ID once" }),
  "webhook-timestamp": z.string().meta({ description: "Time of the try, in seconds since the Unix epoch" }),
  "webhook-signature": z.string().meta({
    description:
      "`v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space",
  }),
});

const TEXTS: Readonly<Record<string, readonly [summary: string, description: string]>> = {
  "access.scored": [
    "Access scored",
    "Sent when an access, an RSVP or an edit with a guest's link gets its risk score, including blocked ones.",
  ],
  "rsvp.submitted": [
    "RSVP submitted",
    "Sent when a guest submits, or a host records, a first RSVP; later changes send `rsvp.updated`.",
  ],
  "rsvp.updated": ["RSVP updated", "Sent when an RSVP changes, by the guest or by a host."],
  "check_in.recorded": ["Guest checked in", "Sent when a guest is checked in, including walk-ins."],
  "check_in.arrived": ["Late arrivals added", "Sent when more people arrive of a party that is checked in."],
  "check_in.undone": ["Check-in undone", "Sent when a check-in is deleted."],
  "waitlist.offered": ["Seat offered", "Sent when a waitlisted party is offered its seats."],
  "waitlist.passed_over": [
    "Party passed over",
    "Sent when seats are free and the waitlisted party whose turn it is cannot be emailed. The next party is offered the seats.",
  ],
  "challenge.sent": ["Code sent", "Sent when a guest is sent a code to verify a device."],
  "challenge.passed": ["Device verified", "Sent when a guest enters the code, which verifies the device."],
  "challenge.failed": ["Code failed", "Sent when a code can no longer be tried, because all tries were wrong."],
  "access.reported": ["Access reported", "Sent when a guest reports an access as someone else's."],
  "event.updated": ["Event updated", "Sent when the event changes, or is reinstated."],
  "event.cancelled": ["Event cancelled", "Sent when the event is cancelled."],
  "guest.created": ["Guest added", "Sent when a guest is added to the list."],
  "guest.updated": ["Guest updated", "Sent when a host changes a guest."],
  "guest.deleted": ["Guest erased", "Sent when a guest is erased. Erase your copy of the guest too."],
  "invitation.sent": ["Invitation sent", "Sent when the mail server accepts an invitation."],
  "invitation.delivered": [
    "Invitation delivered",
    "Sent when an invitation reaches the mailbox, as far as the email provider reports it.",
  ],
  "invitation.bounced": ["Invitation bounced", "Sent when an invitation is rejected or returned."],
  "invitation.opened": ["Invitation opened", "Sent when a person opens an invitation for the first time."],
  [TEST_TYPE]: ["Test", "Sent by `POST /webhook-endpoints/{endpointId}/test`, once."],
};

/** `onRsvpSubmitted` for `rsvp.submitted`. */
function operationIdOf(type: string): string {
  return `on${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
}

/** The calls that webhook endpoints get, for `webhooks` of the OpenAPI document. */
export function describedWebhooks(): object {
  const described = new OpenAPIHono();
  const { openAPIRegistry: registry } = described;
  const describe = (type: string, payload: z.ZodType): void => {
    const [summary = type, description = ""] = TEXTS[type] ?? [];
    registry.registerWebhook({
      method: "post",
      path: type,
      operationId: operationIdOf(type),
      security: [],
      tags: ["Webhooks"],
      summary,
      description,
      request: { headers: HEADERS, body: { required: true, content: { "application/json": { schema: payload } } } },
      responses: {
        "2XX": {
          description: "Received. Any other status, a redirect, or no response within 10 seconds is retried.",
        },
      },
    });
  };
  for (const { shape } of WEBHOOK_EVENTS) {
    const { type, at: _, ...facts } = shape;
    const data = z.object({ event_id: uuid, sequence: z.int(), ...facts });
    describe(type.value, z.object({ type, timestamp: wireMoment, data }));
  }
  describe(TEST_TYPE, WebhookTest);
  return described.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "" } }).webhooks ?? {};
}
