import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { messageOf } from "./present.ts";
import { readMessage } from "./read-messages.ts";
import { MessageWithGuests } from "./schemas.ts";

const oneMessageGroup = routes({
  tag: "Messages",
  access: role("editor", "messages:send"),
  limits: [perUser("events")],
});
export const oneMessageRoutes = oneMessageGroup.app;

oneMessageGroup.get("/events/{eventId}/messages/{messageId}", {
  name: "readMessage",
  summary: "Get a message",
  description: "Returns the message, with the IDs of its chosen guests.",
  response: [200, MessageWithGuests, "The message"],
  run: async (ctx, caller, { params }) => {
    const { row, guestIds } = await readMessage(ctx, caller, params.messageId);
    const message = messageOf(row);
    return { ...message, guestIds: message.audience === "chosen" ? guestIds : null };
  },
});
