import { endpoint, json } from "../http/endpoint.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { EventPath } from "../platform/authorization/schemas.ts";
import { addWalkIn } from "./add-walk-in.ts";
import { checkInGuest } from "./check-in-guest.ts";
import { issueScannerTicket } from "./devices/door-devices.ts";
import { DoorMatches, DoorSearchQuery, presentMatches } from "./door-list-schemas.ts";
import { findAtDoor } from "./find-at-door.ts";
import { readCheckIns } from "./read-check-ins.ts";
import { previewCheckIn } from "./read-door-guest.ts";
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
/** Error codes of a rejected scan. */
const CODE_REFUSALS = ["invalid_qr", "wrong_event", "qr_expired", "event_cancelled"] as const;

const checkInGroup = routes({ tag, access: door("editor", "preview") });
export const checkInRoutes = checkInGroup.app;

checkInGroup.post("/events/{eventId}/scanner-ticket", {
  name: "mintScannerTicket",
  summary: forDocs("Create a scanner ticket"),
  description: forDocs(
    "Returns a bearer token with all rights for the door routes of this event. It is valid for 12 hours, and is revoked when your role is removed or you sign out. For a longer-lived token, use `POST /events/{eventId}/door-devices`.",
  ),
  access: role("editor", "check_in"),
  limits: [perUser("events")],
  idempotent: true,
  response: [201, ScannerTicket, forDocs("The ticket, and the page to open on the phone")],
  errors: ["feature_disabled", "feature_not_in_tier"],
  run: issueScannerTicket,
});

checkInGroup.post("/events/{eventId}/check-in/preview", {
  name: "previewCheckIn",
  summary: forDocs("Preview a check-in"),
  description: forDocs(
    "Returns the guest of a scanned code, and the reasons against a check-in, without checking the guest in. Returns 400 `invalid_qr` or `wrong_event`, or 410 `qr_expired`, for a code that the door does not accept.",
  ),
  body: PreviewCheckIn,
  response: [200, CheckInPreview, forDocs("The guest")],
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
    summary: forDocs("Check in a guest"),
    description: forDocs(
      "Checks a guest in, once (409 `already_checked_in` with the number of people still expected). A guest who declined, has no seat, or has a replaced link returns 409 `needs_override` unless `override` is true.",
    ),
    access: door("editor", "checkIn"),
    params: EventPath,
    body: RecordCheckIn,
    idempotent: true,
    responses: {
      201: json(CheckIn, forDocs("The check-in")),
      200: json(CheckIn, forDocs("The check-in of an earlier request with the same `nonce`")),
    },
    errors: ["already_checked_in", "needs_override", "nonce_reused", ...CODE_REFUSALS],
  }),
  async (c) => {
    const checkedIn = await checkInGuest(c.get("ctx"), doorCallerOf(c), c.req.valid("json"));
    return c.json(presentCheckIn(checkedIn), checkedIn.repeated ? 200 : 201);
  },
);

checkInGroup.post("/events/{eventId}/walk-ins", {
  name: "addWalkIn",
  summary: forDocs("Add a walk-in"),
  description: forDocs(
    'Adds a guest who was not invited and checks them in. While the door is open, walk-ins exceed the guest limit and the capacity; `over_limit` marks them. A walk-in with `over_tier` gets no link while the list is above the guest limit. At other times the guest limit applies (402 `tier_limit`). With `same_name: "ask"`, a name that is on the list returns 409 `name_on_list` with `matches`: check that guest in, or repeat the request without it to add a namesake.',
  ),
  access: door("editor", "walkIn"),
  body: RecordWalkIn,
  idempotent: true,
  response: [201, CheckIn, forDocs("The check-in of the new guest")],
  isPresented: true,
  errors: ["tier_limit", "duplicate_guest", "event_cancelled", "name_on_list"],
  run: async (ctx, caller, { body }) => presentCheckIn(await addWalkIn(ctx, caller, body)),
});

checkInGroup.get("/events/{eventId}/check-ins", {
  name: "listCheckIns",
  summary: forDocs("List check-ins"),
  description: forDocs("Returns the check-ins, last recorded first, and the headcounts of the event."),
  access: door("viewer", "list"),
  query: CheckInListQuery,
  response: [200, CheckInList, forDocs("A page of check-ins, and the summary of all")],
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
  summary: forDocs("Search guests by name"),
  description: forDocs(
    "Returns up to 20 guests whose name, or whose companion's name, is closest to the text. Tolerates typing mistakes.",
  ),
  query: DoorSearchQuery,
  response: [200, DoorMatches, forDocs("At most 20 guests")],
  isPresented: true,
  run: async (ctx, caller, { query }) => presentMatches(await findAtDoor(ctx, caller, query.q)),
});

checkInGroup.delete("/events/{eventId}/check-ins/{checkInId}", {
  name: "undoCheckIn",
  summary: forDocs("Undo a check-in"),
  description: forDocs(
    "Deletes a check-in that was a mistake. A member can undo any check-in; a door device only its own, within a minute (403 `undo_not_allowed`).",
  ),
  access: door("editor", "checkIn"),
  limits: [perUser("events")],
  query: UndoQuery,
  response: [204, null, forDocs("The check-in is deleted")],
  errors: ["undo_not_allowed"],
  run: (ctx, caller, { params, query }) => undoCheckIn(ctx, caller, { ...params, ...query }),
});
