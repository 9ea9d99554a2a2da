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
import { forDocs } from "../kernel/for-docs.ts";
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
    passed_over: rows,
    challenges: rows,
    access_reports: rows,
    reply_networks: rows,
    undone_replies: rows,
    devices: rows.meta(forDocs({ description: "Devices of guests, without their accesses" })),
    access_log_counts: rows.meta(
      forDocs({ description: "Counts of aggregated accesses; `day` is the number of days since 1970-01-01" }),
    ),
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
    texts: rows.meta(forDocs({ description: "Custom texts of your events' emails" })),
    reply_to_requests: rows.meta(forDocs({ description: "Reply addresses that are not confirmed yet" })),
    allowlist: rows,
    collaborators: rows,
    pending_invites: rows,
    audit: rows,
    memberships: rows.meta(forDocs({ description: "Your roles, including those on other hosts' events" })),
    alerts: rows.meta(forDocs({ description: "Your alert settings per event" })),
    sessions: rows.meta(forDocs({ description: "Your sessions" })),
    subscriptions: rows,
    uploads: rows,
    passkeys: rows.meta(forDocs({ description: "Your passkeys, without their keys" })),
    api_keys: rows.meta(forDocs({ description: "Your API keys, without the keys themselves" })),
    webhook_endpoints: rows.meta(forDocs({ description: "Your webhook endpoints, without their secrets" })),
    authenticator_app: rows.meta(
      forDocs({ description: "Time at which your authenticator app was set up, without its secret" }),
    ),
    recovery_codes: rows.meta(
      forDocs({ description: "Times at which your recovery codes were created and used, without the codes" }),
    ),
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
    summary: forDocs("Export your data"),
    description: forDocs(
      "Returns everything stored about you and about the events you own, without secrets, and emails you about the export. Omits `events` that require a second factor that you do not have; `memberships` lists your role on them. Requires a step-up.",
    ),
    access: SESSION,
    limits: [perUser("events")],
    responses: { 200: json(DataExport, forDocs("One JSON document, streamed")) },
    errors: ["step_up_required"],
  }),
  async (c) => jsonFile(c, "usher-data.json", await exportData(c.var.ctx, callerOf(c))),
);

privacyGroup.delete("/me", {
  name: "deleteAccount",
  summary: forDocs("Delete your account"),
  description: forDocs(
    "Deletes your account, your personal data and images, and revokes all sessions. Events that only you own are deleted for good: guest links return 404 immediately, unsent messages are cancelled, and guest data is erased within minutes. An event with another owner gets that owner as its host and keeps the images it shows. Requires a step-up.",
  ),
  response: [204, null, forDocs("The account is deleted")],
  errors: ["step_up_required"],
  run: (ctx, caller) => deleteAccount(ctx, caller),
});

privacyGroup.delete("/events/{eventId}", {
  name: "deleteEvent",
  summary: forDocs("Delete an event"),
  description: forDocs(
    "Deletes the event: guest links return 404 immediately, and pending messages are cancelled. An operator can restore the event for 30 days, one without guests for half an hour; then it is erased with all guest data. `erase=now` erases it within minutes instead, which cannot be undone and requires a step-up. It also works for an event that is already deleted, so that you can fulfil a guest's erasure request.",
  ),
  tag: "Events",
  access: role("owner", "events:write"),
  query: DeleteEventQuery,
  response: [204, null, forDocs("The event is deleted")],
  errors: ["step_up_required"],
  run: async (ctx, caller, { query }) => {
    const isErased = query.erase === "now";
    await (isErased ? eraseEventNow : deleteEvent)(ctx, caller);
  },
});
