import * as z from "zod";
import { page } from "../http/endpoint.ts";
import { pageQuery } from "../http/fields.ts";
import { requestPlace } from "../http/request-facts.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { session } from "../identity/accounts/session.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { changeEvent } from "./change-event.ts";
import { createEvent } from "./create-event.ts";
import { changedEventOf, eventOf } from "./event-times.ts";
import { readEvent, readEvents } from "./read-events.ts";
import { ChangedEvent, ChangeEvent, CreateEvent, Event } from "./schemas.ts";

const limits = [perUser("events")];

const eventGroup = routes({ tag: "Events", access: session("events:read"), limits });
export const eventRoutes = eventGroup.app;

eventGroup.get("/events", {
  name: "listEvents",
  summary: forDocs("List events"),
  description: forDocs(
    "Returns the events on which you have a role, newest first. Omits events that require a second factor while you have none: `GET /events/{eventId}` returns 403 `second_factor_required` for them.",
  ),
  query: z.object(pageQuery),
  response: [200, page(Event), forDocs("A page of events")],
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
  summary: forDocs("Create an event"),
  description: forDocs(
    "Creates an event with you as its owner and schedules up to four reminders to its guests. Your tier limits the number of events (402 `tier_limit`). A `reply_to` other than your own address requires a verified account (403 `email_unverified`).",
  ),
  access: session("events:write"),
  body: CreateEvent,
  idempotent: true,
  response: [201, Event, forDocs("The event")],
  errors: ["tier_limit", "email_unverified"],
  run: async (ctx, caller, { body }, c) => {
    const event = await createEvent(ctx, caller, body, requestPlace(c));
    return eventOf(event, "owner", ctx.config.REGIONS);
  },
});

eventGroup.get("/events/{eventId}", {
  name: "readEvent",
  summary: forDocs("Get an event"),
  description: forDocs("Returns the event and your role on it."),
  access: role("viewer", "events:read"),
  response: [200, Event, forDocs("The event")],
  run: async (ctx, caller) => {
    const { event, role } = await readEvent(ctx, caller);
    return eventOf(event, role, ctx.config.REGIONS);
  },
});

eventGroup.patch("/events/{eventId}", {
  name: "changeEvent",
  summary: forDocs("Update an event"),
  description: forDocs(
    "Updates the fields you send. Guests are emailed only with `notify: true`. If they cannot be, the event is updated and `notified` is false with the `reason`. Moving `event_date` moves each automatic reminder by the same amount. A reminder whose new time is past is cancelled, and restored when the event moves far enough into the future. Messages whose time you chose and reminders you cancelled are unchanged, unless `shift_messages` is true. A `capacity` below the taken seats returns 409 `capacity_below_seated` with the parties that are over it, latest RSVPs first, unless `force` is true. A larger or unlimited capacity is offered to waitlisted parties in their order. An API key with neither `invitations:send` nor `messages:send` offers no seats (`reason` is `missing_scope`). `require_second_factor` requires an owner and a step-up. With `expected_updated_at`, an event that changed since returns 409 `event_changed` with the current `event`.",
  ),
  access: role("editor", "events:write"),
  body: ChangeEvent,
  response: [200, ChangedEvent, forDocs("The updated event")],
  errors: ["session_required", "step_up_required", "capacity_below_seated", "event_changed"],
  run: async (ctx, caller, { body }) => {
    return changedEventOf(await changeEvent(ctx, caller, body), ctx.config.REGIONS);
  },
});
