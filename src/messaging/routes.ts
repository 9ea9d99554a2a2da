import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json, page } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { cancelMessage, changeMessage, sendMessageNow } from "./change-message.ts";
import { countRecipients } from "./count-recipients.ts";
import { createMessage } from "./create-message.ts";
import { presentDelivery, presentMessage } from "./present.ts";
import { readDeliveries, readMessages } from "./read-messages.ts";
import {
  ChangeMessage,
  CountChosen,
  CreateMessage,
  EventPath,
  Message,
  MessageDelivery,
  MessagePath,
  PageQuery,
  RecipientCount,
  RecipientQuery,
} from "./schemas.ts";

const tag = "Messages";
const limits = [perUser("events")];
const editor = role("editor", "messages:send");

export const messageRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

messageRoutes.openapi(
  endpoint({
    name: "listMessages",
    tag,
    method: "get",
    path: "/events/{eventId}/messages",
    summary: "List the messages of an event, newest first",
    description: "Includes the four automatic reminders of the event.",
    access: editor,
    limits,
    params: EventPath,
    query: PageQuery,
    answers: { 200: json(page(Message), "A page of messages") },
  }),
  async (c) => {
    const { rows, nextCursor } = await readMessages(c.var.ctx, eventCallerOf(c), c.req.valid("query"));
    return c.json({ items: rows.map(presentMessage), next_cursor: nextCursor }, 200);
  },
);

messageRoutes.openapi(
  endpoint({
    name: "createMessage",
    tag,
    method: "post",
    path: "/events/{eventId}/messages",
    summary: "Create a message to guests",
    description:
      "A draft, a scheduled message, or one that is sent now, to an audience or to chosen guests. An audience is evaluated when the message is sent; a guest who has no link yet gets one with it.",
    access: editor,
    limits,
    params: EventPath,
    body: CreateMessage,
    idempotent: true,
    answers: { 201: json(Message, "The new message") },
    refusals: ["feature_disabled", "feature_not_in_tier", "email_unverified", "sending_paused"],
  }),
  async (c) => {
    const message = await createMessage(c.var.ctx, eventCallerOf(c), c.req.valid("json"));
    return c.json(presentMessage(message), 201);
  },
);

messageRoutes.openapi(
  endpoint({
    name: "countRecipients",
    tag,
    method: "get",
    path: "/events/{eventId}/messages/recipient-count",
    summary: "Count the guests whom a message would reach now",
    access: role("viewer", "messages:send"),
    limits,
    params: EventPath,
    query: RecipientQuery,
    answers: { 200: json(RecipientCount, "The counts") },
  }),
  async (c) => c.json(await countRecipients(c.var.ctx, eventCallerOf(c), c.req.valid("query")), 200),
);

messageRoutes.openapi(
  endpoint({
    name: "countChosen",
    tag,
    method: "post",
    path: "/events/{eventId}/messages/recipient-count",
    summary: "Count which of chosen guests a message would reach now, and the size of a text message",
    description:
      "Writes nothing; a POST, because up to 5,000 ids are too long for an address. With `channel` `sms` and `body`, `sms` is what carriers make of it, counted for each recipient with the guest's values.",
    access: role("viewer", "messages:send"),
    limits,
    params: EventPath,
    body: CountChosen,
    answers: { 200: json(RecipientCount, "The counts") },
  }),
  async (c) => c.json(await countRecipients(c.var.ctx, eventCallerOf(c), c.req.valid("json")), 200),
);

messageRoutes.openapi(
  endpoint({
    name: "changeMessage",
    tag,
    method: "patch",
    path: "/events/{eventId}/messages/{messageId}",
    summary: "Change a draft or a scheduled message",
    description:
      "Absent fields stay. `mode` changes the status: `schedule` a draft, `draft` a scheduled message, or `send_now`. On a tier without broadcasts a reminder can be moved and cancelled; other words, more recipients, another channel and `send_now` are 402 `feature_not_in_tier`.",
    access: editor,
    limits,
    params: MessagePath,
    body: ChangeMessage,
    answers: { 200: json(Message, "The changed message") },
    refusals: [
      "feature_disabled",
      "feature_not_in_tier",
      "message_changed",
      "message_not_editable",
      "email_unverified",
      "sending_paused",
    ],
  }),
  async (c) => {
    const input = { ...c.req.valid("json"), messageId: c.req.valid("param").messageId };
    return c.json(presentMessage(await changeMessage(c.var.ctx, eventCallerOf(c), input)), 200);
  },
);

messageRoutes.openapi(
  endpoint({
    name: "cancelMessage",
    tag,
    method: "delete",
    path: "/events/{eventId}/messages/{messageId}",
    summary: "Cancel a draft or a scheduled message",
    access: editor,
    limits,
    params: MessagePath,
    answers: { 204: { description: "The message is cancelled" } },
    refusals: ["message_changed", "message_not_editable"],
  }),
  async (c) => {
    await cancelMessage(c.var.ctx, eventCallerOf(c), c.req.valid("param").messageId);
    return c.body(null, 204);
  },
);

messageRoutes.openapi(
  endpoint({
    name: "sendMessageNow",
    tag,
    method: "post",
    path: "/events/{eventId}/messages/{messageId}/send-now",
    summary: "Send a draft or a scheduled message now",
    access: editor,
    limits,
    params: MessagePath,
    answers: { 200: json(Message, "The message, due now") },
    refusals: [
      "feature_disabled",
      "feature_not_in_tier",
      "message_changed",
      "message_not_editable",
      "email_unverified",
      "sending_paused",
    ],
  }),
  async (c) => {
    const { messageId } = c.req.valid("param");
    return c.json(presentMessage(await sendMessageNow(c.var.ctx, eventCallerOf(c), messageId)), 200);
  },
);

messageRoutes.openapi(
  endpoint({
    name: "listDeliveries",
    tag,
    method: "get",
    path: "/events/{eventId}/messages/{messageId}/deliveries",
    summary: "List the deliveries of a message, by recipient",
    access: editor,
    limits,
    params: MessagePath,
    query: PageQuery,
    answers: { 200: json(page(MessageDelivery), "A page of deliveries") },
  }),
  async (c) => {
    const input = { ...c.req.valid("query"), messageId: c.req.valid("param").messageId };
    const { rows, nextCursor } = await readDeliveries(c.var.ctx, eventCallerOf(c), input);
    return c.json({ items: rows.map(presentDelivery), next_cursor: nextCursor }, 200);
  },
);
