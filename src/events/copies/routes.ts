import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { eventOf } from "../event-times.ts";
import { Event } from "../schemas.ts";
import { copyEvent } from "./copy-event.ts";
import { CopyEvent } from "./schemas.ts";

const eventCopyGroup = routes({ tag: "Events", access: role("editor", "events:write"), limits: [perUser("events")] });
export const eventCopyRoutes = eventCopyGroup.app;

eventCopyGroup.post("/events/{eventId}/copy", {
  name: "copyEvent",
  summary: forDocs("Copy an event"),
  description: forDocs(
    "Creates a copy with the settings of the event and what `include` names. You become its only member and owner, and your tier applies (402). All times move with `event_date`; the deadline and the times of messages keep their time of day. A deadline that would be past is left out.",
  ),
  body: CopyEvent,
  idempotent: true,
  response: [201, Event, forDocs("The copy")],
  errors: ["tier_limit", "feature_not_in_tier"],
  run: async (ctx, caller, { body }) => {
    const { include = [], ...copy } = body;
    const event = await copyEvent(ctx, caller, { ...copy, include });
    return eventOf(event, "owner", ctx.config.REGIONS);
  },
});
