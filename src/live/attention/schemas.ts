import * as z from "zod";
import { uuid } from "../../http/fields.ts";
import { forDocs } from "../../kernel/for-docs.ts";

/** Days after which an unopened invitation needs attention. */
export const UNOPENED_DAYS = 5;

const count = z.int().min(0);

/** Counts of an event that need attention. Zero everywhere if none does. */
export const Attention = z
  .object({
    event_id: uuid,
    undelivered: count.meta(
      forDocs({
        description: "Guests whose standing is `silent` and whose invitation bounced, failed or is suppressed",
      }),
    ),
    unopened: count.meta(
      forDocs({
        description: `Guests whose standing is \`silent\`, who were invited at least ${UNOPENED_DAYS} days ago and have not opened the invitation`,
      }),
    ),
    blocked: count.meta(forDocs({ description: "Guests with a blocked access without a verdict" })),
    reply_networks: count.meta(
      forDocs({ description: "Networks with first RSVPs of many guests that wait for your decision" }),
    ),
    asked: count.meta(forDocs({ description: "Guests with a device that waits for you to verify it" })),
    over_capacity: count.meta(forDocs({ description: "People with a seat beyond the capacity" })),
    offered: count.meta(forDocs({ description: "Parties with an open seat offer" })),
    passed_over: count.meta(
      forDocs({
        description: "Waitlisted parties that were not offered free seats, because they could not be emailed",
      }),
    ),
    waitlisted: count.meta(forDocs({ description: "Parties on the waitlist" })),
  })
  .openapi("Attention");
