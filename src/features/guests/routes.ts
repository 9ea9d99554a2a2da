import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json, page } from "../../http/endpoint.ts";
import { jsonFile } from "../../http/json-file.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { perUser } from "../accounts/user-limit.ts";
import { eventCallerOf, role } from "../members/role-guard.ts";
import { changeGuest } from "./change-guest.ts";
import { createGuest } from "./create-guest.ts";
import { deleteGuest } from "./delete-guest.ts";
import { exportGuestData } from "./export-guest-data.ts";
import { presentGuest } from "./present.ts";
import { readGuest, readGuests } from "./read-guests.ts";
import { ChangeGuest, CreateGuest, EventPath, Guest, GuestDataExport, GuestPath, GuestQuery } from "./schemas.ts";

const tag = "Guests";
const limits = [perUser("guests")];

export const guestRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

guestRoutes.openapi(
  endpoint({
    name: "listGuests",
    tag,
    method: "get",
    path: "/events/{eventId}/guests",
    summary: "The guest list, newest first",
    description: "Guests who are added while you turn the pages do not move the ones that follow.",
    access: role("viewer"),
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
    summary: "Put a guest on the list",
    description:
      "The tier of the event's host says how many guests an event may have (402). Two guests of an event cannot have one e-mail address, however its letters are written (409 `duplicate_guest`).",
    access: role("editor"),
    limits,
    params: EventPath,
    body: CreateGuest,
    idempotent: true,
    answers: { 201: json(Guest, "The new guest") },
    refusals: ["tier_limit", "duplicate_guest"],
  }),
  async (c) => c.json(presentGuest(await createGuest(c.var.ctx, eventCallerOf(c), c.req.valid("json"))), 201),
);

guestRoutes.openapi(
  endpoint({
    name: "readGuest",
    tag,
    method: "get",
    path: "/events/{eventId}/guests/{guestId}",
    summary: "One guest",
    access: role("viewer"),
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
      "What is absent stays; null clears `email`, `phone`, `party_size` and `notes`. The guest's link goes on to work. A `party_size` below what the guest has already answered for is accepted: the answer stays as it is, and the new size binds the guest's next one.",
    access: role("editor"),
    limits,
    params: GuestPath,
    body: ChangeGuest,
    answers: { 200: json(Guest, "The guest as it is now") },
    refusals: ["duplicate_guest"],
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
      "Nothing of the guest stays: link, answer and its history, accesses, arrival, deliveries, what the live monitor keeps, what requests with an `Idempotency-Key` came to, and what the scoring engine has learned. What lies outside the database goes within seconds, or as soon as it answers again. Messages under way find nobody. An address that asked not to be written to stays on the list of those.",
    access: role("editor"),
    limits,
    params: GuestPath,
    answers: { 204: { description: "The guest is gone" } },
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
    summary: "Everything that is kept of a guest",
    description:
      "For a guest who asks for it: the answer and its history, accesses with what was said of them, the arrival, and what was sent.",
    access: role("editor"),
    limits,
    params: GuestPath,
    answers: { 200: json(GuestDataExport, "One JSON document, streamed") },
  }),
  async (c) => {
    const { guestId } = c.req.valid("param");
    return jsonFile(c, "guest-data.json", await exportGuestData(c.var.ctx, eventCallerOf(c), guestId));
  },
);
