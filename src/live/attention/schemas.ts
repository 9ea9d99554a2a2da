import * as z from "zod";
import { uuid } from "../../http/fields.ts";

/** After so many days an invitation that was not opened is worth a look. */
export const UNOPENED_DAYS = 5;

const count = z.int().min(0);

/** What of an event needs its host. Zero everywhere: nothing does. */
export const Attention = z
  .object({
    event_id: uuid,
    undelivered: count.meta({
      description: "Guests without an answer whose invitation came back, failed or may not be sent to them",
    }),
    unopened: count.meta({
      description: `Guests without an answer who were invited ${UNOPENED_DAYS} days ago or earlier and have not opened the invitation`,
    }),
    blocked: count.meta({ description: "Guests with a blocked access that nobody has given a verdict on" }),
    asked: count.meta({ description: "Guests in whose name a browser asks you to confirm that it is theirs" }),
    over_capacity: count.meta({ description: "Heads with a seat beyond the capacity" }),
    offered: count.meta({ description: "Parties that were offered a seat and have not answered the offer" }),
    waitlisted: count.meta({ description: "Parties that wait for a seat" }),
  })
  .openapi("Attention");
