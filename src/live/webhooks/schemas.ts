import * as z from "zod";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { expectedVersion, line, moment, uuid, wireMoment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/case.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { EVERY_TYPE, TEST_TYPE, WEBHOOK_TYPES } from "./vocabulary.ts";

const types = z
  .array(z.enum([EVERY_TYPE, ...WEBHOOK_TYPES]))
  .min(1)
  .max(WEBHOOK_TYPES.length + 1)
  .transform((listed) => [...new Set(listed)])
  .meta(forDocs({ description: "Types of activities to send; `*`: all types, including later ones" }));
const url = line(2_048).meta({
  description: forDocs("URL with `https://`, a public host name and the port 443 or 8443. Redirects are not followed"),
  format: "uri",
  example: forDocs("https://hooks.example.com/usher"),
});

/** An address and the types that it gets. */
export const CreateWebhookEndpoint = z
  .strictObject({
    url,
    types,
    event_id: uuid
      .nullish()
      .meta(
        forDocs({ description: "Event whose activities to send. Default: all events you own, including later ones" }),
      ),
  })
  .openapi("CreateWebhookEndpoint")
  .transform(({ event_id: eventId = null, ...rest }) => ({ ...rest, eventId }));

/** At least one field. `status` `enabled` also starts an endpoint again that was ended. */
export const ChangeWebhookEndpoint = z
  .strictObject({
    url,
    types,
    status: z.enum(["enabled", "disabled"]),
    expected_updated_at: expectedVersion(moment, forDocs("webhook_changed")),
  })
  .partial()
  .openapi("ChangeWebhookEndpoint")
  .transform(camelKeys);

export const WebhookEndpoint = z
  .object({
    id: uuid,
    url: z.string(),
    types: z.array(z.string()),
    event_id: uuid.nullable(),
    status: z
      .enum(webhookEndpoints.status.enumValues)
      .meta(forDocs({ description: "`disabled`: by you; `ended`: all tries failed for five days" })),
    failing_since: wireMoment.nullable(),
    created_at: wireMoment,
    updated_at: wireMoment,
  })
  .openapi("WebhookEndpoint");

const secret = z
  .string()
  .meta(forDocs({ description: "Shown this once", example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }));

export const CreatedWebhookEndpoint = WebhookEndpoint.extend({ secret }).openapi("CreatedWebhookEndpoint");

export const RotatedWebhookSecret = z
  .object({ secret, previous_until: wireMoment.meta(forDocs({ description: "Time until which both secrets sign" })) })
  .openapi("RotatedWebhookSecret");

export const WebhookDelivery = z
  .object({
    id: uuid.meta(forDocs({ description: "`webhook-id`, equal for all tries" })),
    type: z.string(),
    event_id: uuid.nullable(),
    sequence: z.int().nullable(),
    status: z.enum(webhookDeliveries.status.enumValues),
    attempts: z.int(),
    response_status: z
      .int()
      .nullable()
      .meta(forDocs({ description: "HTTP status of the last try; null: no response in time" })),
    next_attempt_at: wireMoment.nullable(),
    at: wireMoment.meta(forDocs({ description: "Time of the last try, or of the creation if there was none" })),
  })
  .openapi("WebhookDelivery");

/** Payload of a test. */
export const WebhookTest = z.object({
  type: z.literal(TEST_TYPE),
  timestamp: wireMoment,
  data: z.object({ endpoint_id: uuid }),
});

export type NewEndpoint = z.output<typeof CreateWebhookEndpoint>;
export type EndpointChanges = z.output<typeof ChangeWebhookEndpoint>;
