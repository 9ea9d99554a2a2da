import * as z from "zod";
import { alertSettings } from "../../db/schema/alerts.ts";
import { expectedVersion, flag, moment, wireMoment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/case.ts";
import { forDocs } from "../../kernel/for-docs.ts";

const fields = {
  answers: z.enum(alertSettings.answers.enumValues).meta(
    forDocs({
      description:
        "RSVPs. `each`: one email per RSVP, at most one per minute; `daily`: a digest at 08:00 in the event's time zone, if something happened",
    }),
  ),
  risk: z
    .enum(alertSettings.risk.enumValues)
    .meta(forDocs({ description: "Lowest risk band of an access to report, at most one email per hour and guest" })),
  waitlist: flag(
    forDocs(
      "Whether to report parties that join the waitlist, let an offer expire, or are passed over because they cannot be emailed",
    ),
  ),
};

/** Email alerts of one member. */
export const Alerts = z
  .object({
    ...fields,
    updated_at: wireMoment.nullable().meta(forDocs({ description: "Time of your last change; null: only defaults" })),
  })
  .openapi("Alerts");

export const ChangeAlerts = z
  .strictObject({
    ...fields,
    expected_updated_at: expectedVersion(moment.nullable().optional(), forDocs("alerts_changed")),
  })
  .openapi("ChangeAlerts")
  .transform(camelKeys);

export const AlertsTokenQuery = z.object({ token: z.string().min(1).max(500) });

/** Alerts that an email's link has turned off, or would turn off. */
export const AlertsUnsubscribe = z
  .object({
    event_name: z.string(),
    off: flag(forDocs("Whether all alerts of the event are off")),
  })
  .openapi("AlertsUnsubscribe");
