import * as z from "zod";
import { messageDeliveries, messages, SEGMENTS, SKIP_REASONS, type TagAudience } from "../db/schema/messages.ts";
import { misspeltPlaceholders } from "../events/placeholders/misspelt-placeholders.ts";
import { PLACEHOLDERS, unknownPlaceholders } from "../events/placeholders/placeholders.ts";
import {
  deliveryCause,
  expectedVersion,
  line,
  locale,
  moment,
  pageQuery,
  paragraph,
  uuid,
  wireMoment,
} from "../http/fields.ts";
import { guestData, guestPhone } from "../http/guest-data.ts";
import { NO_LANGUAGE } from "../i18n/language-tag.ts";
import { camelKeys } from "../kernel/case.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { AUDIENCES, CHANNELS } from "./content.ts";
import { UNTOLD_REASONS } from "./notice-queries.ts";
import { SEND_MODES } from "./sending-time.ts";

const MAX_SUBJECT = 200;
const MAX_BODY = 10_000;
const MAX_LANGUAGES = 20;

const MAX_CHOSEN = 5_000;

const state = z.enum([...AUDIENCES, ...SEGMENTS]);
const tag = z
  .custom<TagAudience>((value) => typeof value === "string" && /^tag:\S(.{0,48}\S)?$/u.test(value))
  .openapi({
    type: "string",
    pattern: "^tag:.{1,50}$",
    example: forDocs("tag:family"),
  });
const audience = z.union([state, tag]).meta(
  forDocs({
    description:
      "Guests by RSVP (`attending`: with a confirmed seat; `pending`: none yet), by state, or by tag (`tag:family`), evaluated when the message is sent. `unopened`: invited, but has not opened the link; `undelivered`: did not get the invitation; `offered`: has not accepted an offered seat yet; `not_arrived`: attending with a seat, but not checked in. `everyone`, tags and chosen guests include all guests; guests added at the door are never `pending`",
  }),
);
const notInvited = z.enum(messages.notInvited.enumValues).meta(
  forDocs({
    description:
      "Whether guests of the audience who have no RSVP and never got a link are recipients. The message would be their invitation",
  }),
);
const guestIds = z
  .array(uuid.toLowerCase())
  .min(1)
  .max(MAX_CHOSEN)
  .refine((ids) => new Set(ids).size === ids.length, "must name each guest once");
const channel = z.enum(CHANNELS).meta(forDocs({ description: "`email`, or `sms` without a subject" }));

const MessageResults = z.object({
  sent: z.int().meta(forDocs({ description: "Accepted by the recipient's server or the provider" })),
  not_arrived: z.int().meta(forDocs({ description: "Returned, rejected, suppressed or failed" })),
  no_address: z.int().meta(forDocs({ description: "Without an address for the channel" })),
  waiting: z.int().meta(forDocs({ description: "On its way" })),
});

/** A guest whom a key sends messages to. */
const recipient = z.object({ id: uuid, name: guestData(z.string(), "messages:send") });

export const Message = z
  .object({
    id: uuid,
    event_id: uuid,
    kind: z.enum(["message", "reminder", ...messages.notice.enumValues]).meta(
      forDocs({
        description:
          "`message`: written by a host; `reminder`: automatic. The others are change notices to guests with a link who have not declined: their text is created when they are sent. Until then you can preview them (`GET …/notice`), send them now or cancel them",
      }),
    ),
    slug: z
      .enum(messages.slug.enumValues)
      .nullable()
      .meta(forDocs({ description: "Automatic reminder; null: written by a host" })),
    audience: z
      .union([state, tag, z.literal("chosen")])
      .meta(forDocs({ description: "Recipients. `chosen`: the guests in `guest_ids`" })),
    not_invited: notInvited,
    channel,
    subject: z.string(),
    body: z.string(),
    translations: z
      .record(z.string(), z.object({ subject: z.string().optional(), body: z.string() }))
      .optional()
      .meta(forDocs({ description: "Texts in additional languages, by BCP 47 tag; absent: none" })),
    send_at: wireMoment.nullable(),
    status: z.enum(messages.status.enumValues),
    skip_reason: z
      .enum(SKIP_REASONS)
      .nullable()
      .meta(
        forDocs({
          description:
            "Why the message was cancelled although no host cancelled it: `past`: its time had passed when the event or the deadline moved; `event_cancelled`; `closed` or `full`: it asks for an RSVP, and the event accepted none; `nobody_left`: no guest was left to remind. It is scheduled again if the event changes and its time is in the future. Null: not skipped",
        }),
      ),
    created_at: wireMoment,
    updated_at: wireMoment,
    finished_at: wireMoment.nullable(),
    results: MessageResults.optional().meta(
      forDocs({
        description: "Numbers of recipients. Absent: nothing was sent yet, or it is the response to a change",
      }),
    ),
  })
  .openapi("Message");

export const MessageWithGuests = Message.extend({
  guest_ids: z
    .array(uuid)
    .nullable()
    .meta(forDocs({ description: "Chosen guests; null: another audience" })),
}).openapi("MessageWithGuests");

/** The guests who get a change notice, and those whom the host has to tell. */
export const NoticePreview = z
  .object({
    words: z
      .object({ subject: z.string(), text: guestData(z.string(), "messages:send") })
      .nullable()
      .meta(
        forDocs({
          description:
            "The email, as the first recipient reads it. Null: the notice does not wait any more, or its changes were undone",
        }),
      ),
    recipients: z.object({ count: z.int(), items: z.array(recipient) }),
    tell_yourself: z.object({
      count: z.int(),
      items: z.array(
        z.object({
          ...recipient.shape,
          phone: guestPhone,
          reason: z.enum(UNTOLD_REASONS).meta(
            forDocs({
              description:
                "Why the guest does not get the email. `never_emailed`: you left out guests whom no email has reached",
            }),
          ),
        }),
      ),
    }),
  })
  .openapi("NoticePreview");

/** Rejects placeholders that would not be filled in, because every guest would read them. */
export function withPlaceholders(text: z.ZodString) {
  return text.superRefine((value, context) => {
    const known = PLACEHOLDERS.map((placeholder) => `{{${placeholder}}}`).join(", ");
    const unknown = unknownPlaceholders(value).map((name) => `{{${name}}}`);
    const nameless = unknown.filter((written) => misspeltPlaceholders(written).length === 0);
    const faults = [...misspeltPlaceholders(value), ...nameless.map((written) => ({ written, meant: null }))];
    for (const { written, meant } of faults) {
      const right = meant === null ? `use ${known}` : `write {{${meant}}}`;
      context.addIssue({ code: "custom", message: `${written} isn't a placeholder; ${right}` });
    }
  });
}

/** An object by BCP 47 tag in its canonical case, of at most 20 languages. */
export function byLanguage<S extends z.ZodType>(words: S) {
  return z.record(z.string(), words).superRefine((translations, context) => {
    const tags = Object.keys(translations);
    const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (tags.length > MAX_LANGUAGES) refuse([], `must have at most ${MAX_LANGUAGES} languages`);
    for (const tag of tags) {
      const parsed = locale.safeParse(tag);
      if (!parsed.success) refuse([tag], NO_LANGUAGE);
      else if (parsed.data !== tag) refuse([tag], `must be written ${parsed.data}`);
    }
  });
}

const subject = withPlaceholders(line(MAX_SUBJECT));
const body = withPlaceholders(paragraph(MAX_BODY));

/** The text of a message in additional languages; none is null. */
export const messageTranslations = byLanguage(z.strictObject({ subject: subject.optional(), body }))
  .nullable()
  .transform((translations) => (Object.keys(translations ?? {}).length === 0 ? null : translations))
  .meta(
    forDocs({
      description:
        "All texts in additional languages, by BCP 47 tag; null or empty: none. A guest gets the text in their `locale`, otherwise in the event's, otherwise `subject` and `body`. A translation without `subject` has the message's. A reminder with the default text is sent in the default text of each other language",
      example: { de: { subject: "Bis Samstag", body: "Hallo {{first_name}}, um sechs geht es los." } },
    }),
  );

const fields = {
  audience,
  not_invited: notInvited,
  channel,
  subject,
  body: body.meta(
    forDocs({
      description: `Plain text. ${PLACEHOLDERS.map((name) => `\`{{${name}}}\``).join(", ")} are replaced for each guest. A value that is missing takes its phrase with it: without a venue, \`(at {{venue}})\` is left out. \`{{days_away}}\` is \`today\`, \`tomorrow\` or \`in 3 days\` at the time of sending. \`{{reply_by}}\` is a sentence that asks for a reply by the \`rsvp_deadline\`, or now if there is none; a guest who has replied does not get it`,
    }),
  ),
  translations: messageTranslations,
  mode: z.enum(SEND_MODES).meta(forDocs({ description: "`schedule` requires `send_at`" })),
  send_at: moment.nullable(),
};

export const CreateMessage = z
  .strictObject({
    ...fields,
    audience: audience.optional(),
    not_invited: fields.not_invited.default("include"),
    guest_ids: guestIds.optional().meta(forDocs({ description: "Chosen guests, instead of an audience" })),
    subject: fields.subject
      .nullable()
      .default(null)
      .meta(forDocs({ description: "Required for email" })),
    translations: fields.translations.optional(),
    send_at: fields.send_at.default(null),
  })
  .refine((body) => (body.audience === undefined) !== (body.guest_ids === undefined), {
    message: "is required, or guest_ids is; not both",
    path: ["audience"],
  })
  .openapi(
    "CreateMessage",
    forDocs({
      example: {
        audience: "attending",
        channel: "email",
        subject: "See you on Saturday",
        body: "Hi {{first_name}}, doors open at six.",
        mode: "draft",
      },
    }),
  )
  .transform(camelKeys);

export const ChangeMessage = z
  .strictObject({
    ...fields,
    guest_ids: guestIds.meta(forDocs({ description: "Chosen guests; replaces an audience or the previous choice" })),
    subject: fields.subject.nullable(),
    expected_updated_at: expectedVersion(moment, forDocs("message_changed")),
  })
  .partial()
  .refine((body) => body.audience === undefined || body.guest_ids === undefined, {
    message: "must be omitted with guest_ids",
    path: ["audience"],
  })
  .openapi("ChangeMessage")
  .transform(camelKeys);

/** Sends to one guest immediately. */
export const WriteToGuest = z
  .strictObject({
    subject: fields.subject
      .nullable()
      .default(null)
      .meta(forDocs({ description: "Required for email" })),
    body: fields.body,
    channel,
  })
  .openapi("WriteToGuest");

export const RecipientQuery = z.object({
  audience,
  channel: channel.default("email"),
  not_invited: notInvited.default("include"),
});

/** Chosen guests are too many for an address. */
export const CountChosen = z
  .strictObject({
    audience: audience.optional(),
    guest_ids: guestIds.optional(),
    channel: channel.optional().meta(forDocs({ description: "Default: `email`" })),
    not_invited: notInvited.optional().meta(forDocs({ description: "As in the message. Default: `include`" })),
    body: body.optional().meta(forDocs({ description: "Text whose size to compute, for `sms`" })),
    translations: messageTranslations.optional(),
  })
  .refine((body) => (body.audience === undefined) !== (body.guest_ids === undefined), {
    message: "is required, or audience is; not both",
    path: ["guest_ids"],
  })
  .openapi("CountChosen")
  .transform(camelKeys);

export const RecipientCount = z
  .object({
    count: z.int().meta(forDocs({ description: "Number of guests who would get the message now" })),
    unreachable: z.int().meta(forDocs({ description: "Number of guests without an address for the channel" })),
    suppressed: z.int().meta(forDocs({ description: "Number of guests whose address or number is suppressed" })),
    not_invited: z.int().meta(
      forDocs({
        description:
          "Number of guests of the audience who have no RSVP and never got a link, whether or not they are skipped",
      }),
    ),
    sms: z
      .object({
        segments: z
          .int()
          .meta(forDocs({ description: "Number of segments of all messages, which providers charge for" })),
        max_segments: z.int().meta(forDocs({ description: "Segments of the longest message" })),
        ucs2: z.int().meta(
          forDocs({
            description:
              "Number of messages with a character outside GSM-7, such as an emoji: 70 characters fill a segment, otherwise 160",
          }),
        ),
        by_language: z
          .array(
            z.object({
              language: z
                .string()
                .nullable()
                .meta(forDocs({ description: "Tag of `translations`; null: `body`" })),
              messages: z.int(),
              segments: z.int(),
              max_segments: z.int(),
              ucs2: z.int(),
            }),
          )
          .optional()
          .meta(forDocs({ description: "Sizes per language, if there are `translations`" })),
      })
      .optional()
      .meta(forDocs({ description: "Size of the text message, if there is a `body`" })),
  })
  .openapi("RecipientCount");

export type RecipientCount = z.output<typeof RecipientCount>;

export const MessageDelivery = z
  .object({
    guest: recipient,
    status: z.enum(messageDeliveries.status.enumValues),
    // The reply of a server often has the address.
    reason: guestData(z.string().nullable()).meta(
      forDocs({
        description:
          "Why it was not sent, or the reply of the server or the type of the bounce; null: none. `tier_limit`: the door added the guest above the guest limit of the host's tier, so there is no link",
      }),
    ),
    cause: deliveryCause,
    attempts: z.int(),
    provider_message_id: z.string().nullable(),
    updated_at: wireMoment,
  })
  .openapi("MessageDelivery");

export const PageQuery = z.object(pageQuery);

export type NewMessage = z.output<typeof CreateMessage>;
export type MessageChanges = z.output<typeof ChangeMessage>;
