import { page } from "../../http/endpoint.ts";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { readTimeline } from "./read-timeline.ts";
import { TimelineItem, TimelineQuery } from "./schemas.ts";

const timelineGroup = routes({ tag: "Guests", access: role("viewer", "guests:read"), limits: [perUser("guests")] });
export const timelineRoutes = timelineGroup.app;

timelineGroup.get("/events/{eventId}/guests/{guestId}/timeline", {
  name: "readTimeline",
  summary: forDocs("List a guest's timeline"),
  description: forDocs(
    "Returns what happened with the guest, newest first: links, emails and their delivery, views by people and by bots, RSVPs and edits, messages and check-ins. An email is one item at the time of its last change, so it moves up when it is delivered or bounces.",
  ),
  query: TimelineQuery,
  response: [200, page(TimelineItem), forDocs("A page of the timeline")],
  isPresented: true,
  run: async (ctx, caller, { params, query }) => {
    const { rows, nextCursor } = await readTimeline(ctx, caller, params.guestId, query);
    return { items: rows, next_cursor: nextCursor };
  },
});
