import { page } from "../http/endpoint.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { outcomeOf } from "../kernel/delivery-outcome.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { cancelMessage, changeMessage, sendMessageNow } from "./change-message.ts";
import { countRecipients } from "./count-recipients.ts";
import { createMessage } from "./create-message.ts";
import { messageOf } from "./present.ts";
import { readDeliveries, readMessages } from "./read-messages.ts";
import {
  ChangeMessage,
  CountChosen,
  CreateMessage,
  Message,
  MessageDelivery,
  PageQuery,
  RecipientCount,
  RecipientQuery,
} from "./schemas.ts";

const limits = [perUser("events")];

const editor = role("editor", "messages:send");

const messageGroup = routes({ tag: "Messages", access: editor, limits });

export const messageRoutes = messageGroup.app;

messageGroup.get("/events/{eventId}/messages", {
  name: "listMessages",
  summary: forDocs("List messages"),
  description: forDocs("Returns the messages of the event, newest first, including the four automatic reminders."),
  query: PageQuery,
  response: [200, page(Message), forDocs("A page of messages")],
  run: async (ctx, caller, { query }) => {
    const { rows, nextCursor, resultsOf } = await readMessages(ctx, caller, query);
    return { items: rows.map((row) => messageOf(row, resultsOf(row))), nextCursor };
  },
});

messageGroup.post("/events/{eventId}/messages", {
  name: "createMessage",
  summary: forDocs("Create a message"),
  description: forDocs(
    "Creates a draft, a scheduled message, or a message that is sent now, to an audience or to chosen guests. An audience is evaluated when the message is sent, and guests without a link get one with it. Requires a tier with broadcasts (402 `feature_not_in_tier`).",
  ),
  body: CreateMessage,
  idempotent: true,
  response: [201, Message, forDocs("The message")],
  errors: ["feature_disabled", "feature_not_in_tier", "email_unverified", "sending_paused", "recipient_limit"],
  run: async (ctx, caller, { body }) => messageOf(await createMessage(ctx, caller, body)),
});

messageGroup.get("/events/{eventId}/messages/recipient-count", {
  name: "countRecipients",
  summary: forDocs("Count the recipients of an audience"),
  description: forDocs("Returns how many guests a message to this audience would reach now."),
  access: role("viewer", "messages:send"),
  query: RecipientQuery,
  response: [200, RecipientCount, forDocs("The counts")],
  isPresented: true,
  run: (ctx, caller, { query: { not_invited: notInvited, ...query } }) =>
    countRecipients(ctx, caller, { ...query, notInvited }),
});

messageGroup.post("/events/{eventId}/messages/recipient-count", {
  name: "countChosen",
  summary: forDocs("Count the recipients of a message"),
  description: forDocs(
    "Returns how many guests a message would reach now, for an audience or for chosen guests. It is a POST, because up to 5,000 IDs do not fit into a URL; it writes nothing. With `channel` `sms` and `body`, also returns the size of the text message, computed with the values of each recipient.",
  ),
  access: role("viewer", "messages:send"),
  body: CountChosen,
  response: [200, RecipientCount, forDocs("The counts")],
  isPresented: true,
  run: (ctx, caller, { body }) => countRecipients(ctx, caller, body),
});

messageGroup.patch("/events/{eventId}/messages/{messageId}", {
  name: "changeMessage",
  summary: forDocs("Update a message"),
  description: forDocs(
    "Updates the fields you send of a draft or scheduled message (otherwise 409 `message_not_editable`). `mode` changes the status: `schedule` a draft, `draft` a scheduled message, or `send_now`. On a tier without broadcasts you can move and cancel reminders; other text, more recipients, another channel and `send_now` return 402 `feature_not_in_tier`.",
  ),
  body: ChangeMessage,
  response: [200, Message, forDocs("The updated message")],
  errors: [
    "feature_disabled",
    "feature_not_in_tier",
    "message_changed",
    "message_not_editable",
    "email_unverified",
    "sending_paused",
  ],
  run: async (ctx, caller, { params, body }) => {
    const input = { ...body, messageId: params.messageId };
    return messageOf(await changeMessage(ctx, caller, input));
  },
});

messageGroup.delete("/events/{eventId}/messages/{messageId}", {
  name: "cancelMessage",
  summary: forDocs("Cancel a message"),
  description: forDocs(
    "Cancels a draft or a scheduled message. Returns 409 `message_not_editable` once it is being sent.",
  ),
  response: [204, null, forDocs("The message is cancelled")],
  errors: ["message_changed", "message_not_editable"],
  run: (ctx, caller, { params }) => cancelMessage(ctx, caller, params.messageId),
});

messageGroup.post("/events/{eventId}/messages/{messageId}/send-now", {
  name: "sendMessageNow",
  summary: forDocs("Send a message now"),
  description: forDocs(
    "Makes a draft, a scheduled message or a waiting change notice due now. Returns 409 `message_not_editable` if it was already sent or cancelled.",
  ),
  response: [200, Message, forDocs("The message, due now")],
  errors: [
    "feature_disabled",
    "feature_not_in_tier",
    "message_changed",
    "message_not_editable",
    "email_unverified",
    "sending_paused",
  ],
  run: async (ctx, caller, { params }) => messageOf(await sendMessageNow(ctx, caller, params.messageId)),
});

messageGroup.get("/events/{eventId}/messages/{messageId}/deliveries", {
  name: "listDeliveries",
  summary: forDocs("List the deliveries of a message"),
  description: forDocs(
    "Returns the delivery status of the message for each recipient, in the order in which the guests were added.",
  ),
  query: PageQuery,
  response: [200, page(MessageDelivery), forDocs("A page of deliveries")],
  run: async (ctx, caller, { params, query }) => {
    const input = { ...query, messageId: params.messageId };
    const { rows, nextCursor } = await readDeliveries(ctx, caller, input);
    const items = rows.map(({ delivery, guestName }) => ({
      ...delivery,
      ...outcomeOf(delivery),
      guest: { id: delivery.guestId, name: guestName },
    }));
    return { items, nextCursor };
  },
});
