import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { cancelEvent, reinstateEvent } from "./cancel-event.ts";
import { eventOf } from "./event-times.ts";
import { CancelEvent, Event, ReinstateEvent } from "./schemas.ts";

const cancellationGroup = routes({
  tag: "Events",
  access: role("editor", "events:write"),
  limits: [perUser("events")],
});
export const cancellationRoutes = cancellationGroup.app;

cancellationGroup.post("/events/{eventId}/cancel", {
  name: "cancelEvent",
  summary: "Cancel an event",
  description:
    "The invitation says so, and the calendar file takes the event out. Reminders and scheduled messages are cancelled with it. Cancelling an event that is cancelled changes nothing and mails nobody.",
  body: CancelEvent,
  response: [200, Event, "The cancelled event."],
  errors: ["event_changed", "notice_limit"],
  run: async (ctx, caller, { body }) => {
    const { event, role: held } = await cancelEvent(ctx, caller, body);
    return eventOf(event, held, ctx.config.REGIONS);
  },
});

cancellationGroup.post("/events/{eventId}/reinstate", {
  name: "reinstateEvent",
  summary: "Reinstate a cancelled event",
  description:
    "Reminders and scheduled messages that were cancelled with it come back, as far as their time is still to come. Reinstating an event that takes place changes nothing and mails nobody.",
  body: ReinstateEvent,
  response: [200, Event, "The event."],
  errors: ["event_changed", "notice_limit"],
  run: async (ctx, caller, { body }) => {
    const { event, role: held } = await reinstateEvent(ctx, caller, body);
    return eventOf(event, held, ctx.config.REGIONS);
  },
});
