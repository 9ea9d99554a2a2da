import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { messageOf } from "./present.ts";
import { readMessage } from "./read-messages.ts";
import { readNotice } from "./read-notice.ts";
import { MessageWithGuests, NoticePreview } from "./schemas.ts";

const oneMessageGroup = routes({
  tag: "Messages",
  access: role("editor", "messages:send"),
  limits: [perUser("events")],
});
export const oneMessageRoutes = oneMessageGroup.app;

oneMessageGroup.get("/events/{eventId}/messages/{messageId}", {
  name: "readMessage",
  summary: forDocs("Get a message"),
  description: forDocs("Returns the message, with the IDs of its chosen guests."),
  response: [200, MessageWithGuests, forDocs("The message")],
  run: async (ctx, caller, { params }) => {
    const { row, guestIds, results } = await readMessage(ctx, caller, params.messageId);
    const message = messageOf(row, results);
    return { ...message, guestIds: message.audience === "chosen" ? guestIds : null };
  },
});

oneMessageGroup.get("/events/{eventId}/messages/{messageId}/notice", {
  name: "readNotice",
  summary: forDocs("Preview a change notice"),
  description: forDocs(
    "Returns the words of a waiting change notice in the event's language, the guests who get it, and the guests whom you have to tell yourself: they have not declined, and have no email address, no link, or an address that gets no emails. Lists up to 500 names per group. Returns 404 for another message.",
  ),
  response: [200, NoticePreview, forDocs("The notice")],
  run: async (ctx, caller, { params }) => {
    const { words, recipients, tellYourself } = await readNotice(ctx, caller, params.messageId);
    const items = tellYourself.items.map(({ untold, ...guest }) => ({ ...guest, reason: untold }));
    return { words, recipients, tellYourself: { ...tellYourself, items } };
  },
});
