import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { ChangedGuests, ChangeGuests, DeletedGuests, DeleteGuests } from "./bulk-schemas.ts";
import { changeGuests } from "./change-guests.ts";
import { deleteGuests } from "./delete-guests.ts";
import { EventPath } from "./schemas.ts";

const tag = "Guests";
const limits = [perUser("guests")];

export const guestBulkRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

guestBulkRoutes.openapi(
  endpoint({
    name: "changeGuests",
    tag,
    method: "patch",
    path: "/events/{eventId}/guests",
    summary: "Change many guests",
    description:
      "Changes up to 5,000 guests in one transaction: all of them or none. Ids that are not on the event are named (404). A `party_size` below what some have already answered for is 409 `party_size_below_answers`, which names them; with `adjust: true` the plus-ones of their answers are lowered with it. The former answers stay in the history, and the guests keep all edits.",
    access: role("editor", "guests:write"),
    limits,
    params: EventPath,
    body: ChangeGuests,
    answers: { 200: json(ChangedGuests, "The guests are changed") },
    refusals: ["party_size_below_answers", "list_changed"],
  }),
  async (c) => c.json(await changeGuests(c.var.ctx, eventCallerOf(c), c.req.valid("json")), 200),
);

guestBulkRoutes.openapi(
  endpoint({
    name: "deleteGuests",
    tag,
    method: "post",
    path: "/events/{eventId}/guests/delete",
    summary: "Erase many guests",
    description:
      "Erases up to 5,000 guests in one transaction: all of them or none, each as `DELETE /events/{eventId}/guests/{guestId}` does. Ids that are not on the event are named (404).",
    access: role("editor", "guests:write"),
    limits,
    params: EventPath,
    body: DeleteGuests,
    answers: { 200: json(DeletedGuests, "The guests are deleted") },
    refusals: ["list_changed"],
  }),
  async (c) => {
    const { guestIds } = c.req.valid("json");
    return c.json({ deleted: await deleteGuests(c.var.ctx, eventCallerOf(c), guestIds) }, 200);
  },
);
