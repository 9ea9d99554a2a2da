import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { ChangedGuests, ChangeGuests, DeletedGuests, DeleteGuests } from "./bulk-schemas.ts";
import { changeGuests } from "./change-guests.ts";
import { deleteGuests } from "./delete-guests.ts";

const guestBulkGroup = routes({ tag: "Guests", access: role("editor", "guests:write"), limits: [perUser("guests")] });
export const guestBulkRoutes = guestBulkGroup.app;

guestBulkGroup.patch("/events/{eventId}/guests", {
  name: "changeGuests",
  summary: forDocs("Update many guests"),
  description: forDocs(
    "Updates up to 5,000 guests in one transaction: all or none. Returns 404 with the IDs that are not on the event. A `party_size` below an RSVP returns 409 `party_size_below_answers` with the guests; with `adjust: true`, their plus-ones are lowered instead. The previous RSVPs stay in the history, and the guests keep all their edits.",
  ),
  body: ChangeGuests,
  response: [200, ChangedGuests, forDocs("The guests are updated")],
  errors: ["party_size_below_answers", "list_changed"],
  run: (ctx, caller, { body }) => changeGuests(ctx, caller, body),
});

guestBulkGroup.post("/events/{eventId}/guests/delete", {
  name: "deleteGuests",
  summary: forDocs("Erase many guests"),
  description: forDocs(
    "Erases up to 5,000 guests in one transaction, all or none, each like `DELETE /events/{eventId}/guests/{guestId}`. Returns 404 with the IDs that are not on the event.",
  ),
  body: DeleteGuests,
  response: [200, DeletedGuests, forDocs("The guests are erased")],
  errors: ["list_changed"],
  run: async (ctx, caller, { body }) => ({ deleted: await deleteGuests(ctx, caller, body.guestIds) }),
});
