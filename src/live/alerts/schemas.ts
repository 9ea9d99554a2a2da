import * as z from "zod";
import { ANSWER_ALERTS, RISK_ALERTS } from "./alert-settings.ts";

const fields = {
  answers: z.enum(ANSWER_ALERTS).meta({
    description:
      "`each`: a mail with every answer, at most one a minute. `daily`: a digest at 08:00 of the event's zone, on days on which something happened",
  }),
  risk: z.enum(RISK_ALERTS).meta({
    description: "From which risk band of an access on; at most one mail an hour for each guest",
  }),
  waitlist: z.boolean().meta({ description: "When a party begins to wait for a seat, or lets an offer run out" }),
};

/** What one member is told by mail. */
export const Alerts = z.object(fields).openapi("Alerts");

export const ChangeAlerts = z.strictObject(fields).openapi("ChangeAlerts");

export const AlertsTokenQuery = z.object({ token: z.string().min(1).max(500) });

/** What the link in a mail has turned off, or would. */
export const AlertsUnsubscribe = z
  .object({ event_name: z.string(), off: z.boolean().meta({ description: "Whether all alerts of the event are off" }) })
  .openapi("AlertsUnsubscribe");
