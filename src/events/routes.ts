import * as z from "zod";
import { page } from "../http/endpoint.ts";
import { pageQuery } from "../http/fields.ts";
import { requestPlace } from "../http/request-facts.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { session } from "../identity/accounts/session.ts";
import { changeEvent } from "./change-event.ts";
import { createEvent } from "./create-event.ts";
import { eventOf } from "./event-times.ts";
import { readEvent, readEvents } from "./read-events.ts";
import { ChangeEvent, CreateEvent, Event } from "./schemas.ts";

const limits = [perUser("events")];

const eventGroup = routes({ tag: "Events", access: session("events:read"), limits });
export const eventRoutes = eventGroup.app;

eventGroup.get("/events", {
  name: "listEvents",
  summary: "List the events on which you have a role, newest first",
  description:
    "Without events that require a second factor, while you have none: `GET /events/{eventId}` of these returns 403 `second_factor_required` with what to do.",
  query: z.object(pageQuery),
  response: [200, page(Event), "A page of events."],
  run: async (ctx, caller, { query }) => {
    const { rows, nextCursor } = await readEvents(ctx, caller, query);
    return {
      items: rows.map(({ event, role }) => eventOf(event, role, ctx.config.REGIONS)),
      nextCursor,
    };
  },
});

eventGroup.post("/events", {
  name: "createEvent",
  summary: "Create an event",
  description: "You become its owner. Four reminders to the guests are scheduled with it.",
  access: session("events:write"),
  body: CreateEvent,
  idempotent: true,
  response: [201, Event, "The new event."],
  errors: ["tier_limit", "email_unverified", "sending_paused"],
  run: async (ctx, caller, { body }, c) => {
    const event = await createEvent(ctx, caller, body, requestPlace(c));
    return eventOf(event, "owner", ctx.config.REGIONS);
  },
});

eventGroup.get("/events/{eventId}", {
  name: "readEvent",
  summary: "Read an event and your role on it",
  access: role("viewer", "events:read"),
  response: [200, Event, "The event."],
  run: async (ctx, caller) => {
    const { event, role } = await readEvent(ctx, caller);
    return eventOf(event, role, ctx.config.REGIONS);
  },
});

eventGroup.patch("/events/{eventId}", {
  name: "changeEvent",
  summary: "Change an event",
  description:
    "Absent fields stay. Each automatic reminder keeps its distance from `event_date`: one whose new time is past is cancelled, and comes back when the event moves far enough away. A message whose time you chose, and a reminder that you cancelled, stay as they are unless `shift_messages` is true. A `capacity` below the seats that are taken is refused with who is over, the latest answers first, unless `force` is true; a larger one, or none, is offered to who waits, in their order. Guests hear of the change with `notify` alone.",
  access: role("editor", "events:write"),
  body: ChangeEvent,
  response: [200, Event, "The changed event."],
  errors: ["capacity_below_seated", "event_changed", "email_unverified", "sending_paused", "notice_limit"],
  run: async (ctx, caller, { body }) => {
    const { event, role } = await changeEvent(ctx, caller, body);
    return eventOf(event, role, ctx.config.REGIONS);
  },
});
