import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { cancelEvent, reinstateEvent } from "./cancel-event.ts";
import { changedEventOf } from "./event-times.ts";
import { CancelEvent, ChangedEvent, ReinstateEvent } from "./schemas.ts";

const cancellationGroup = routes({
  tag: "Events",
  access: role("editor", "events:write"),
  limits: [perUser("events")],
});
export const cancellationRoutes = cancellationGroup.app;

cancellationGroup.post("/events/{eventId}/cancel", {
  name: "cancelEvent",
  summary: forDocs("Cancel an event"),
  description: forDocs(
    "Cancels the event, its reminders and its scheduled messages. The invitation shows the cancellation, and the calendar file removes the event. Emails invited guests who have not declined, unless `notify` is false. Cancelling again changes nothing and sends no email. Guests get at most six change notices in 24 hours. If they cannot be emailed, the event is cancelled and `notified` is false with the `reason`.",
  ),
  body: CancelEvent,
  response: [200, ChangedEvent, forDocs("The cancelled event")],
  errors: ["event_changed"],
  run: async (ctx, caller, { body }) => {
    return changedEventOf(await cancelEvent(ctx, caller, body), ctx.config.REGIONS);
  },
});

cancellationGroup.post("/events/{eventId}/reinstate", {
  name: "reinstateEvent",
  summary: forDocs("Reinstate a cancelled event"),
  description: forDocs(
    "Reinstates the event. Restores the reminders and scheduled messages that were cancelled with it, if their time has not passed. Emails invited guests who have not declined, unless `notify` is false. Reinstating a scheduled event changes nothing and sends no email.",
  ),
  body: ReinstateEvent,
  response: [200, ChangedEvent, forDocs("The event")],
  errors: ["event_changed"],
  run: async (ctx, caller, { body }) => {
    return changedEventOf(await reinstateEvent(ctx, caller, body), ctx.config.REGIONS);
  },
});
