import { routes } from "../http/routes.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { countGuests } from "./count-guests.ts";
import { GuestCounts } from "./count-schemas.ts";

const guestCountGroup = routes({ tag: "Guests", access: role("viewer", "guests:read"), limits: [perUser("guests")] });
export const guestCountRoutes = guestCountGroup.app;

guestCountGroup.get("/events/{eventId}/guests/counts", {
  name: "countGuests",
  summary: "Count guests by what the list can be filtered by",
  description: "Reads the whole list: ask again when something has changed, not in a loop.",
  response: [200, GuestCounts, "The counts of now, and the tags and tables that guests have"],
  isPresented: true,
  run: (ctx, caller) => countGuests(ctx, caller),
});
