import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import type { MessageTranslations } from "../db/schema/messages.ts";
import { fillTextMessage, placeholderValues } from "../events/placeholders/placeholders.ts";
import { recipientTexts } from "../events/placeholders/recipient-texts.ts";
import { languageFor } from "../events/placeholders/translated-words.ts";
import { smsSegments } from "../kernel/sms-segments.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import type { Channel, NotInvited, Target } from "./content.ts";
import { unknownGuests } from "./known-guests.ts";
import { countRecipients as countTarget, isInTarget } from "./queries.ts";
import { countChosen, findTextEvent, isChosen, listTextRecipients } from "./recipient-queries.ts";
import type { RecipientCount } from "./schemas.ts";

const NOBODY = { count: 0, unreachable: 0, suppressed: 0, notInvited: 0 };

/** Characters of the token in a guest's link. */
const LINK_TOKEN_LENGTH = 43;

/** The target and channel of a message, and the body of a text message. */
interface Counted {
  audience?: Exclude<Target, "chosen"> | undefined;
  guestIds?: readonly string[] | undefined;
  channel?: Channel | undefined;
  notInvited?: NotInvited | undefined;
  body?: string | undefined;
  translations?: MessageTranslations | null | undefined;
}

/**
 * Returns how many guests a message would reach now, and the charged segments of a text message.
 * @throws AppError 400 if a chosen guest is not a guest of the event
 */
export async function countRecipients(
  ctx: RequestContext,
  caller: EventCaller,
  { audience, guestIds, channel = "email", notInvited = "include", body, translations }: Counted,
): Promise<RecipientCount> {
  const { db, clock, config } = ctx;
  const { eventId } = caller;
  const by = { channel, notInvited, smsSender: config.TWILIO_FROM ?? null };
  const isSized = channel === "sms" && body !== undefined;
  const inTarget = guestIds === undefined ? isInTarget(audience ?? "everyone", clock.now()) : isChosen(guestIds);
  const {
    counts = NOBODY,
    recipients,
    event,
  } = await authorizeMember(ctx, caller, {
    counts: one(
      guestIds === undefined ? countTarget(db, eventId, inTarget, by) : countChosen(db, eventId, guestIds, by),
    ),
    recipients: isSized && listTextRecipients(db, eventId, inTarget, by),
    event: isSized && one(findTextEvent(db, eventId)),
  });
  const { count, unreachable, suppressed, notInvited: uninvited } = counts;
  const leftOut = notInvited === "skip" ? uninvited : 0;
  const unknown = guestIds === undefined ? 0 : guestIds.length - count - unreachable - suppressed - leftOut;
  if (unknown > 0) throw unknownGuests(unknown);
  const size = event && isSized ? { sms: await sizeOf(ctx, event, recipients ?? [], { body, translations }) } : {};
  return { count, unreachable, suppressed, not_invited: uninvited, ...size };
}

type TextEvent = Awaited<ReturnType<typeof findTextEvent>>[number];
type TextRecipients = Awaited<ReturnType<typeof listTextRecipients>>;

/** A text as every recipient gets it, one by one: a name can change its length and its encoding. */
async function sizeOf(
  ctx: RequestContext,
  event: TextEvent,
  recipients: TextRecipients,
  { body, translations }: { body: string; translations?: MessageTranslations | null | undefined },
): Promise<NonNullable<RecipientCount["sms"]>> {
  const now = ctx.clock.now();
  // Every link has the length of this invalid one.
  const link = `${ctx.config.PUBLIC_URL}/i/${"x".repeat(LINK_TOKEN_LENGTH)}`;
  const size = { segments: 0, max_segments: 0, ucs2: 0 };
  const sizes = new Map<string | null, typeof size & { messages: number }>();
  for (const guest of recipients) {
    const { locale } = guest;
    const texts = await recipientTexts(ctx, { guest: locale, event });
    const language = languageFor(translations, [locale, event.locale]) ?? null;
    const written = translations?.[language ?? ""]?.body ?? body;
    // A guest who has replied gets a shorter text if it has `{{reply_by}}`.
    const text = fillTextMessage(written, placeholderValues({ guest, isAsked: true, link, event }, texts, now));
    const { segments, encoding } = smsSegments(text);
    const own = sizes.get(language) ?? { messages: 0, segments: 0, max_segments: 0, ucs2: 0 };
    sizes.set(language, own);
    own.messages += 1;
    for (const sum of [size, own]) {
      sum.segments += segments;
      sum.max_segments = Math.max(sum.max_segments, segments);
      sum.ucs2 += encoding === "ucs2" ? 1 : 0;
    }
  }
  if (!translations) return size;
  return { ...size, by_language: Array.from(sizes, ([language, own]) => ({ language, ...own })) };
}
