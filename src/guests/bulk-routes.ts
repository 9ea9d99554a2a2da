import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { ChangedGuests, ChangeGuests, DeletedGuests, DeleteGuests } from "./bulk-schemas.ts";
import { changeGuests } from "./change-guests.ts";
import { deleteGuests } from "./delete-guests.ts";

const guestBulkGroup = routes({ tag: "Guests", access: role("editor", "guests:write"), limits: [perUser("guests")] });
export const guestBulkRoutes = guestBulkGroup.app;

guestBulkGroup.patch("/events/{eventId}/guests", {
  name: "changeGuests",
  summary: "Change many guests",
  description:
    "Changes up to 5,000 guests in one transaction: all of them or none. Ids that are not on the event are named (404). A `party_size` below what some have already answered for is 409 `party_size_below_answers`, which names them; with `adjust: true` the plus-ones of their answers are lowered with it. The former answers stay in the history, and the guests keep all edits.",
  body: ChangeGuests,
  response: [200, ChangedGuests, "The guests are changed"],
  errors: ["party_size_below_answers", "list_changed"],
  run: (ctx, caller, { body }) => changeGuests(ctx, caller, body),
});

guestBulkGroup.post("/events/{eventId}/guests/delete", {
  name: "deleteGuests",
  summary: "Erase many guests",
  description:
    "Erases up to 5,000 guests in one transaction: all of them or none, each as `DELETE /events/{eventId}/guests/{guestId}` does. Ids that are not on the event are named (404).",
  body: DeleteGuests,
  response: [200, DeletedGuests, "The guests are deleted"],
  errors: ["list_changed"],
  run: async (ctx, caller, { body }) => ({ deleted: await deleteGuests(ctx, caller, body.guestIds) }),
});
