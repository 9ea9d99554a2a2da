import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { perUser, perUserExactly } from "../../identity/accounts/user-limit.ts";
import { EventPath } from "../../platform/authorization/schemas.ts";
import { assertSendable } from "../content.ts";
import { changeTexts, readTexts } from "./change-texts.ts";
import { presentTexts } from "./present.ts";
import { previewDraft } from "./preview-draft.ts";
import {
  ChangeTexts,
  Preview,
  PreviewMessage,
  PreviewText,
  TestMessage,
  TestSent,
  TestText,
  Texts,
} from "./schemas.ts";
import { sendTest } from "./send-test.ts";

const tag = "Messages";
const limits = [perUser("events")];
/** In an hour, of a user: enough for trying out words, too few to fill a mailbox. */
const testLimits = [...limits, perUserExactly({ name: "test-mails", limit: 20, windowSeconds: 3_600 })];
const AS_SENT =
  "Rendered by the code that sends it, with the guest's values. Its link and its door pass are nobody's, so that looking at it cannot answer for the guest.";
const TO_YOURSELF = "To your own address, which has to be confirmed; its subject begins with `Test:`. 20 an hour.";

export const textRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

textRoutes.openapi(
  endpoint({
    name: "readTexts",
    tag,
    method: "get",
    path: "/events/{eventId}/texts",
    summary: "Read the host's own words of an event's mails",
    description: "What is null has ours.",
    access: role("viewer", "events:read"),
    limits,
    params: EventPath,
    answers: { 200: json(Texts, "The words.") },
  }),
  async (c) => c.json(presentTexts(await readTexts(c.var.ctx, eventCallerOf(c))), 200),
);

textRoutes.openapi(
  endpoint({
    name: "changeTexts",
    tag,
    method: "put",
    path: "/events/{eventId}/texts",
    summary: "Replace the host's own words of an event's mails",
    description:
      "Replaces all of them: what is absent or null has ours from then on. The placeholders are those of messages; an unknown one is refused. Own words in invitations and confirmations are part of every tier; a `reminder_footer` needs a tier with broadcasts (402 `feature_not_in_tier`), because it makes a message of a reminder. With `expected_updated_at` words that somebody has changed since are 409 `texts_changed`, whose `texts` are the words as they are.",
    access: role("editor", "events:write"),
    limits,
    params: EventPath,
    body: ChangeTexts,
    answers: { 200: json(Texts, "The new words.") },
    refusals: ["feature_not_in_tier", "texts_changed"],
  }),
  async (c) => c.json(presentTexts(await changeTexts(c.var.ctx, eventCallerOf(c), c.req.valid("json"))), 200),
);

textRoutes.openapi(
  endpoint({
    name: "previewText",
    tag,
    method: "post",
    path: "/events/{eventId}/texts/preview",
    summary: "Preview an invitation, a confirmation or a reminder",
    description: `${AS_SENT} Writes nothing. A guest who has not answered is confirmed as coming.`,
    access: role("editor", "guests:read"),
    limits,
    params: EventPath,
    body: PreviewText,
    answers: { 200: json(Preview, "The mail.") },
  }),
  async (c) =>
    c.json(await previewDraft(c.var.ctx, eventCallerOf(c), { ...c.req.valid("json"), channel: "email" }), 200),
);

textRoutes.openapi(
  endpoint({
    name: "testText",
    tag,
    method: "post",
    path: "/events/{eventId}/texts/test",
    summary: "Mail an invitation, a confirmation or a reminder to yourself",
    description: `${AS_SENT} ${TO_YOURSELF}`,
    access: role("editor", "messages:send"),
    limits: testLimits,
    params: EventPath,
    body: TestText,
    answers: { 202: json(TestSent, "The mail will be sent.") },
    refusals: ["email_unverified"],
  }),
  async (c) => c.json({ sent_to: await sendTest(c.var.ctx, eventCallerOf(c), c.req.valid("json")) }, 202),
);

textRoutes.openapi(
  endpoint({
    name: "previewMessage",
    tag,
    method: "post",
    path: "/events/{eventId}/messages/preview",
    summary: "Preview a message to guests",
    description: `${AS_SENT} Writes nothing, and works on every tier.`,
    access: role("editor", "messages:send"),
    limits,
    params: EventPath,
    body: PreviewMessage,
    answers: { 200: json(Preview, "The mail, or the text message.") },
  }),
  async (c) => {
    const draft = { ...c.req.valid("json"), kind: "message" as const };
    return c.json(await previewDraft(c.var.ctx, eventCallerOf(c), draft), 200);
  },
);

textRoutes.openapi(
  endpoint({
    name: "testMessage",
    tag,
    method: "post",
    path: "/events/{eventId}/messages/test",
    summary: "Mail a message to yourself",
    description: `Takes the words and not the id of a message, so that they can be tried before they are saved. ${AS_SENT} ${TO_YOURSELF}`,
    access: role("editor", "messages:send"),
    limits: testLimits,
    params: EventPath,
    body: TestMessage,
    answers: { 202: json(TestSent, "The mail will be sent.") },
    refusals: ["email_unverified"],
  }),
  async (c) => {
    const { channel, ...draft } = c.req.valid("json");
    assertSendable({ ...draft, channel, subject: draft.subject ?? "" });
    const sentTo = await sendTest(c.var.ctx, eventCallerOf(c), { kind: "message", ...draft });
    return c.json({ sent_to: sentTo }, 202);
  },
);
