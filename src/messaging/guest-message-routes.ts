import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { writeToGuest } from "./create-message.ts";
import { messageOf } from "./present.ts";
import { Message, WriteToGuest } from "./schemas.ts";

const guestMessageGroup = routes({
  tag: "Messages",
  access: role("editor", "messages:send"),
  limits: [perUser("events")],
});
export const guestMessageRoutes = guestMessageGroup.app;

guestMessageGroup.post("/events/{eventId}/guests/{guestId}/messages", {
  name: "writeToGuest",
  summary: forDocs("Send a message to one guest"),
  description: forDocs(
    "Creates a message to the guest that is sent now. It appears in the list of messages with one delivery. Requires a tier with broadcasts (402 `feature_not_in_tier`).",
  ),
  body: WriteToGuest,
  idempotent: true,
  response: [201, Message, forDocs("The message, due now")],
  errors: ["feature_disabled", "feature_not_in_tier", "email_unverified", "sending_paused", "recipient_limit"],
  run: async (ctx, caller, { params, body }) => {
    const input = { ...body, guestId: params.guestId };
    return messageOf(await writeToGuest(ctx, caller, input));
  },
});
