import * as z from "zod";
import { ChangeBranding } from "../../events/branding/schemas.ts";
import type { CustomTexts } from "../../events/placeholders/translated-words.ts";
import { expectedVersion, line, locale, moment, paragraph, uuid, wireMoment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/case.ts";
import { toWireOrNull } from "../../kernel/clock.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { CHANNELS } from "../content.ts";
import { byLanguage, messageTranslations, withPlaceholders } from "../schemas.ts";
import { type SavedWords, TEXT_KINDS } from "./words.ts";

const MAX_SUBJECT = 200;
const MAX_BODY = 5_000;
const MAX_FOOTER = 1_000;

const ownSubject = z.string().nullable();
const ownBody = z.string().nullable();

const ownWords = {
  invitation: z.object({ subject: ownSubject, body: ownBody }),
  confirmation: z.object({ body: ownBody }),
  reminder_footer: z.string().nullable(),
};

export const Texts = z
  .object({
    ...ownWords,
    translations: z
      .record(z.string(), z.object(ownWords))
      .optional()
      .meta(forDocs({ description: "Texts in additional languages, by BCP 47 tag; absent: none" })),
    updated_at: wireMoment
      .nullable()
      .meta(forDocs({ description: "Time of the last change; null: only default texts" })),
  })
  .openapi("Texts");

const subject = withPlaceholders(line(MAX_SUBJECT)).nullable();
const body = withPlaceholders(paragraph(MAX_BODY)).nullable();
const footer = withPlaceholders(paragraph(MAX_FOOTER)).nullable();

const words = {
  invitation: z
    .strictObject({ subject: subject.optional(), body: body.optional() })
    .nullish()
    .meta(forDocs({ description: "`body` replaces the default greeting. Facts, description and buttons remain" })),
  confirmation: z
    .strictObject({ body: body.optional() })
    .nullish()
    .meta(
      forDocs({
        description: "`body` replaces the default greeting for attending guests. Other RSVPs get the default",
      }),
    ),
  reminder_footer: footer.optional().meta(
    forDocs({
      description:
        "Text at the end of every reminder, except to guests on the waitlist or with an offered seat; null: none",
    }),
  ),
};

const WordsObject = z.strictObject(words);

const translations = byLanguage(WordsObject)
  .nullish()
  .meta(
    forDocs({
      description:
        "Texts in additional languages, by BCP 47 tag. A guest gets the texts in their `locale`, otherwise in the event's. Texts that a language omits are those without a language",
      example: { de: { invitation: { subject: "Tanzen wir, {{first_name}}?" } } },
    }),
  );

export const ChangeTexts = z
  .strictObject({
    ...words,
    translations,
    expected_updated_at: expectedVersion(moment.nullable().optional(), forDocs("texts_changed")),
  })
  .openapi("ChangeTexts")
  .transform(({ translations: byLanguage, expected_updated_at: expectedUpdatedAt, ...own }) => {
    const languages = Object.entries(byLanguage ?? {}).map(([tag, translated]) => [tag, storedWords(translated)]);
    const further = languages.length === 0 ? null : Object.fromEntries(languages);
    return { ...storedWords(own), translations: further, expectedUpdatedAt };
  });

/** Returns the texts in their stored form. */
function storedWords({ invitation, confirmation, reminder_footer: reminderFooter }: z.output<typeof WordsObject>) {
  return {
    invitationSubject: invitation?.subject ?? null,
    invitationBody: invitation?.body ?? null,
    confirmationBody: confirmation?.body ?? null,
    reminderFooter: reminderFooter ?? null,
  };
}

const guestId = uuid
  .toLowerCase()
  .optional()
  .meta(forDocs({ description: "Guest for whom to render it. Default: an invented guest" }));

const shownIn = locale.optional().meta(
  forDocs({
    description: "Language to render it in, BCP 47. Default: the guest's; for an invented guest, the event's",
  }),
);

/** Checks what the kind of mail has. */
const DraftText = z
  .strictObject({
    kind: z.enum(TEXT_KINDS),
    subject: subject
      .optional()
      .meta(forDocs({ description: "Subject of an invitation. Absent: the saved one; null: the default" })),
    body: body.optional().meta(
      forDocs({
        description:
          "Text of the email; for a reminder, the text at its end. Absent: the saved text; null: the default",
      }),
    ),
    guest_id: guestId,
    locale: shownIn,
  })
  .superRefine(({ kind, subject, body }, context) => {
    if (kind !== "invitation" && subject !== undefined) {
      context.addIssue({ code: "custom", path: ["subject"], message: "must be omitted: only an invitation has one" });
    }
    if (kind === "reminder" && (body?.length ?? 0) > MAX_FOOTER) {
      context.addIssue({ code: "custom", path: ["body"], message: `must have at most ${MAX_FOOTER} characters` });
    }
  });

export const PreviewText = DraftText.safeExtend({
  branding: ChangeBranding.optional().meta(forDocs({ description: "Unsaved changes of the branding" })),
})
  .openapi("PreviewText")
  .transform(camelKeys);
export const TestText = DraftText.openapi("TestText").transform(camelKeys);

const message = {
  subject: withPlaceholders(line(MAX_SUBJECT))
    .nullable()
    .optional()
    .meta(forDocs({ description: "Required for email" })),
  body: withPlaceholders(paragraph(10_000)),
  translations: messageTranslations.optional(),
  guest_id: guestId,
  locale: shownIn,
};

export const PreviewMessage = z
  .strictObject({
    ...message,
    channel: z.enum(CHANNELS),
    send_at: moment.optional().meta(
      forDocs({
        description: "Time at which it is to be sent, from which `{{days_away}}` counts. Absent, or past: now",
      }),
    ),
  })
  .openapi("PreviewMessage")
  .transform(camelKeys);

export const TestMessage = z
  .strictObject({
    ...message,
    channel: z.literal("email").meta(forDocs({ description: "Only `email`: your account has no phone number" })),
  })
  .openapi("TestMessage")
  .transform(camelKeys);

/** An email or a text message as a guest would get it. */
export const Preview = z
  .object({
    subject: z
      .string()
      .nullable()
      .meta(forDocs({ description: "Null for a text message" })),
    html: z
      .string()
      .nullable()
      .meta(forDocs({ description: "HTML document with embedded images; null for a text message" })),
    text: z.string(),
    sms: z
      .object({
        encoding: z.enum(["gsm7", "ucs2"]),
        segments: z.int().meta(forDocs({ description: "Number of segments, which providers charge for" })),
        units: z.int().meta(forDocs({ description: "Length in septets, or in UTF-16 units for `ucs2`" })),
      })
      .nullable()
      .meta(forDocs({ description: "Size of the text message; null for an email" })),
  })
  .openapi("Preview");

export const TestSent = z
  .object({
    sent_to: z.string().meta(forDocs({ description: "Your masked address", examples: ["r•••@e•••.com"] })),
  })
  .openapi("TestSent");

/** Returns the host's custom texts as the API does. */
export function presentTexts(words: SavedWords): z.output<typeof Texts> {
  const { translations } = words;
  return {
    ...presentWords(words),
    updated_at: toWireOrNull(words.updatedAt),
    ...(translations === null
      ? {}
      : {
          translations: Object.fromEntries(
            Object.entries(translations).map(([language, translated]) => [language, presentWords(translated)]),
          ),
        }),
  };
}

function presentWords({ invitationSubject, invitationBody, confirmationBody, reminderFooter }: CustomTexts) {
  return {
    invitation: { subject: invitationSubject ?? null, body: invitationBody ?? null },
    confirmation: { body: confirmationBody ?? null },
    reminder_footer: reminderFooter ?? null,
  };
}
