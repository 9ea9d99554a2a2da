import { routes } from "../../http/routes.ts";
import { perUser, perUserExactly } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { assertSendable } from "../content.ts";
import { changeTexts, readTexts } from "./change-texts.ts";
import { previewDraft } from "./preview-draft.ts";
import {
  ChangeTexts,
  Preview,
  PreviewMessage,
  PreviewText,
  presentTexts,
  TestMessage,
  TestSent,
  TestText,
  Texts,
} from "./schemas.ts";
import { sendTest } from "./send-test.ts";

const limits = [perUser("events")];
/** In an hour, of a user: enough for trying out words, too few to fill a mailbox. */
const testLimits = [...limits, perUserExactly({ name: "test-mails", limit: 20, windowSeconds: 3_600 })];
const AS_SENT =
  "Rendered by the code that sends it, with the guest's values. Its link and its door pass are nobody's, so that looking at it cannot answer for the guest.";
const TO_YOURSELF = "To your own address, which has to be confirmed; its subject begins with `Test:`. 20 an hour.";

const textGroup = routes({ tag: "Messages", access: role("editor", "messages:send"), limits });
export const textRoutes = textGroup.app;

textGroup.get("/events/{eventId}/texts", {
  name: "readTexts",
  summary: "Read the host's own words of an event's mails",
  description: "What is null has ours.",
  access: role("viewer", "events:read"),
  response: [200, Texts, "The words."],
  isPresented: true,
  run: async (ctx, caller) => presentTexts(await readTexts(ctx, caller)),
});

textGroup.put("/events/{eventId}/texts", {
  name: "changeTexts",
  summary: "Replace the host's own words of an event's mails",
  description:
    "Replaces all of them: what is absent or null has ours from then on. The placeholders are those of messages; an unknown one is refused. Own words in invitations and confirmations are part of every tier; a `reminder_footer` needs a tier with broadcasts (402 `feature_not_in_tier`), because it makes a message of a reminder. With `expected_updated_at` words that somebody has changed since are 409 `texts_changed`, whose `texts` are the words as they are.",
  access: role("editor", "events:write"),
  body: ChangeTexts,
  response: [200, Texts, "The new words."],
  isPresented: true,
  errors: ["feature_not_in_tier", "texts_changed"],
  run: async (ctx, caller, { body }) => presentTexts(await changeTexts(ctx, caller, body)),
});

textGroup.post("/events/{eventId}/texts/preview", {
  name: "previewText",
  summary: "Preview an invitation, a confirmation or a reminder",
  description: `${AS_SENT} Writes nothing. A guest who has not answered is confirmed as coming.`,
  access: role("editor", "guests:read"),
  body: PreviewText,
  response: [200, Preview, "The mail."],
  run: (ctx, caller, { body }) => previewDraft(ctx, caller, { ...body, channel: "email" }),
});

textGroup.post("/events/{eventId}/texts/test", {
  name: "testText",
  summary: "Mail an invitation, a confirmation or a reminder to yourself",
  description: `${AS_SENT} ${TO_YOURSELF}`,
  limits: testLimits,
  body: TestText,
  response: [202, TestSent, "The mail will be sent."],
  errors: ["email_unverified"],
  run: async (ctx, caller, { body }) => ({ sentTo: await sendTest(ctx, caller, body) }),
});

textGroup.post("/events/{eventId}/messages/preview", {
  name: "previewMessage",
  summary: "Preview a message to guests",
  description: `${AS_SENT} Writes nothing, and works on every tier.`,
  body: PreviewMessage,
  response: [200, Preview, "The mail, or the text message."],
  run: async (ctx, caller, { body }) => {
    const draft = { ...body, kind: "message" as const };
    return await previewDraft(ctx, caller, draft);
  },
});

textGroup.post("/events/{eventId}/messages/test", {
  name: "testMessage",
  summary: "Mail a message to yourself",
  description: `Takes the words and not the id of a message, so that they can be tried before they are saved. ${AS_SENT} ${TO_YOURSELF}`,
  limits: testLimits,
  body: TestMessage,
  response: [202, TestSent, "The mail will be sent."],
  errors: ["email_unverified"],
  run: async (ctx, caller, { body }) => {
    const { channel, ...draft } = body;
    assertSendable({ ...draft, channel, subject: draft.subject ?? "" });
    const sentTo = await sendTest(ctx, caller, { kind: "message", ...draft });
    return { sentTo };
  },
});
