import * as z from "zod";
import { headerParameter, PUBLIC } from "../http/access.ts";
import { endpoint, page } from "../http/endpoint.ts";
import { integerText, pageQuery, uuid } from "../http/fields.ts";
import { routes } from "../http/routes.ts";
import { perUser, perUserExactly, SECRET_LIMITS } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { session } from "../identity/accounts/session.ts";
import { AppError } from "../kernel/errors.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { LIVE_HEADERS } from "../platform/activities/event-monitor.ts";
import { LiveActivity } from "../platform/activities/live-event.ts";
import { EventPath } from "../platform/authorization/schemas.ts";
import { createLiveTicket, invalidTicket, openLive } from "./create-live-ticket.ts";
import { LIVE_TICKET_MS } from "./live-ticket.ts";
import { readActivity, resumeActivity } from "./read-activity.ts";

const Activity = z.intersection(LiveActivity, z.looseObject({ sequence: z.int().nullable() })).meta(
  forDocs({
    description: "`sequence` is null for an activity that is not numbered yet or is older than the last 100,000",
  }),
);
const RequestLiveTicket = z.strictObject({ event_id: uuid }).openapi("RequestLiveTicket");
const MintedLiveTicket = z.object({ ticket: z.string(), expires_in: z.int(), url: z.string() }).openapi("LiveTicket");

const monitorGroup = routes({ tag: "Monitor", access: role("viewer", "guests:read"), limits: [perUser("events")] });
export const monitorRoutes = monitorGroup.app;

monitorGroup.get("/events/{eventId}/activity", {
  name: "readActivity",
  summary: forDocs("List activity"),
  description: forDocs(
    "Returns what happened at the event, newest first: RSVPs, edits, check-ins, seat offers, changes of the event, and every scored access, including blocked ones. With `after`, returns everything that the live monitor has sent since that `sequence`, oldest first and without gaps; `activity.erased` stands for an erased activity. The last 100,000 activities are stored.",
  ),
  query: z.object({ ...pageQuery, after: integerText(0, Number.MAX_SAFE_INTEGER).optional() }),
  response: [200, page(Activity), forDocs("A page of activities")],
  isPresented: true,
  run: async (ctx, caller, { query }) => {
    const { after, ...page } = query;
    const { rows, nextCursor } =
      after === undefined
        ? await readActivity(ctx, caller, page)
        : await resumeActivity(ctx, caller, { ...page, after });
    return { items: rows, next_cursor: nextCursor };
  },
});

monitorGroup.post("/auth/ws-ticket", {
  name: "mintLiveTicket",
  summary: forDocs("Create a live ticket"),
  description: forDocs(
    "Returns a ticket that opens one WebSocket on the event within 30 seconds, with `GET /events/{eventId}/live`.",
  ),
  access: session("guests:read"),
  limits: [perUser("events"), perUserExactly({ name: "live-tickets", limit: 60, windowSeconds: 60 })],
  body: RequestLiveTicket,
  idempotent: true,
  response: [201, MintedLiveTicket, forDocs("The ticket and its URL")],
  errors: ["feature_disabled", "not_found"],
  run: async (ctx, caller, { body }) => {
    const minted = await createLiveTicket(ctx, caller, body.event_id);
    return { ...minted, expiresIn: LIVE_TICKET_MS / 1000 };
  },
});

monitorRoutes.openapi(
  endpoint({
    name: "watchEvent",
    tag: "Monitor",
    method: "get",
    path: "/events/{eventId}/live",
    summary: forDocs("Watch an event live"),
    description: forDocs(
      'Opens a WebSocket that sends a `LiveEvent` for each activity, with `event_id` and a `sequence` that counts the event\'s activities from 1 without gaps. With `after`, sends the activities after that number first, at most the newest 500; `activity.erased` stands for an erased activity. If you missed more, the first `sequence` is more than one above `after`: read the others with `GET /events/{eventId}/activity` and its `after`, or fetch your data again.\n\nTo keep an idle connection open, send the text `ping` or the JSON `{"type": "ping"}`, for example every 30 seconds. The response is the text `pong` or the JSON `{"type": "pong"}`, without `sequence`. Other messages are ignored. A message over 1,024 bytes, more than 30 other messages per minute, or more than 600 JSON pings per minute close the socket with code 1008. A member has at most 10 sockets on an event: opening one more closes the oldest with code 1008.',
    ),
    access: PUBLIC,
    limits: SECRET_LIMITS,
    params: EventPath,
    query: z.object({ ticket: z.string().max(1_024), after: integerText(0, Number.MAX_SAFE_INTEGER).optional() }),
    headers: [headerParameter("Upgrade", forDocs("`websocket`"))],
    responses: { 101: { description: forDocs("The socket is open") } },
    errors: ["invalid_refresh_token", "upgrade_required"],
  }),
  async (c) => {
    const { eventId } = c.req.valid("param");
    if (c.req.header("upgrade")?.toLowerCase() !== "websocket") throw new AppError("upgrade_required");
    const { ticket: text, after } = c.req.valid("query");
    const ticket = await openLive(c.var.ctx, eventId, text);
    const url = new URL(`https://monitor.invalid/${after === undefined ? "" : `?after=${after}`}`);
    const object = c.env.EVENT_MONITOR.get(c.env.EVENT_MONITOR.idFromName(eventId));
    const response = await object.fetch(url, {
      headers: {
        Upgrade: "websocket",
        [LIVE_HEADERS.user]: ticket.session.userId,
        [LIVE_HEADERS.session]: ticket.session.sessionId,
        [LIVE_HEADERS.ticket]: ticket.id,
        [LIVE_HEADERS.ticketExpires]: String(ticket.expiresAt),
      },
    });
    if (response.webSocket === null) throw invalidTicket();
    // The object's response is immutable, and middleware adds headers to every response.
    return new Response(null, { status: 101, webSocket: response.webSocket });
  },
);
