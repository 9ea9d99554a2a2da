import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { jsonFile } from "../http/download.ts";
import { endpoint, json, page } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { changeGuest } from "./change-guest.ts";
import { createGuest } from "./create-guest.ts";
import { deleteGuest } from "./delete-guests.ts";
import { exportGuestData } from "./export-guest-data.ts";
import { GuestQuery } from "./list-schemas.ts";
import { presentGuest } from "./present.ts";
import { readGuest, readGuests } from "./read-guests.ts";
import { ChangeGuest, CreateGuest, EventPath, Guest, GuestDataExport, GuestPath } from "./schemas.ts";

const tag = "Guests";
const limits = [perUser("guests")];

export const guestRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

guestRoutes.openapi(
  endpoint({
    name: "listGuests",
    tag,
    method: "get",
    path: "/events/{eventId}/guests",
    summary: "List guests, newest first",
    description: "Guests that are added while you page do not shift later pages.",
    access: role("viewer", "guests:read"),
    limits,
    params: EventPath,
    query: GuestQuery,
    answers: { 200: json(page(Guest), "A page of guests") },
  }),
  async (c) => {
    const { rows, nextCursor } = await readGuests(c.var.ctx, eventCallerOf(c), c.req.valid("query"));
    return c.json({ items: rows.map(presentGuest), next_cursor: nextCursor }, 200);
  },
);

guestRoutes.openapi(
  endpoint({
    name: "createGuest",
    tag,
    method: "post",
    path: "/events/{eventId}/guests",
    summary: "Add a guest",
    description:
      "The tier of the event's host limits the number of guests (402 `tier_limit`). Email addresses are unique within an event, regardless of case (409 `duplicate_guest`), and so are external ids (409 `duplicate_external_id`).",
    access: role("editor", "guests:write"),
    limits,
    params: EventPath,
    body: CreateGuest,
    idempotent: true,
    answers: { 201: json(Guest, "The new guest") },
    refusals: ["tier_limit", "duplicate_guest", "duplicate_external_id"],
  }),
  async (c) => c.json(presentGuest(await createGuest(c.var.ctx, eventCallerOf(c), c.req.valid("json"))), 201),
);

guestRoutes.openapi(
  endpoint({
    name: "readGuest",
    tag,
    method: "get",
    path: "/events/{eventId}/guests/{guestId}",
    summary: "Get a guest",
    access: role("viewer", "guests:read"),
    limits,
    params: GuestPath,
    answers: { 200: json(Guest, "The guest") },
  }),
  async (c) => {
    const { guestId } = c.req.valid("param");
    return c.json(presentGuest(await readGuest(c.var.ctx, eventCallerOf(c), guestId)), 200);
  },
);

guestRoutes.openapi(
  endpoint({
    name: "changeGuest",
    tag,
    method: "patch",
    path: "/events/{eventId}/guests/{guestId}",
    summary: "Change a guest",
    description:
      "Absent fields keep their values; null clears `email`, `phone`, `party_size`, `notes`, `table`, `external_id` and `locale`, an empty list `tags` and `companions`. The guest's link stays valid. A `party_size` below what the guest has already answered for, or fewer `companions` where there is no `party_size`, is 409 `party_size_below_answers`, which names the guest; with `adjust: true` the answer's plus-ones are lowered with it. The former answer stays in the history, and the guest keeps all edits. With `expected_updated_at` a guest whom somebody has changed since is 409 `guest_changed`, whose `guest` is the guest as it is.",
    access: role("editor", "guests:write"),
    limits,
    params: GuestPath,
    body: ChangeGuest,
    answers: { 200: json(Guest, "The updated guest") },
    refusals: ["duplicate_guest", "duplicate_external_id", "party_size_below_answers", "guest_changed", "list_changed"],
  }),
  async (c) => {
    const { guestId } = c.req.valid("param");
    const guest = await changeGuest(c.var.ctx, eventCallerOf(c), guestId, c.req.valid("json"));
    return c.json(presentGuest(guest), 200);
  },
);

guestRoutes.openapi(
  endpoint({
    name: "deleteGuest",
    tag,
    method: "delete",
    path: "/events/{eventId}/guests/{guestId}",
    summary: "Erase a guest",
    description:
      "Deletes all data of the guest: link, RSVP and its history, access logs, check-in, deliveries, the live monitor's entries, stored results of requests with an `Idempotency-Key`, and the scoring engine's history. Data outside the database is deleted within seconds, or as soon as its store is reachable. Queued messages to the guest are dropped. A suppressed address stays on the suppression list.",
    access: role("editor", "guests:write"),
    limits,
    params: GuestPath,
    answers: { 204: { description: "The guest is deleted" } },
  }),
  async (c) => {
    await deleteGuest(c.var.ctx, eventCallerOf(c), c.req.valid("param").guestId);
    return c.body(null, 204);
  },
);

guestRoutes.openapi(
  endpoint({
    name: "exportGuestData",
    tag,
    method: "get",
    path: "/events/{eventId}/guests/{guestId}/data-export",
    summary: "Export all data of a guest",
    description:
      "For data subject requests: the RSVP and its history, access logs with their scores and feedback, the check-in, and sent messages.",
    access: role("editor", "guests:read"),
    limits,
    params: GuestPath,
    answers: { 200: json(GuestDataExport, "One JSON document, streamed") },
  }),
  async (c) => {
    const { guestId } = c.req.valid("param");
    return jsonFile(c, "guest-data.json", await exportGuestData(c.var.ctx, eventCallerOf(c), guestId));
  },
);
