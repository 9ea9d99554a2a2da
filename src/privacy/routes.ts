import * as z from "zod";
import { deleteEvent } from "../events/delete-event.ts";
import { DeleteEventQuery } from "../events/schemas.ts";
import { jsonFile } from "../http/download.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { wireMoment } from "../http/fields.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { callerOf, SESSION } from "../identity/accounts/session.ts";
import { deleteAccount } from "./delete-account.ts";
import { eraseEventNow } from "./erase-event-now.ts";
import { exportData } from "./export-data.ts";

const tag = "Account";
const rows = z.array(z.looseObject({}));

const DataExport = z
  .object({
    exported_at: wireMoment,
    user: z.looseObject({}),
    events: rows,
    guests: rows,
    tokens: rows,
    rsvps: rows,
    access_logs: rows,
    notifications: rows,
    rsvp_revisions: rows,
    seat_offers: rows,
    challenges: rows,
    access_reports: rows,
    devices: rows.meta({ description: "What is known of devices of guests beyond their accesses" }),
    access_log_counts: rows.meta({
      description: "Counts of accesses that were aggregated; `day` counts from 1970-01-01",
    }),
    feedback: rows,
    check_ins: rows,
    check_in_arrivals: rows,
    door_devices: rows,
    email_changes: rows,
    account_log: rows,
    messages: rows,
    message_recipients: rows,
    questions: rows,
    branding: rows,
    texts: rows.meta({ description: "Your own words in the mails of your events" }),
    reply_to_requests: rows.meta({ description: "Addresses for replies that nobody has confirmed yet" }),
    allowlist: rows,
    collaborators: rows,
    pending_invites: rows,
    audit: rows,
    memberships: rows.meta({ description: "Your roles, also on events of others" }),
    alerts: rows.meta({ description: "What you chose to be told of each event" }),
    sessions: rows.meta({ description: "Where you are signed in" }),
    subscriptions: rows,
    uploads: rows,
    passkeys: rows.meta({ description: "Your passkeys, without their keys" }),
    api_keys: rows.meta({ description: "Your API keys, without the keys themselves" }),
    webhook_endpoints: rows.meta({ description: "Your webhook endpoints, without their secrets" }),
    authenticator_app: rows.meta({ description: "When your authenticator app was set up, without its secret" }),
    recovery_codes: rows.meta({ description: "When your recovery codes were made and used, without the codes" }),
  })
  .openapi("DataExport");

const privacyGroup = routes({ tag, access: SESSION, limits: [perUser("events")] });
export const privacyRoutes = privacyGroup.app;

privacyRoutes.openapi(
  endpoint({
    name: "exportData",
    tag,
    method: "get",
    path: "/me/data-export",
    summary: "Export everything stored about you and about the events that you own",
    description:
      "Without `events` that require a second factor that you do not have: `memberships` lists your role on them.",
    access: SESSION,
    limits: [perUser("events")],
    answers: { 200: json(DataExport, "One JSON document, streamed") },
    refusals: ["step_up_required"],
  }),
  async (c) => jsonFile(c, "usher-data.json", await exportData(c.var.ctx, callerOf(c))),
);

privacyGroup.delete("/me", {
  name: "deleteAccount",
  summary: "Delete your account",
  description:
    "Your personal data and your images are erased and every session ends. Events that only you own go with you, because nobody could restore them: their guests' links answer 404 at once, unsent messages are cancelled, and the guests' data is erased within minutes. An event with another owner lives on with that owner as its host, and with the images that it shows.",
  response: [204, null, "The account is deleted"],
  errors: ["step_up_required"],
  run: (ctx, caller) => deleteAccount(ctx, caller),
});

privacyGroup.delete("/events/{eventId}", {
  name: "deleteEvent",
  summary: "Delete an event",
  description:
    "Its guests' links answer 404 from then on, and pending messages are cancelled. For 30 days an operator can restore it; then it is erased with everything about its guests. With `erase=now` that happens within minutes and cannot be undone; this works for an event that was deleted before, too, so that guests who ask for it can be erased.",
  tag: "Events",
  access: role("owner", "events:write"),
  query: DeleteEventQuery,
  response: [204, null, "The event is deleted."],
  errors: ["step_up_required"],
  run: async (ctx, caller, { query }) => {
    const isErased = query.erase === "now";
    await (isErased ? eraseEventNow : deleteEvent)(ctx, caller);
  },
});
