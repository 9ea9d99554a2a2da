import * as z from "zod";
import { ChangeBranding } from "../../events/branding/schemas.ts";
import type { OwnWords } from "../../events/placeholders/translated-words.ts";
import { line, locale, moment, paragraph, uuid, wireMoment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/case.ts";
import { toWireOrNull } from "../../kernel/clock.ts";
import { CHANNELS } from "../content.ts";
import { byLanguage, messageTranslations, withPlaceholders } from "../schemas.ts";
import type { SavedWords } from "./words.ts";
import { TEXT_KINDS } from "./words.ts";

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
      .meta({ description: "In further languages, by BCP 47 tag. Absent where there are none." }),
    updated_at: wireMoment.nullable().meta({ description: "Null while all of it is ours" }),
  })
  .openapi("Texts");

const subject = withPlaceholders(line(MAX_SUBJECT)).nullable();
const body = withPlaceholders(paragraph(MAX_BODY)).nullable();
const footer = withPlaceholders(paragraph(MAX_FOOTER)).nullable();

const words = {
  invitation: z
    .strictObject({ subject: subject.optional(), body: body.optional() })
    .nullish()
    .meta({ description: "`body` takes the place of our greeting. Facts, description and buttons stay." }),
  confirmation: z
    .strictObject({ body: body.optional() })
    .nullish()
    .meta({ description: "`body` takes the place of our greeting for those who come. Other answers get ours." }),
  reminder_footer: footer.optional().meta({ description: "At the end of every reminder." }),
};

const WordsObject = z.strictObject(words);

const translations = byLanguage(WordsObject)
  .nullish()
  .meta({
    description:
      "The words in further languages, by BCP 47 tag: guests whose language it is get them, by their own `locale`, else by the event's. What a language leaves out is as without one.",
    example: { de: { invitation: { subject: "Tanzen wir, {{first_name}}?" } } },
  });

export const ChangeTexts = z
  .strictObject({
    ...words,
    translations,
    expected_updated_at: moment.nullable().optional().meta({
      description: "The words' `updated_at` as you read it: words that were changed since are 409 `texts_changed`",
    }),
  })
  .openapi("ChangeTexts")
  .transform(({ translations: byLanguage, expected_updated_at: expectedUpdatedAt, ...own }) => {
    const languages = Object.entries(byLanguage ?? {}).map(([tag, translated]) => [tag, storedWords(translated)]);
    const further = languages.length === 0 ? null : Object.fromEntries(languages);
    return { ...storedWords(own), translations: further, expectedUpdatedAt };
  });

/** As they are stored. */
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
  .meta({ description: "As this guest would get it. An invented guest by default." });

const shownIn = locale.optional().meta({
  description: "BCP 47: the language to show it in. The guest's by default; an invented guest has the event's.",
});

/** Checks what the kind of mail has. */
const DraftText = z
  .strictObject({
    kind: z.enum(TEXT_KINDS),
    subject: subject.optional().meta({ description: "Of an invitation. Absent: the saved one; null: ours." }),
    body: body
      .optional()
      .meta({ description: "Of a reminder: the words at its end. Absent: the saved words; null: ours." }),
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
  branding: ChangeBranding.optional().meta({ description: "Changes of the look that are not saved" }),
})
  .openapi("PreviewText")
  .transform(camelKeys);
export const TestText = DraftText.openapi("TestText").transform(camelKeys);

const message = {
  subject: withPlaceholders(line(MAX_SUBJECT)).nullable().optional().meta({ description: "Required for an email" }),
  body: withPlaceholders(paragraph(10_000)),
  translations: messageTranslations.optional(),
  guest_id: guestId,
  locale: shownIn,
};

export const PreviewMessage = z
  .strictObject({ ...message, channel: z.enum(CHANNELS) })
  .openapi("PreviewMessage")
  .transform(camelKeys);

export const TestMessage = z
  .strictObject({
    ...message,
    channel: z.literal("email").meta({ description: "Your account has no phone number for texts" }),
  })
  .openapi("TestMessage")
  .transform(camelKeys);

/** A mail or a text as a guest would get it. */
export const Preview = z
  .object({
    subject: z.string().nullable().meta({ description: "Null for a text message" }),
    html: z
      .string()
      .nullable()
      .meta({ description: "A document; images of the mail are in it. Null for a text message" }),
    text: z.string(),
    sms: z
      .object({
        encoding: z.enum(["gsm7", "ucs2"]),
        segments: z.int().meta({ description: "What the text is split into and charged as" }),
        units: z.int().meta({ description: "Septets, or UTF-16 units of `ucs2`" }),
      })
      .nullable()
      .meta({ description: "How carriers send the text; null for an email" }),
  })
  .openapi("Preview");

export const TestSent = z
  .object({ sent_to: z.string().meta({ description: "Your own address, masked", examples: ["a•••@e•••.com"] }) })
  .openapi("TestSent");

/** The host's own words as the API returns them. */
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

function presentWords({ invitationSubject, invitationBody, confirmationBody, reminderFooter }: OwnWords) {
  return {
    invitation: { subject: invitationSubject ?? null, body: invitationBody ?? null },
    confirmation: { body: confirmationBody ?? null },
    reminder_footer: reminderFooter ?? null,
  };
}
