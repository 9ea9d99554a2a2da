import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { toWire } from "../kernel/clock.ts";
import { EventPath } from "../platform/authorization/schemas.ts";
import { addWalkIn } from "./add-walk-in.ts";
import { checkInGuest } from "./check-in-guest.ts";
import { DoorMatches, DoorSearchQuery, presentMatches } from "./door-list-schemas.ts";
import { mintScannerTicket } from "./mint-scanner-ticket.ts";
import { previewCheckIn } from "./preview-check-in.ts";
import { findAtDoor, readCheckIns } from "./read-check-ins.ts";
import { door, doorCallerOf } from "./scanner-ticket.ts";
import {
  CheckIn,
  CheckInList,
  CheckInListQuery,
  CheckInPath,
  CheckInPreview,
  PreviewCheckIn,
  presentCheckIn,
  presentPreview,
  presentSummary,
  RecordCheckIn,
  RecordWalkIn,
  ScannerTicket,
  UndoQuery,
} from "./schemas.ts";
import { undoCheckIn } from "./undo-check-in.ts";

const tag = "Door";
/** What a scan is refused with. */
const CODE_REFUSALS = ["invalid_qr", "wrong_event", "qr_expired", "event_cancelled"] as const;

export const checkInRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

checkInRoutes.openapi(
  endpoint({
    name: "mintScannerTicket",
    tag,
    method: "post",
    path: "/events/{eventId}/scanner-ticket",
    summary: "Issue a scanner ticket for a phone at the door",
    description:
      "A bearer for the door's routes of this event, with every right. It is valid for 12 hours, and ends with your role and when you sign out. `POST /events/{eventId}/door-devices` makes one that stays.",
    access: role("editor", "check_in"),
    limits: [perUser("events")],
    params: EventPath,
    idempotent: true,
    answers: { 201: json(ScannerTicket, "The ticket, and the page to open on the phone") },
    refusals: ["feature_disabled", "feature_not_in_tier"],
  }),
  async (c) => {
    const { ticket, url, expiresAt } = await mintScannerTicket(c.get("ctx"), eventCallerOf(c));
    return c.json({ ticket, url, expires_at: toWire(expiresAt) }, 201);
  },
);

checkInRoutes.openapi(
  endpoint({
    name: "previewCheckIn",
    tag,
    method: "post",
    path: "/events/{eventId}/check-in/preview",
    summary: "Preview a check-in: the guest, and the reasons against letting them in",
    access: door("editor", "preview"),
    params: EventPath,
    body: PreviewCheckIn,
    answers: { 200: json(CheckInPreview, "The guest") },
    refusals: [...CODE_REFUSALS],
  }),
  async (c) => c.json(presentPreview(await previewCheckIn(c.get("ctx"), doorCallerOf(c), c.req.valid("json"))), 200),
);

checkInRoutes.openapi(
  endpoint({
    name: "checkInGuest",
    tag,
    method: "post",
    path: "/events/{eventId}/check-in",
    summary: "Check a guest in",
    description:
      "A guest can be checked in once. For a guest who declined, who has no seat, or whose link was replaced, `override` must be true.",
    access: door("editor", "checkIn"),
    params: EventPath,
    body: RecordCheckIn,
    idempotent: true,
    answers: {
      201: json(CheckIn, "The guest is checked in"),
      200: json(CheckIn, "A repetition with the same `nonce`: the check-in that the first request made"),
    },
    refusals: ["already_checked_in", "needs_override", "nonce_reused", ...CODE_REFUSALS],
  }),
  async (c) => {
    const checkedIn = await checkInGuest(c.get("ctx"), doorCallerOf(c), c.req.valid("json"));
    return c.json(presentCheckIn(checkedIn), checkedIn.repeated ? 200 : 201);
  },
);

checkInRoutes.openapi(
  endpoint({
    name: "addWalkIn",
    tag,
    method: "post",
    path: "/events/{eventId}/walk-ins",
    summary: "Add a guest who was not invited, and check them in",
    access: door("editor", "walkIn"),
    params: EventPath,
    body: RecordWalkIn,
    idempotent: true,
    answers: { 201: json(CheckIn, "The guest is on the list and checked in") },
    refusals: ["tier_limit", "duplicate_guest", "event_cancelled"],
  }),
  async (c) => c.json(presentCheckIn(await addWalkIn(c.get("ctx"), doorCallerOf(c), c.req.valid("json"))), 201),
);

checkInRoutes.openapi(
  endpoint({
    name: "listCheckIns",
    tag,
    method: "get",
    path: "/events/{eventId}/check-ins",
    summary: "List check-ins, newest first, with the headcounts of the event",
    access: door("viewer", "list"),
    params: EventPath,
    query: CheckInListQuery,
    answers: { 200: json(CheckInList, "A page of check-ins, and the summary of all of them") },
  }),
  async (c) => {
    const caller = doorCallerOf(c);
    const { rows, nextCursor, summary } = await readCheckIns(c.get("ctx"), caller, c.req.valid("query"));
    const event = { id: caller.eventId, name: summary.eventName };
    const page = { items: rows.map(presentCheckIn), next_cursor: nextCursor };
    return c.json({ event, ...page, summary: presentSummary(summary) }, 200);
  },
);

checkInRoutes.openapi(
  endpoint({
    name: "findAtDoor",
    tag,
    method: "get",
    path: "/events/{eventId}/check-in/guests",
    summary: "Find guests by name, typing mistakes allowed",
    access: door("editor", "preview"),
    params: EventPath,
    query: DoorSearchQuery,
    answers: { 200: json(DoorMatches, "At most 20 guests") },
  }),
  async (c) => {
    const matches = await findAtDoor(c.get("ctx"), doorCallerOf(c), c.req.valid("query").q);
    return c.json(presentMatches(matches), 200);
  },
);

checkInRoutes.openapi(
  endpoint({
    name: "undoCheckIn",
    tag,
    method: "delete",
    path: "/events/{eventId}/check-ins/{checkInId}",
    summary: "Delete a mistaken check-in",
    description: "A member undoes any. A door device undoes what it has recorded itself, within a minute.",
    access: door("editor", "checkIn"),
    limits: [perUser("events")],
    params: CheckInPath,
    query: UndoQuery,
    answers: { 204: { description: "The check-in is deleted" } },
    refusals: ["undo_not_allowed"],
  }),
  async (c) => {
    await undoCheckIn(c.get("ctx"), doorCallerOf(c), { ...c.req.valid("param"), ...c.req.valid("query") });
    return c.body(null, 204);
  },
);
