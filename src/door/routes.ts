import { endpoint, json } from "../http/endpoint.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
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

const checkInGroup = routes({ tag, access: door("editor", "preview") });
export const checkInRoutes = checkInGroup.app;

checkInGroup.post("/events/{eventId}/scanner-ticket", {
  name: "mintScannerTicket",
  summary: "Issue a scanner ticket for a phone at the door",
  description:
    "A bearer for the door's routes of this event, with every right. It is valid for 12 hours, and ends with your role and when you sign out. `POST /events/{eventId}/door-devices` makes one that stays.",
  access: role("editor", "check_in"),
  limits: [perUser("events")],
  idempotent: true,
  response: [201, ScannerTicket, "The ticket, and the page to open on the phone"],
  errors: ["feature_disabled", "feature_not_in_tier"],
  run: mintScannerTicket,
});

checkInGroup.post("/events/{eventId}/check-in/preview", {
  name: "previewCheckIn",
  summary: "Preview a check-in: the guest, and the reasons against letting them in",
  body: PreviewCheckIn,
  response: [200, CheckInPreview, "The guest"],
  isPresented: true,
  errors: [...CODE_REFUSALS],
  run: async (ctx, caller, { body }) => presentPreview(await previewCheckIn(ctx, caller, body)),
});

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

checkInGroup.post("/events/{eventId}/walk-ins", {
  name: "addWalkIn",
  summary: "Add a guest who was not invited, and check them in",
  access: door("editor", "walkIn"),
  body: RecordWalkIn,
  idempotent: true,
  response: [201, CheckIn, "The guest is on the list and checked in"],
  isPresented: true,
  errors: ["tier_limit", "duplicate_guest", "event_cancelled"],
  run: async (ctx, caller, { body }) => presentCheckIn(await addWalkIn(ctx, caller, body)),
});

checkInGroup.get("/events/{eventId}/check-ins", {
  name: "listCheckIns",
  summary: "List check-ins, newest first, with the headcounts of the event",
  access: door("viewer", "list"),
  query: CheckInListQuery,
  response: [200, CheckInList, "A page of check-ins, and the summary of all of them"],
  isPresented: true,
  run: async (ctx, caller, { query }) => {
    const { rows, nextCursor, summary } = await readCheckIns(ctx, caller, query);
    const event = { id: caller.eventId, name: summary.eventName };
    const page = { items: rows.map(presentCheckIn), next_cursor: nextCursor };
    return { event, ...page, summary: presentSummary(summary) };
  },
});

checkInGroup.get("/events/{eventId}/check-in/guests", {
  name: "findAtDoor",
  summary: "Find guests by name, typing mistakes allowed",
  query: DoorSearchQuery,
  response: [200, DoorMatches, "At most 20 guests"],
  isPresented: true,
  run: async (ctx, caller, { query }) => presentMatches(await findAtDoor(ctx, caller, query.q)),
});

checkInGroup.delete("/events/{eventId}/check-ins/{checkInId}", {
  name: "undoCheckIn",
  summary: "Delete a mistaken check-in",
  description: "A member undoes any. A door device undoes what it has recorded itself, within a minute.",
  access: door("editor", "checkIn"),
  limits: [perUser("events")],
  query: UndoQuery,
  response: [204, null, "The check-in is deleted"],
  errors: ["undo_not_allowed"],
  run: (ctx, caller, { params, query }) => undoCheckIn(ctx, caller, { ...params, ...query }),
});
