import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { GuestDoorCode, presentDoorCodes } from "../invitations/door-code/door-code-schemas.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { readDoorCode } from "./read-door-code.ts";

const doorCodeGroup = routes({ tag: "Door", access: role("editor", "check_in"), limits: [perUser("events")] });
export const doorCodeRoutes = doorCodeGroup.app;

doorCodeGroup.get("/events/{eventId}/guests/{guestId}/door-code", {
  name: "readDoorCode",
  summary: forDocs("Get a guest's door code"),
  description: forDocs(
    "Returns the door code of an attending guest with a seat, to print or pass on to a guest who cannot open the invitation. For other guests, record the RSVP first (409 `no_door_code`). The door accepts both forms; the short code has fewer modules, so cameras read it faster. A guest whom the door added above the tier's guest limit has none without a link (402 `tier_limit`). The audit log records who read the code.",
  ),
  response: [200, GuestDoorCode, forDocs("The code in both forms, each as text and as an image")],
  isPresented: true,
  errors: ["no_door_code", "event_cancelled", "tier_limit"],
  run: async (ctx, caller, { params }, c) => {
    const codes = await readDoorCode(ctx, caller, params.guestId);
    c.header("Cache-Control", "no-store");
    return presentDoorCodes(codes);
  },
});
