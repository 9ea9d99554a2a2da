import { routes } from "../../http/routes.ts";
import { perUser, perUserExactly } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { forDocs } from "../../kernel/for-docs.ts";
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
/** Per user and hour: enough to try out texts, too few to fill a mailbox. */
const testLimits = [...limits, perUserExactly({ name: "test-mails", limit: 20, windowSeconds: 3_600 })];
const AS_SENT = forDocs(
  "It is rendered by the code that sends it, with the guest's values. Its link and door pass belong to no guest, so that a preview cannot RSVP for the guest.",
);
const TO_YOURSELF = forDocs(
  "Your address must be verified (403 `email_unverified`). The subject begins with `Test:`. Limit: 20 per hour.",
);

const textGroup = routes({ tag: "Messages", access: role("editor", "messages:send"), limits });
export const textRoutes = textGroup.app;

textGroup.get("/events/{eventId}/texts", {
  name: "readTexts",
  summary: forDocs("Get custom texts"),
  description: forDocs("Returns the custom texts of the event's emails. Null stands for the default text."),
  access: role("viewer", "events:read"),
  response: [200, Texts, forDocs("The texts")],
  isPresented: true,
  run: async (ctx, caller) => presentTexts(await readTexts(ctx, caller)),
});

textGroup.put("/events/{eventId}/texts", {
  name: "changeTexts",
  summary: forDocs("Replace custom texts"),
  description: forDocs(
    "Replaces all custom texts of the event's emails; an absent or null text becomes the default text. Placeholders are those of messages; an unknown one returns 400. Every tier can change invitations and confirmations. A `reminder_footer` requires a tier with broadcasts (402 `feature_not_in_tier`), because it turns reminders into messages. With `expected_updated_at`, texts that changed since return 409 `texts_changed` with the current `texts`.",
  ),
  access: role("editor", "events:write"),
  body: ChangeTexts,
  response: [200, Texts, forDocs("The new texts")],
  isPresented: true,
  errors: ["feature_not_in_tier", "texts_changed"],
  run: async (ctx, caller, { body }) => presentTexts(await changeTexts(ctx, caller, body)),
});

textGroup.post("/events/{eventId}/texts/preview", {
  name: "previewText",
  summary: forDocs("Preview an email"),
  description: forDocs(
    `Returns an invitation, a confirmation or a reminder as a guest gets it, and writes nothing. ${AS_SENT} A guest without an RSVP is shown as attending in a confirmation.`,
  ),
  access: role("editor", "guests:read"),
  body: PreviewText,
  response: [200, Preview, forDocs("The email")],
  run: (ctx, caller, { body }) => previewDraft(ctx, caller, { ...body, channel: "email" }),
});

textGroup.post("/events/{eventId}/texts/test", {
  name: "testText",
  summary: forDocs("Send yourself a test email"),
  description: forDocs(
    `Emails an invitation, a confirmation or a reminder to you, as a guest gets it. ${AS_SENT} ${TO_YOURSELF}`,
  ),
  limits: testLimits,
  body: TestText,
  response: [202, TestSent, forDocs("The email will be sent")],
  errors: ["email_unverified"],
  run: async (ctx, caller, { body }) => ({ sentTo: await sendTest(ctx, caller, body) }),
});

textGroup.post("/events/{eventId}/messages/preview", {
  name: "previewMessage",
  summary: forDocs("Preview a message"),
  description: forDocs(`Returns a message as a guest gets it. Writes nothing, and works on every tier. ${AS_SENT}`),
  body: PreviewMessage,
  response: [200, Preview, forDocs("The email or the text message")],
  run: async (ctx, caller, { body }) => {
    const draft = { ...body, kind: "message" as const };
    return await previewDraft(ctx, caller, draft);
  },
});

textGroup.post("/events/{eventId}/messages/test", {
  name: "testMessage",
  summary: forDocs("Send yourself a test message"),
  description: forDocs(
    `Emails a message to you, as a guest gets it. Accepts the text of a message and not its ID, so that you can try it before you save it. ${AS_SENT} ${TO_YOURSELF}`,
  ),
  limits: testLimits,
  body: TestMessage,
  response: [202, TestSent, forDocs("The email will be sent")],
  errors: ["email_unverified"],
  run: async (ctx, caller, { body }) => {
    const { channel, ...draft } = body;
    assertSendable({ ...draft, channel, subject: draft.subject ?? "" });
    const sentTo = await sendTest(ctx, caller, { kind: "message", ...draft });
    return { sentTo };
  },
});
