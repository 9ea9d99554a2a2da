import { jsonFile } from "../http/download.ts";
import { endpoint, json, page } from "../http/endpoint.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { changeGuest } from "./change-guest.ts";
import { createGuest } from "./create-guest.ts";
import { deleteGuest } from "./delete-guests.ts";
import { exportGuestData } from "./export-guest-data.ts";
import { GuestQuery, ListedGuest } from "./list-schemas.ts";
import { guestOf } from "./present.ts";
import { readGuest, readGuests } from "./read-guests.ts";
import { ChangeGuest, CreateGuest, Guest, GuestDataExport, GuestPath } from "./schemas.ts";

const tag = "Guests";
const limits = [perUser("guests")];

const guestGroup = routes({ tag, access: role("editor", "guests:write"), limits });
export const guestRoutes = guestGroup.app;

guestGroup.get("/events/{eventId}/guests", {
  name: "listGuests",
  summary: forDocs("List guests"),
  description: forDocs("Returns guests, newest first. Guests that are added while you page do not shift later pages."),
  access: role("viewer", "guests:read"),
  query: GuestQuery,
  response: [200, page(ListedGuest), forDocs("A page of guests")],
  run: async (ctx, caller, { query }) => {
    const { rows, nextCursor } = await readGuests(ctx, caller, query);
    return { items: rows.map((row) => ({ ...guestOf(row), matchedCompanion: row.matchedCompanion })), nextCursor };
  },
});

guestGroup.post("/events/{eventId}/guests", {
  name: "createGuest",
  summary: forDocs("Add a guest"),
  description: forDocs(
    'Adds a guest without a link; issue one with `POST /events/{eventId}/tokens`. The tier of the event\'s host limits the number of guests (402 `tier_limit`). Email addresses (ignoring case) and external IDs are unique within an event (409 `duplicate_guest`, `duplicate_external_id`). With `same_name: "ask"`, a name that is on the list returns 409 `name_on_list` with `matches`; repeat the request without it to add a namesake.',
  ),
  body: CreateGuest,
  idempotent: true,
  response: [201, Guest, forDocs("The guest")],
  errors: ["tier_limit", "duplicate_guest", "duplicate_external_id", "name_on_list"],
  run: async (ctx, caller, { body }) => guestOf(await createGuest(ctx, caller, body)),
});

guestGroup.get("/events/{eventId}/guests/{guestId}", {
  name: "readGuest",
  summary: forDocs("Get a guest"),
  description: forDocs("Returns the guest with the RSVP and the delivery of the last invitation."),
  access: role("viewer", "guests:read"),
  response: [200, Guest, forDocs("The guest")],
  run: async (ctx, caller, { params }) => guestOf(await readGuest(ctx, caller, params.guestId)),
});

guestGroup.patch("/events/{eventId}/guests/{guestId}", {
  name: "changeGuest",
  summary: forDocs("Update a guest"),
  description: forDocs(
    "Updates the fields you send. Null clears `email`, `phone`, `party_size`, `notes`, `table`, `external_id`, `locale` and `greeting`; an empty list clears `tags` and `companions`. The guest's link stays valid. A `party_size` below the RSVP, or fewer `companions` without a `party_size`, returns 409 `party_size_below_answers` with the guest; with `adjust: true`, the plus-ones are lowered instead. The previous RSVP stays in the history, and the guest keeps all edits. With `expected_updated_at`, a guest that changed since returns 409 `guest_changed` with the current `guest`.",
  ),
  body: ChangeGuest,
  response: [200, Guest, forDocs("The updated guest")],
  errors: ["duplicate_guest", "duplicate_external_id", "party_size_below_answers", "guest_changed", "list_changed"],
  run: async (ctx, caller, { params, body }) => guestOf(await changeGuest(ctx, caller, params.guestId, body)),
});

guestGroup.delete("/events/{eventId}/guests/{guestId}", {
  name: "deleteGuest",
  summary: forDocs("Erase a guest"),
  description: forDocs(
    "Erases all data of the guest: link, RSVP and its history, access logs, check-in, deliveries, activities, stored results of requests with an `Idempotency-Key`, and the scoring engine's history. Data outside the database is erased within seconds, or as soon as its store is reachable. Queued messages to the guest are dropped. A suppressed address stays on the suppression list.",
  ),
  response: [204, null, forDocs("The guest is erased")],
  run: (ctx, caller, { params }) => deleteGuest(ctx, caller, params.guestId),
});

guestRoutes.openapi(
  endpoint({
    name: "exportGuestData",
    tag,
    method: "get",
    path: "/events/{eventId}/guests/{guestId}/data-export",
    summary: forDocs("Export a guest's data"),
    description: forDocs(
      "Returns everything stored about the guest, for data subject requests: the RSVP and its history, access logs with scores and feedback, the check-in, and sent messages.",
    ),
    access: role("editor", "guests:read"),
    limits,
    params: GuestPath,
    responses: { 200: json(GuestDataExport, forDocs("One JSON document, streamed")) },
  }),
  async (c) => {
    const { guestId } = c.req.valid("param");
    return jsonFile(c, "guest-data.json", await exportGuestData(c.var.ctx, eventCallerOf(c), guestId));
  },
);
