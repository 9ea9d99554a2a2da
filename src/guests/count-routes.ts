import { routes } from "../http/routes.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { countGuests } from "./count-guests.ts";
import { GuestCounts } from "./count-schemas.ts";

const guestCountGroup = routes({ tag: "Guests", access: role("viewer", "guests:read"), limits: [perUser("guests")] });
export const guestCountRoutes = guestCountGroup.app;

guestCountGroup.get("/events/{eventId}/guests/counts", {
  name: "countGuests",
  summary: "Count guests",
  description:
    "Returns the number of guests per filter of the guest list, and all tags and tables. Reads the whole list: call it after a change, not in a loop.",
  response: [200, GuestCounts, "The current counts"],
  isPresented: true,
  run: (ctx, caller) => countGuests(ctx, caller),
});
